import { isMapping } from '../../base/mapping.ts';
import { own, setOwn } from '../../base/own.ts';

/** RFC 7386. Neither argument is changed; parts the patch leaves alone are shared. */
export function applyMergePatch(document: unknown, patch: unknown): unknown {
  if (!isMapping(patch)) return patch;
  const result: Record<string, unknown> = isMapping(document) ? { ...document } : {};
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    if (value === null) delete result[key];
    else setOwn(result, key, applyMergePatch(own(result, key), value));
  }
  return result;
}
