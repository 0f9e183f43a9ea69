import type { KubeObject } from '../../../../api/object.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../../api/generated/types.ts';
import type { ClusterObjects } from '../../framework/objects.ts';

/** What volume binding looks things up in. */
export type VolumeObjects = Pick<
  ClusterObjects,
  'claim' | 'volume' | 'volumesOfClass' | 'storageClass' | 'csiDriver' | 'storageCapacities'
>;

interface Assumption<T> {
  /** The version it was made on. */
  readonly base: string | undefined;
  readonly object: T;
}

/**
 * Claims and volumes with what has been decided about them and is not written yet; a newer version from the API
 * server ends an assumption. Models pkg/scheduler/util/assumecache (1.36).
 */
export class AssumedObjects implements VolumeObjects {
  private readonly objects: ClusterObjects;
  private readonly claims = new Map<string, Assumption<PersistentVolumeClaim>>();
  private readonly volumes = new Map<string, Assumption<PersistentVolume>>();

  constructor(objects: ClusterObjects) {
    this.objects = objects;
  }

  claim(namespace: string, name: string): PersistentVolumeClaim | undefined {
    return current(this.claims, `${namespace}/${name}`, this.objects.claim(namespace, name));
  }

  volume(name: string): PersistentVolume | undefined {
    return current(this.volumes, name, this.objects.volume(name));
  }

  volumesOfClass(className: string): readonly PersistentVolume[] {
    const found = this.objects.volumesOfClass(className);
    if (this.volumes.size === 0) return found;
    return found.map((volume) => this.volume(volume.metadata.name) ?? volume);
  }

  storageClass(name: string): ReturnType<ClusterObjects['storageClass']> {
    return this.objects.storageClass(name);
  }

  csiDriver(name: string): ReturnType<ClusterObjects['csiDriver']> {
    return this.objects.csiDriver(name);
  }

  storageCapacities(): ReturnType<ClusterObjects['storageCapacities']> {
    return this.objects.storageCapacities();
  }

  /** As the API server has them, without assumptions. */
  get actual(): ClusterObjects {
    return this.objects;
  }

  assumeClaim(claim: PersistentVolumeClaim): void {
    const { namespace, name, resourceVersion } = claim.metadata;
    this.claims.set(`${namespace ?? ''}/${name}`, { base: resourceVersion, object: claim });
  }

  assumeVolume(volume: PersistentVolume): void {
    const { name, resourceVersion } = volume.metadata;
    this.volumes.set(name, { base: resourceVersion, object: volume });
  }

  restoreClaim(namespace: string, name: string): void {
    this.claims.delete(`${namespace}/${name}`);
  }

  restoreVolume(name: string): void {
    this.volumes.delete(name);
  }
}

function current<T extends KubeObject>(
  assumptions: Map<string, Assumption<T>>,
  key: string,
  actual: T | undefined,
): T | undefined {
  const assumed = assumptions.get(key);
  if (assumed === undefined) return actual;
  if (actual !== undefined && actual.metadata?.resourceVersion === assumed.base) return assumed.object;
  // Written, changed by somebody else, or gone: what the API server has counts.
  assumptions.delete(key);
  return actual;
}
