import type { KubeObject, ResourceName } from '../api/object.ts';
import type { Seq } from './ids.ts';
import type { RecordOf, TraceRecord } from './record.ts';

/** A version of an object in the trace: absent `object` means deleted. */
export interface Version {
  readonly seq: Seq;
  readonly rev: number;
  readonly object: KubeObject | undefined;
}

/** Every version of one object, oldest first. */
export interface History {
  readonly resource: ResourceName;
  readonly namespace: string;
  readonly name: string;
  readonly versions: readonly Version[];
}

type StateRecord = RecordOf<'object.put'> | RecordOf<'object.delete'>;

/** The multi-version index: the world at any moment without replay. Feed it every record in order. */
export class WorldIndex {
  private readonly byKey = new Map<string, { history: History; versions: Version[] }>();
  private readonly byResource = new Map<ResourceName, History[]>();

  add(record: TraceRecord): void {
    if (record.kind === 'object.put' || record.kind === 'object.delete') this.addState(record);
  }

  /** All histories of a resource, in order of first appearance. */
  histories(resource: ResourceName): readonly History[] {
    return this.byResource.get(resource) ?? [];
  }

  resources(): readonly ResourceName[] {
    return [...this.byResource.keys()];
  }

  history(resource: ResourceName, namespace: string, name: string): History | undefined {
    return this.byKey.get(worldKey(resource, namespace, name))?.history;
  }

  /** The object as it stood after record `seq`, if it existed. O(log versions). */
  get(resource: ResourceName, namespace: string, name: string, seq: number): KubeObject | undefined {
    const entry = this.byKey.get(worldKey(resource, namespace, name));
    return entry === undefined ? undefined : versionAt(entry.versions, seq)?.object;
  }

  /** Every object of a resource as it stood after record `seq`. */
  list(resource: ResourceName, seq: number): KubeObject[] {
    const found: KubeObject[] = [];
    for (const { versions } of this.byResource.get(resource) ?? []) {
      // They are in order of first appearance: none after this one was there yet.
      if ((versions[0] as Version).seq > seq) break;
      const object = versionAt(versions, seq)?.object;
      if (object !== undefined) found.push(object);
    }
    return found;
  }

  private addState(record: StateRecord): void {
    const { resource, namespace, name, rev, object } = record.data;
    const key = worldKey(resource, namespace, name);
    let entry = this.byKey.get(key);
    if (entry === undefined) {
      const versions: Version[] = [];
      entry = { history: { resource, namespace, name, versions }, versions };
      this.byKey.set(key, entry);
      const family = this.byResource.get(resource);
      if (family === undefined) this.byResource.set(resource, [entry.history]);
      else family.push(entry.history);
    }
    entry.versions.push({ seq: record.seq, rev, object: record.kind === 'object.put' ? object : undefined });
  }
}

/** The last version at or before `seq`. */
export function versionAt(versions: readonly Version[], seq: number): Version | undefined {
  const last = versions[versions.length - 1];
  if (last !== undefined && last.seq <= seq) return last;
  let low = 0;
  let high = versions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((versions[middle] as Version).seq <= seq) low = middle + 1;
    else high = middle;
  }
  return versions[low - 1];
}

function worldKey(resource: ResourceName, namespace: string, name: string): string {
  return `${resource}|${namespace}|${name}`;
}
