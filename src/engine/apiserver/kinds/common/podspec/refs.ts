import type { Draft } from '../../../../../base/brand.ts';
import type { ObjectFieldSelector, ResourceFieldSelector } from '../../../../../api/generated/types.ts';

/** Of an environment variable or a file of the downward API. Models SetDefaults_ObjectFieldSelector. */
export function defaultFieldRef(ref: Draft<ObjectFieldSelector> | undefined): void {
  if (ref) ref.apiVersion ||= 'v1';
}

/** The divisor is a value, not a pointer: its zero is written. */
export function defaultResourceFieldRef(ref: Draft<ResourceFieldSelector> | undefined): void {
  if (ref) ref.divisor ||= '0';
}
