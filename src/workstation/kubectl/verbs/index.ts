import { apply } from './apply.ts';
import { create } from './create.ts';
import { get } from './get.ts';
import { remove } from './delete.ts';
import type { Verb } from './verb.ts';

/** The verb of each command, by its words behind `kubectl`. */
export const VERBS: Readonly<Record<string, Verb>> = { apply, create, get, delete: remove };
