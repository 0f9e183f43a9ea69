import type { Node } from '../../../../api/generated/types.ts';
import type { Draft } from '../../../../base/brand.ts';
import type { AdmissionPlugin } from '../common/plugin.ts';

// Models plugin/pkg/admission/nodetaint/admission.go (1.36).

const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' } as const;

export const taintNodesByCondition: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  handles: ({ operation }, rc) =>
    rc.resourceName === 'nodes' && rc.subresource === '' && operation === 'CREATE',
  admit: ({ object }) => {
    const node = object as unknown as Draft<Node>;
    node.spec ??= {};
    const taints = node.spec.taints ?? [];
    if (!taints.some(({ key, effect }) => key === NOT_READY.key && effect === NOT_READY.effect))
      node.spec.taints = [...taints, { ...NOT_READY }];
    return undefined;
  },
};
