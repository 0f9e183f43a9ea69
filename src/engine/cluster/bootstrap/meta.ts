import type { KubeObject } from '../../../api/object.ts';

/** An object as the cluster's installer left it: what the first start writes, with when it was made. */
export interface SeedObject {
  readonly resource: string;
  readonly object: KubeObject;
  /** How long before the cluster starts it was made, in seconds. */
  readonly ageSeconds: number;
}

/** Base objects are this much older than the boot of the nodes. */
export const INSTALLED_BEFORE_BOOT_SECONDS = 30;

/** A seed made when the cluster was installed. */
export function seed(resource: string, object: KubeObject, ageSeconds = INSTALLED_BEFORE_BOOT_SECONDS): SeedObject {
  return { resource, object, ageSeconds };
}
