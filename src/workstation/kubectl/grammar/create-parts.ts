import type { CommandSpec } from './command.ts';
import { type FlagSpec, bool, stringArray, strings, text } from './flag.ts';
import { DRY_RUN, PRINT, SAVE_CONFIG, VALIDATE, command, fieldManager } from './shared.ts';

/** Flags of every command that makes an object. */
export const MAKING: readonly FlagSpec[] = [
  ...DRY_RUN,
  fieldManager('kubectl-create'),
  ...PRINT,
  SAVE_CONFIG,
  ...VALIDATE,
];

/** A command that makes an object. */
export const make = (
  name: string,
  flags: readonly FlagSpec[] = [],
  more: Partial<CommandSpec> = {},
): CommandSpec => command(name, { flags: [...flags, ...MAKING], ...more });

export const IMAGE = text('image');
export const APPEND_HASH: FlagSpec = bool('append-hash');
export const FROM_FILES: readonly FlagSpec[] = [
  strings('from-env-file'),
  strings('from-file'),
  stringArray('from-literal'),
];
export const SUBJECTS: readonly FlagSpec[] = [
  stringArray('group'),
  stringArray('serviceaccount'),
  stringArray('user'),
];
export const RULES: readonly FlagSpec[] = [
  strings('resource'),
  stringArray('resource-name'),
  strings('verb'),
];
