import { apply } from './apply.ts';
import { create } from './create/file.ts';
import { run } from './create/run.ts';
import { remove } from './delete.ts';
import { get } from './get.ts';
import { exec } from './pods/exec.ts';
import { logs } from './pods/logs.ts';
import type { Verb } from './verb.ts';

/** The commands of nearly every run, by their words behind `kubectl`; the others are in rare.ts. */
export const COMMON_VERBS: Readonly<Record<string, Verb>> = {
  apply,
  create,
  delete: remove,
  exec,
  get,
  logs,
  run,
};
