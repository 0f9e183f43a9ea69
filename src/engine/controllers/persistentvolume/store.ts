import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/generated/types.ts';
import { keyOf } from '../common/objects.ts';

/** The binder's own copies, which its writes update at once. */
export class Store<T extends PersistentVolume | PersistentVolumeClaim> {
  private readonly objects = new Map<string, T>();

  /** Keeps the newer version; false for one that is not. Models storeObjectUpdate. */
  put(object: T): boolean {
    const standing = this.objects.get(keyOf(object));
    const isNewer =
      standing === undefined ||
      standing.metadata.uid !== object.metadata.uid ||
      version(standing) < version(object);
    if (isNewer) this.objects.set(keyOf(object), object);
    return isNewer;
  }

  delete(object: T): void {
    this.objects.delete(keyOf(object));
  }

  get(key: string): T | undefined {
    return this.objects.get(key);
  }

  values(): IterableIterator<T> {
    return this.objects.values();
  }
}

function version({ metadata }: { readonly metadata: { readonly resourceVersion?: string } }): number {
  return Number(metadata.resourceVersion ?? 0);
}
