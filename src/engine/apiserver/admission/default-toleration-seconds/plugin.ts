import type { AdmissionPlugin } from '../common/plugin.ts';
import { ownSpecOf, podOf } from '../common/pods.ts';

// Models plugin/pkg/admission/defaulttolerationseconds/admission.go (1.36).

const TAINTS = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
const SECONDS = 300;

export const defaultTolerationSeconds: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  handles: ({ operation }, rc) =>
    rc.resourceName === 'pods' && rc.subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'),
  admit: (attributes) => {
    const { spec } = podOf(attributes);
    const given = spec.tolerations ?? [];
    const missing = TAINTS.filter((taint) => {
      return !given.some(
        ({ key = '', effect = '' }) =>
          (key === taint || key === '') && (effect === 'NoExecute' || effect === ''),
      );
    });
    if (missing.length === 0) return undefined;
    ownSpecOf(attributes).tolerations = [
      ...given,
      ...missing.map(
        (key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: SECONDS }) as const,
      ),
    ];
    return undefined;
  },
};
