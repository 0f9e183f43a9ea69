import type { Json, JsonObject } from '../base/json.ts';
import { isObject } from '../base/json.ts';
import { parseDuration } from './duration.ts';
import type { ScenarioProblem } from './problem.ts';

/** Where in the document a check is, and the list that problems go to. */
export interface Place {
  readonly path: readonly (string | number)[];
  readonly problems: ScenarioProblem[];
}

/** Reads one value; answers undefined after noting why it is not usable. */
export type Read<T> = (value: Json, place: Place) => T | undefined;

export function fail(place: Place, message: string): undefined {
  place.problems.push({ path: place.path, message });
  return undefined;
}

export function inside(place: Place, key: string | number): Place {
  return { path: [...place.path, key], problems: place.problems };
}

/** What a value is, in plain words. */
function nounOf(value: Json): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'boolean':
      return `the boolean ${value}`;
    case 'number':
      return `the number ${value}`;
    case 'string':
      return value.length > 40 ? 'a text' : `the text ${JSON.stringify(value)}`;
    default:
      return 'a mapping';
  }
}

const wanted = (what: string, value: Json, place: Place): undefined =>
  fail(place, `must be ${what}, is ${nounOf(value)}`);

export const readObject: Read<JsonObject> = (value, place) =>
  isObject(value) ? value : wanted('a mapping', value, place);
export const readText: Read<string> = (value, place) =>
  typeof value === 'string' ? value : wanted('a text', value, place);
export const readBoolean: Read<boolean> = (value, place) =>
  typeof value === 'boolean' ? value : wanted('true or false', value, place);
export const readNumber: Read<number> = (value, place) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? value
    : wanted('a number, not negative', value, place);
export const readInteger: Read<number> = (value, place) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? value
    : wanted('a whole number, not negative', value, place);
export const readDuration: Read<number> = (value, place) =>
  parseDuration(value) ?? wanted('a time such as 2.5s, 500ms or 1m30s', value, place);

/** Seconds as a number, in microseconds. */
export const readSeconds: Read<number> = (value, place) => {
  const seconds = readNumber(value, place);
  return seconds === undefined ? undefined : Math.round(seconds * 1e6);
};

export function readOneOf<const T extends string>(words: readonly T[]): Read<T> {
  return (value, place) =>
    words.find((word) => word === value) ?? wanted(`one of ${words.join(', ')}`, value, place);
}

export function readList<T>(read: Read<T>): Read<readonly T[]> {
  return (value, place) => {
    if (!Array.isArray(value)) return wanted('a list', value, place);
    const items = (value as readonly Json[]).map((item, index) => read(item, inside(place, index)));
    return items.filter((item): item is T & ({} | null) => item !== undefined);
  };
}

export function readMap<T>(read: Read<T>): Read<Readonly<Record<string, T>>> {
  return (value, place) => {
    const object = readObject(value, place);
    if (object === undefined) return undefined;
    const entries = Object.entries(object).map(
      ([key, item]) => [key, read(item ?? null, inside(place, key))] as const,
    );
    return Object.fromEntries(
      entries.filter((entry): entry is readonly [string, T & ({} | null)] => entry[1] !== undefined),
    );
  };
}

/** The key's value, or undefined when it is absent (null counts as absent) or not usable. */
export function optional<T>(object: JsonObject, key: string, place: Place, read: Read<T>): T | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return value === undefined || value === null ? undefined : read(value, inside(place, key));
}

/** As `optional`; absence is a problem. */
export function required<T>(object: JsonObject, key: string, place: Place, read: Read<T>): T | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return value === undefined || value === null
    ? fail(place, `${key} is missing`)
    : read(value, inside(place, key));
}

/** Notes every key that is not in `known`, with the one that was probably meant. */
export function onlyKeys(object: JsonObject, known: readonly string[], place: Place): void {
  for (const key of Object.keys(object)) {
    if (known.includes(key)) continue;
    const near = known.find((candidate) => isNear(key, candidate));
    fail(
      inside(place, key),
      near === undefined
        ? `unknown key; known are ${known.join(', ')}`
        : `unknown key; did you mean ${near}?`,
    );
  }
}

/** One letter more, less or other, two swapped, or another case. */
function isNear(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  if (x === y) return true;
  if (Math.abs(x.length - y.length) > 1 || Math.min(x.length, y.length) < 3) return false;
  let start = 0;
  while (start < x.length && x[start] === y[start]) start++;
  let end = 0;
  while (end < Math.min(x.length, y.length) - start && x[x.length - 1 - end] === y[y.length - 1 - end]) end++;
  const [restX, restY] = [x.slice(start, x.length - end), y.slice(start, y.length - end)];
  const swapped = restX.length === 2 && restY.length === 2 && restX[0] === restY[1] && restX[1] === restY[0];
  return Math.max(restX.length, restY.length) <= 1 || swapped;
}
