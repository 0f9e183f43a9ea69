import type { Pod, ResourceQuota } from '../../../../api/generated/types.ts';
import type { KubeObject, ResourceName } from '../../../../api/object.ts';
import { isPodLevelResourcesSet } from '../../../../api/pod-resources.ts';
import { addQuantities, cmpQuantities, subQuantities } from '../../../../api/quantity.ts';
import { type Usage, matchesScopes, usageOf } from '../../../../api/quota.ts';
import type { ApiStatus } from '../../../../api/status.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';
import { forbid } from '../common/forbid.ts';
import type { AdmissionPlugin, Verdict } from '../common/plugin.ts';
import { unspecified } from './matching.ts';
import { type Charged, chargeInTurn } from './turns.ts';

// Models apiserver/pkg/admission/plugin/resourcequota/controller.go (1.36).

/** Kinds whose updates can take more than they had. */
const COUNTED_ON_UPDATE = new Set(['services', 'persistentvolumeclaims']);

export const resourceQuota: AdmissionPlugin = {
  name: 'ResourceQuota',
  handles: ({ operation, namespace }, rc) => {
    if (namespace === '' || rc.server.etcd.count('resourcequotas') === 0) return false;
    if (operation === 'CREATE') return rc.subresource === '';
    if (operation !== 'UPDATE') return false;
    return rc.resourceName === 'pods'
      ? rc.subresource === 'resize'
      : rc.subresource === '' && COUNTED_ON_UPDATE.has(rc.resourceName);
  },
  validate: (attributes, rc): Verdict =>
    chargeInTurn({ attributes, rc, charge: (quotas) => planCharges(quotas, attributes, rc) }),
};

/** The quotas it changes as they stand after the object, or why it does not fit. */
function planCharges(
  standing: readonly ResourceQuota[],
  attributes: AdmissionAttributes,
  rc: RequestContext,
): Charged {
  const object = attributes.object as unknown as KubeObject;
  const resource = rc.resourceName;
  const usage = usageOf(resource, object);
  const quotas = standing.filter(
    (quota) =>
      hardNames(quota).some((name) => covers(name, resource, usage)) &&
      matchesScopes(quota, resource, object),
  );
  if (quotas.length === 0) return { quotas: [] };
  for (const quota of quotas) {
    const refused = precheck(quota, { attributes, rc, usage });
    if (refused !== undefined) return { refused };
  }
  const delta =
    attributes.operation === 'UPDATE'
      ? increase(usage, usageOf(resource, attributes.old as KubeObject))
      : nonZero(usage);
  const charged: ResourceQuota[] = [];
  for (const quota of quotas) {
    const next = chargeOne(quota, delta);
    if (typeof next === 'string') return { refused: forbid(attributes, rc, next) };
    if (next !== undefined) charged.push(next);
  }
  return { quotas: charged };
}

function hardNames({ spec }: ResourceQuota): readonly string[] {
  return Object.keys(spec?.hard ?? {});
}

/** Whether a name of a quota is about objects of this resource. */
function covers(name: string, resource: ResourceName, usage: Usage): boolean {
  if (usage[name] !== undefined) return true;
  return (
    resource === 'pods' &&
    /^(?:requests\.|limits\.)?(?:cpu|memory|ephemeral-storage|hugepages-.*)$/.test(name)
  );
}

interface Charge {
  readonly attributes: AdmissionAttributes;
  readonly rc: RequestContext;
  readonly usage: Usage;
}

function precheck(quota: ResourceQuota, { attributes, rc, usage }: Charge): ApiStatus | undefined {
  const { name } = quota.metadata;
  const names = hardNames(quota).filter((each) => covers(each, rc.resourceName, usage));
  const unknown = names
    .filter((each) => quota.status?.hard?.[each] === undefined || quota.status.used?.[each] === undefined)
    .sort();
  if (unknown.length > 0)
    return forbid(attributes, rc, `status unknown for quota: ${name}, resources: ${unknown.join(',')}`);
  const pod = attributes.object as unknown as Pod;
  if (rc.resourceName !== 'pods' || isPodLevelResourcesSet(pod)) return undefined;
  const missing = unspecified(names, pod);
  return missing === undefined ? undefined : forbid(attributes, rc, `failed quota: ${name}: ${missing}`);
}

function nonZero(usage: Usage): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, amount]) => cmpQuantities(amount, '0') !== 0));
}

function increase(after: Usage, before: Usage): Usage {
  const delta: Usage = {};
  for (const [name, amount] of Object.entries(after))
    delta[name] = subQuantities(amount, before[name] ?? '0');
  return nonZero(delta);
}

/** The quota with the object's usage; the refusal's text when that is too much; undefined when it does not touch it. */
function chargeOne(quota: ResourceQuota, delta: Usage): ResourceQuota | string | undefined {
  const hard = quota.status?.hard ?? {};
  const used = quota.status?.used ?? {};
  const names = Object.keys(delta).filter((name) => hard[name] !== undefined);
  if (names.length === 0) return undefined;
  const next: Usage = { ...used };
  for (const name of names) next[name] = addQuantities(used[name] ?? '0', delta[name] ?? '0');
  const exceeded = names.filter((name) => cmpQuantities(next[name] ?? '0', hard[name] ?? '0') > 0).sort();
  if (exceeded.length === 0) return { ...quota, status: { hard, used: next } };
  const show = (amounts: Readonly<Record<string, string>>): string =>
    exceeded.map((name) => `${name}=${amounts[name] ?? '0'}`).join(',');
  return `exceeded quota: ${quota.metadata.name ?? ''}, requested: ${show(delta)}, used: ${show(used)}, limited: ${show(hard)}`;
}
