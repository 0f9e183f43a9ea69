import type { Json, JsonObject } from '../base/json.ts';
import { isObject } from '../base/json.ts';
import { FORMAT_VERSION } from './document.ts';
import type { Place } from './checks.ts';
import { fail, inside } from './checks.ts';

/** Turns a document of version N into one of version N + 1. To add a version: raise FORMAT_VERSION, add the step here. */
const MIGRATIONS: Readonly<Record<number, (document: JsonObject) => JsonObject>> = {};

/** The document in the current version; undefined after noting why it cannot be read. */
export function migrate(document: Json, place: Place): Json | undefined {
  if (!isObject(document)) return document;
  const version = document['formatVersion'] ?? 1;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return fail(inside(place, 'formatVersion'), 'must be a whole number from 1');
  }
  if (version > FORMAT_VERSION) {
    return fail(
      inside(place, 'formatVersion'),
      `is ${version}; this Podscope reads versions up to ${FORMAT_VERSION}`,
    );
  }
  let current: JsonObject = document;
  for (let from = version; from < FORMAT_VERSION; from++) current = MIGRATIONS[from]?.(current) ?? current;
  return current;
}
