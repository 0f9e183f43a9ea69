import type { KubeObject } from '../../../api/object.ts';

/** An object that stands before anything runs: what the installer and the first start of the control plane wrote. */
export interface SeedObject {
  readonly resource: string;
  readonly object: KubeObject;
}

export function seed(resource: string, object: KubeObject): SeedObject {
  return { resource, object };
}
