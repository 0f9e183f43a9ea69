import type { KubeObject, ResourceName } from '../../../api/object.ts';
import type { SharedInformers } from '../../machinery/informers.ts';

/**
 * Remembers what a controller wrote for an owner, so that it does not sync the owner again before its caches show it.
 * Models pkg/controller/util/consistency ConsistencyStore (1.36, gates StaleControllerConsistency*).
 */
export class ConsistencyStore {
  private readonly informers: SharedInformers;
  private readonly wrote = new Map<string, Map<ResourceName, number>>();

  constructor(informers: SharedInformers) {
    this.informers = informers;
  }

  /** `written` is the server's answer to a write made for the owner of this key. */
  wroteFor(owner: string, resource: ResourceName, written: KubeObject): void {
    const version = Number(written.metadata?.resourceVersion);
    if (!Number.isFinite(version)) return;
    const versions = this.wrote.get(owner) ?? new Map<ResourceName, number>();
    this.wrote.set(owner, versions);
    versions.set(resource, Math.max(version, versions.get(resource) ?? 0));
  }

  /** The resource whose cache lags behind a write, or undefined when all show what was written. */
  lagging(owner: string): ResourceName | undefined {
    const versions = this.wrote.get(owner);
    if (versions === undefined) return undefined;
    for (const [resource, version] of versions) {
      if (Number(this.informers.of(resource).lastVersion) < version) return resource;
    }
    this.wrote.delete(owner);
    return undefined;
  }

  forget(owner: string): void {
    this.wrote.delete(owner);
  }
}
