import type { KubeObject, ResourceName } from '../../../api/object.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import type { SharedInformers } from '../../machinery/informers.ts';

const TRIES = 40;
const PAUSE_US = 500;

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
  private lagging(owner: string): ResourceName | undefined {
    const versions = this.wrote.get(owner);
    if (versions === undefined) return undefined;
    for (const [resource, version] of versions) {
      if (Number(this.informers.of(resource).lastVersion) < version) return resource;
    }
    this.wrote.delete(owner);
    return undefined;
  }

  /**
   * Gives the caches a moment to catch up; answers the resource whose cache still lags then. A watch event is told at
   * most a moment after the answer to its write, so upstream's check hardly ever fails, and its failures would count
   * as back-off.
   */
  *settled(owner: string): Task<ResourceName | undefined> {
    for (let tries = 0; tries < TRIES; tries++) {
      if (this.lagging(owner) === undefined) return undefined;
      yield* sleep(PAUSE_US);
    }
    return this.lagging(owner);
  }

  forget(owner: string): void {
    this.wrote.delete(owner);
  }
}
