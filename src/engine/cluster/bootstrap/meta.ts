import type { KubeObject } from '../../../api/object.ts';
import { resourceByKind } from '../../../api/resources.ts';

/** An object that stands before anything runs: what the installer and the first start of the control plane wrote. */
export interface SeedObject {
  readonly resource: string;
  readonly object: KubeObject;
}

export function seed(resource: string, object: KubeObject): SeedObject {
  return { resource, object };
}

/** An object of a built-in kind, which says itself what it is. */
export function seedOf(object: KubeObject): SeedObject {
  return { resource: resourceByKind(object.apiVersion ?? '', object.kind ?? '')?.key ?? '', object };
}
