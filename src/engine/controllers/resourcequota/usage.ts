import type { Pod, ResourceQuota } from '../../../api/generated/types.ts';
import type { KubeObject, ResourceName } from '../../../api/object.ts';
import { isPodTerminal } from '../../../api/pod.ts';
import { cmpQuantities, addQuantities } from '../../../api/quantity.ts';
import { type Usage, matchesScopes, usageOf } from '../../../api/quota.ts';
import { parseTime } from '../../../api/time.ts';

/** Kinds that count under a name of their own. */
export const COUNTED: readonly ResourceName[] = [
  'pods',
  'services',
  'persistentvolumeclaims',
  'configmaps',
  'secrets',
  'replicationcontrollers',
  'resourcequotas',
];

/** The kinds a quota counts. */
export function countedKinds({ spec }: ResourceQuota): readonly ResourceName[] {
  const kinds = new Set<ResourceName>();
  for (const name of Object.keys(spec?.hard ?? {})) {
    if (name.startsWith('count/')) kinds.add(name.slice('count/'.length));
    else if (name.includes('.storageclass.storage.k8s.io/') || name === 'requests.storage')
      kinds.add('persistentvolumeclaims');
    else if (name.startsWith('services.')) kinds.add('services');
    else kinds.add(COUNTED.includes(name) ? name : 'pods');
  }
  return [...kinds];
}

/** Whether a Pod still counts: not once it has ended, nor when it is stuck beyond its grace. Models QuotaV1Pod (1.36). */
export function countsPod(pod: Pod, nowUs: number): boolean {
  if (isPodTerminal(pod)) return false;
  const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return true;
  return nowUs <= (parseTime(deletionTimestamp) ?? 0) + deletionGracePeriodSeconds * 1_000_000;
}

/** What is used of a quota. `objects` are those of its namespace, by kind. Models CalculateUsage. */
export function calculateUsage(
  quota: ResourceQuota,
  objects: (kind: ResourceName) => readonly KubeObject[],
  nowUs: number,
): Usage {
  const names = Object.keys(quota.spec?.hard ?? {});
  const used: Usage = Object.fromEntries(names.map((name) => [name, '0']));
  for (const kind of countedKinds(quota)) {
    for (const object of objects(kind)) {
      if (!matchesScopes(quota, kind, object)) continue;
      const usage = usageOf(kind, object);
      const counts = kind !== 'pods' || countsPod(object as Pod, nowUs);
      for (const name of names) {
        const amount = usage[name];
        // An ended Pod still is an object.
        if (amount === undefined || (!counts && !name.startsWith('count/'))) continue;
        used[name] = addQuantities(used[name] ?? '0', amount);
      }
    }
  }
  return used;
}

/** Whether two lists say the same amounts. */
export function sameAmounts(a: Usage | undefined, b: Usage | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => b[name] !== undefined && cmpQuantities(a[name] ?? '0', b[name]) === 0)
  );
}
