import type { ApiRequest, Identity } from '../../machinery/client.ts';
import { type FieldSet, union } from './field-set.ts';

/** One entry of metadata.managedFields. */
export interface ManagedEntry {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly time: string;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: FieldSet;
  readonly subresource?: string;
}

/** Who writes: what two entries of one manager have in common. */
export interface ManagerId {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
}

const MAX_UPDATE_MANAGERS = 10;
const ANCIENT = 'ancient-changes';

/** Components whose user agent is their own name; everything else in kube-system's accounts is a loop of the controller manager. */
const OWN_AGENTS = new Set([
  'kubectl',
  'kubelet',
  'kube-scheduler',
  'kube-proxy',
  'kube-apiserver',
  'kubeadm',
  'coredns',
  'kube-controller-manager',
]);

/** fieldManager, else the first part of the user agent. */
export function managerOf(identity: Identity, request: ApiRequest): string {
  const given = request.options?.fieldManager;
  if (given !== undefined && given !== '') return given;
  const { client, user } = identity;
  if (!OWN_AGENTS.has(client) && user.startsWith('system:serviceaccount:kube-system:'))
    return 'kube-controller-manager';
  return client;
}

export function isSame(entry: ManagedEntry, id: ManagerId): boolean {
  const { manager, operation, subresource } = id;
  const sameVersion = operation === 'Apply' || entry.apiVersion === id.apiVersion;
  return (
    entry.manager === manager &&
    entry.operation === operation &&
    (entry.subresource ?? '') === subresource &&
    sameVersion
  );
}

export function entryOf(id: ManagerId, time: string, fields: FieldSet): ManagedEntry {
  const { manager, operation, apiVersion, subresource } = id;
  const fieldsType = 'FieldsV1';
  return subresource === ''
    ? { manager, operation, apiVersion, time, fieldsType, fieldsV1: fields }
    : { manager, operation, apiVersion, time, fieldsType, fieldsV1: fields, subresource };
}

/** Upstream's order, with the oldest updates folded together beyond ten. Models capManagers and sortEncodedManagedFields. */
export function settled(entries: readonly ManagedEntry[]): readonly ManagedEntry[] {
  const sorted = entries.length === 1 ? entries : [...entries].sort(compareEntries);
  if (sorted.length <= MAX_UPDATE_MANAGERS) return sorted;
  const updates = sorted.filter(({ operation }) => operation === 'Update');
  if (updates.length <= MAX_UPDATE_MANAGERS) return sorted;
  const folded = updates.slice(0, updates.length - MAX_UPDATE_MANAGERS + 1);
  const newest = folded[folded.length - 1] as ManagedEntry;
  const fields =
    folded.reduce<FieldSet | undefined>((all, { fieldsV1 }) => union(all, fieldsV1), undefined) ?? {};
  const ancient = entryOf(
    { manager: ANCIENT, operation: 'Update', apiVersion: newest.apiVersion, subresource: '' },
    newest.time,
    fields,
  );
  return [...sorted.filter((entry) => !folded.includes(entry)), ancient].sort(compareEntries);
}

const SORT_KEYS = ['operation', 'time', 'manager', 'apiVersion'] as const;

function compareEntries(a: ManagedEntry, b: ManagedEntry): number {
  for (const key of SORT_KEYS) if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
  return (a.subresource ?? '') < (b.subresource ?? '') ? -1 : 1;
}
