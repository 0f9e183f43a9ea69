import { type Mapping, isMapping } from '../../base/mapping.ts';
import { setOwn } from '../../base/own.ts';
import { goValue } from '../go-text.ts';
import type { StructSchema } from '../schema.ts';

/** Why a patch cannot be applied, in upstream's words. */
export type PatchFailure = { readonly code: 400 | 500; readonly message: string };

export const DIRECTIVE = '$patch';
export const RETAIN_KEYS = '$retainKeys';
export const SET_ORDER = '$setElementOrder/';
export const DELETE_FROM = '$deleteFromPrimitiveList/';

/** Models mergepatch.ErrBadPatchType. */
export function badPatchType(directive: unknown, patch: Mapping): PatchFailure {
  const shown = typeof directive === 'string' ? directive : `%!s(int64=${goValue(directive)})`;
  return { code: 500, message: `unknown patch type: ${shown} in map: ${goValue(patch)}` };
}

/** What the schema says of the field a value stands in. */
export interface PatchField {
  readonly strategy: 'merge' | 'replace' | '';
  readonly mergeKey: string;
  /** The struct of the value, or of a list's items. */
  readonly struct: StructSchema | undefined;
}

/** Whether a key tells how to patch instead of what. */
export function isDirective(key: string): boolean {
  return key === DIRECTIVE || key === RETAIN_KEYS || key.startsWith(SET_ORDER) || key.startsWith(DELETE_FROM);
}

/** The value as it is stored when there is nothing to merge it with: no directives, no nulls. */
export function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value
      .filter((item) => !(isMapping(item) && item[DIRECTIVE] !== undefined && item[DIRECTIVE] !== 'merge'))
      .map(withoutDirectives);
  }
  if (!isMapping(value)) return value;
  const result: Mapping = {};
  for (const key of Object.keys(value)) {
    if (!isDirective(key) && value[key] !== null) setOwn(result, key, withoutDirectives(value[key]));
  }
  return result;
}
