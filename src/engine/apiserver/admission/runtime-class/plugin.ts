import type { RuntimeClass } from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { cmpQuantities } from '../../../../api/quantity.ts';
import { isSameToleration } from '../../../../api/toleration.ts';
import type { ApiStatus } from '../../../../api/status.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';
import { forbid } from '../common/forbid.ts';
import type { AdmissionPlugin } from '../common/plugin.ts';
import { type PodSpecDraft, createsPod, podOf } from '../common/pods.ts';

// Models plugin/pkg/admission/runtimeclass/admission.go (1.36).

type Quantities = Readonly<Record<string, string>>;

export const runtimeClass: AdmissionPlugin = {
  name: 'RuntimeClass',
  handles: createsPod,
  mayWrite: (attributes) => podOf(attributes).spec.runtimeClassName !== undefined,
  admit: (attributes, rc) => {
    const { spec } = podOf(attributes);
    const name = spec.runtimeClassName;
    if (name === undefined) return undefined;
    const found = find(rc, name);
    if (found === undefined) return missing(attributes, rc, name);
    return setOverhead(spec, found, attributes, rc) ?? setScheduling(spec, found, attributes, rc);
  },
  validate: (attributes, rc) => {
    const { spec } = podOf(attributes);
    if (spec.runtimeClassName !== undefined || Object.keys(spec.overhead ?? {}).length === 0)
      return undefined;
    return forbid(
      attributes,
      rc,
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    );
  },
};

function find(rc: RequestContext, name: string): RuntimeClass | undefined {
  return rc.server.etcd.get<RuntimeClass>('runtimeclasses.node.k8s.io', { namespace: '', name });
}

function missing(attributes: AdmissionAttributes, rc: RequestContext, name: string): ApiStatus {
  return forbid(attributes, rc, `pod rejected: RuntimeClass ${goQuote(name)} not found`);
}

function setOverhead(
  spec: PodSpecDraft,
  { overhead }: RuntimeClass,
  attributes: AdmissionAttributes,
  rc: RequestContext,
): ApiStatus | undefined {
  const fixed = overhead?.podFixed;
  if (fixed === undefined) return undefined;
  if (Object.keys(spec.overhead ?? {}).length > 0 && !sameQuantities(spec.overhead ?? {}, fixed)) {
    return forbid(
      attributes,
      rc,
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    );
  }
  spec.overhead = { ...fixed };
  return undefined;
}

function sameQuantities(a: Quantities, b: Quantities): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => b[key] !== undefined && cmpQuantities(a[key] ?? '0', b[key]) === 0)
  );
}

function setScheduling(
  spec: PodSpecDraft,
  { scheduling }: RuntimeClass,
  attributes: AdmissionAttributes,
  rc: RequestContext,
): ApiStatus | undefined {
  if (scheduling === undefined) return undefined;
  const selector: Record<string, string> = { ...spec.nodeSelector };
  for (const [key, value] of Object.entries(scheduling.nodeSelector ?? {})) {
    const given = spec.nodeSelector?.[key];
    if (given !== undefined && given !== value) {
      const text = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${given}`;
      return forbid(attributes, rc, text);
    }
    selector[key] = value;
  }
  if (Object.keys(selector).length > 0) spec.nodeSelector = selector;
  const standing = spec.tolerations ?? [];
  const added = (scheduling.tolerations ?? []).filter(
    (each) => !standing.some((other) => isSameToleration(other, each)),
  );
  if (added.length > 0) spec.tolerations = [...standing, ...added.map((each) => ({ ...each }))];
  return undefined;
}
