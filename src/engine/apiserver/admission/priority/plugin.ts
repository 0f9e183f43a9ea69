import type { PriorityClass } from '../../../../api/generated/types.ts';
import type { ApiStatus } from '../../../../api/status.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';
import { forbid } from '../common/forbid.ts';
import type { AdmissionPlugin } from '../common/plugin.ts';
import { type PodSpecDraft, ownSpecOf, podOf } from '../common/pods.ts';

// Models plugin/pkg/admission/priority/admission.go (1.36).

const CLASSES = 'priorityclasses.scheduling.k8s.io';
const DEFAULT_POLICY = 'PreemptLowerPriority';

interface Resolved {
  readonly name: string;
  readonly value: number;
  readonly policy: 'Never' | 'PreemptLowerPriority';
}

export const priority: AdmissionPlugin = {
  name: 'Priority',
  handles: ({ operation }, rc) =>
    rc.subresource === '' &&
    (operation === 'CREATE' || operation === 'UPDATE') &&
    (rc.resourceName === 'pods' || rc.resourceName === CLASSES),
  admit: (attributes, rc) => {
    if (rc.resourceName !== 'pods') return undefined;
    const { spec } = podOf(attributes);
    return attributes.operation === 'CREATE' ? setPriority(spec, attributes, rc) : keepPriority(attributes);
  },
  validate: (attributes, rc) => (rc.resourceName === CLASSES ? oneDefault(attributes, rc) : undefined),
};

function setPriority(
  spec: PodSpecDraft,
  attributes: AdmissionAttributes,
  rc: RequestContext,
): ApiStatus | undefined {
  const resolved = resolve(spec.priorityClassName ?? '', rc);
  if (resolved === undefined)
    return forbid(attributes, rc, `no PriorityClass with name ${spec.priorityClassName ?? ''} was found`);
  const computed = 'must not be provided in pod spec; priority admission controller computed';
  if (spec.priority !== undefined && spec.priority !== resolved.value) {
    const text = `the integer value of priority (${spec.priority}) ${computed} ${resolved.value} from the given PriorityClass name`;
    return forbid(attributes, rc, text);
  }
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== resolved.policy) {
    const text = `the string value of PreemptionPolicy (${spec.preemptionPolicy}) ${computed} ${resolved.policy} from the given PriorityClass name`;
    return forbid(attributes, rc, text);
  }
  if (resolved.name !== '') spec.priorityClassName = resolved.name;
  spec.priority = resolved.value;
  spec.preemptionPolicy = resolved.policy;
  return undefined;
}

function resolve(name: string, rc: RequestContext): Resolved | undefined {
  const found =
    name === '' ? defaultClass(rc) : rc.server.etcd.get<PriorityClass>(CLASSES, { namespace: '', name });
  if (found === undefined) return name === '' ? { name: '', value: 0, policy: DEFAULT_POLICY } : undefined;
  return {
    name: found.metadata.name ?? '',
    value: found.value ?? 0,
    policy: found.preemptionPolicy ?? DEFAULT_POLICY,
  };
}

/** Of several defaults the one of the least value. */
function defaultClass(rc: RequestContext): PriorityClass | undefined {
  let least: PriorityClass | undefined;
  for (const each of rc.server.etcd.list<PriorityClass>(CLASSES, '')) {
    if (each.globalDefault === true && (least === undefined || (each.value ?? 0) < (least.value ?? 0)))
      least = each;
  }
  return least;
}

function keepPriority(attributes: AdmissionAttributes): undefined {
  const { spec } = podOf(attributes);
  const before = (attributes.old as unknown as { readonly spec?: PodSpecDraft } | undefined)?.spec;
  if (spec === before) return undefined;
  if (spec.priority === undefined && before?.priority !== undefined)
    ownSpecOf(attributes).priority = before.priority;
  if (spec.preemptionPolicy === undefined && before?.preemptionPolicy !== undefined)
    ownSpecOf(attributes).preemptionPolicy = before.preemptionPolicy;
  return undefined;
}

function oneDefault(attributes: AdmissionAttributes, rc: RequestContext): ApiStatus | undefined {
  const added = attributes.object as unknown as PriorityClass;
  if (added.globalDefault !== true) return undefined;
  const standing = defaultClass(rc)?.metadata.name;
  if (standing === undefined || (attributes.operation === 'UPDATE' && standing === added.metadata.name))
    return undefined;
  return forbid(
    attributes,
    rc,
    `PriorityClass ${standing} is already marked as default. Only one default can exist`,
  );
}
