import { compareText } from '../../base/compare.ts';
import type { Json } from '../../base/json.ts';
import { isObject, sameJson } from '../../base/json.ts';

/** A place where two comparable forms differ; `path` is `FACET/key/key[place]`. An absent side is undefined. */
export interface Difference {
  readonly path: string;
  readonly want: Json | undefined;
  readonly got: Json | undefined;
}

const isContainer = (value: Json): boolean => typeof value === 'object' && value !== null;

/** All differences below `path`, keys in order of their text. Lists of unequal length or with plain values differ as a whole. */
export function differences(want: Json, got: Json, path: string): Difference[] {
  if (isObject(want) && isObject(got)) {
    const keys = [...new Set([...Object.keys(want), ...Object.keys(got)])].sort(compareText);
    return keys.flatMap((key) => {
      const [here, there] = [
        Object.hasOwn(want, key) ? want[key] : undefined,
        Object.hasOwn(got, key) ? got[key] : undefined,
      ];
      const at = `${path}/${key}`;
      return here === undefined || there === undefined
        ? [{ path: at, want: here, got: there }]
        : differences(here, there, at);
    });
  }
  if (sameJson(want, got)) return [];
  if (Array.isArray(want) && Array.isArray(got) && want.length === got.length) {
    const [here, there] = [want as readonly Json[], got as readonly Json[]];
    if ([...here, ...there].every(isContainer)) {
      return here.flatMap((item, place) => differences(item, there[place] as Json, `${path}[${place}]`));
    }
  }
  return [{ path, want, got }];
}

/** The differences that are not below a path that varied between runs of the real cluster. */
export function beyondVary(found: readonly Difference[], vary: readonly string[]): Difference[] {
  return found.filter((difference) => !vary.some((path) => difference.path.startsWith(path)));
}
