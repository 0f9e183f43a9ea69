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
// oxlint-disable-next-line max-params -- the columns of a table
export const make = (
  name: string,
  use: string,
  short: string,
  flags: readonly FlagSpec[] = [],
  more: Partial<CommandSpec> = {},
): CommandSpec => command(name, use, short, { args: 'words', flags: [...flags, ...MAKING], ...more });

export const IMAGE = text('image', 'Image name to run.');
export const APPEND_HASH = (what: string): FlagSpec =>
  bool('append-hash', `Append a hash of the ${what} to its name.`);
export const FROM_FILES: readonly FlagSpec[] = [
  strings('from-env-file', 'Specify the path to a file to read lines of key=val pairs to create.', {
    values: 'file',
  }),
  strings(
    'from-file',
    'Key file can be specified using its file path, in which case file basename will be used as key, or optionally with a key and file path, in which case the given key will be used.  Specifying a directory will iterate each named file in the directory that is a valid key.',
    { values: 'file' },
  ),
  stringArray('from-literal', 'Specify a key and literal value to insert (i.e. mykey=somevalue)'),
];
export const SUBJECTS: readonly FlagSpec[] = [
  stringArray('group', 'Groups to bind. The flag can be repeated to add multiple groups.'),
  stringArray(
    'serviceaccount',
    'Service accounts to bind, in the format <namespace>:<name>. The flag can be repeated to add multiple service accounts.',
  ),
  stringArray('user', 'Usernames to bind. The flag can be repeated to add multiple users.'),
];
export const RULES: readonly FlagSpec[] = [
  strings('resource', 'Resource that the rule applies to'),
  stringArray(
    'resource-name',
    'Resource in the white list that the rule applies to, repeat this flag for multiple items',
  ),
  strings('verb', 'Verb that applies to the resources contained in the rule'),
];
