import type { CommandSpec } from './command.ts';
import { type FlagSpec, bool, int64, strings, text } from './flag.ts';

// Groups of flags many commands have.

/** One command of the tree. */
export function command(name: string, more: Partial<CommandSpec> = {}): CommandSpec {
  return { name, flags: [], ...more };
}

/** -f alone. */
export const FILENAME: FlagSpec = strings('filename f');

/** -f, -k, -R. Models cmdutil.AddFilenameOptionFlags. */
export function files(): readonly FlagSpec[] {
  return [FILENAME, text('kustomize k'), bool('recursive R')];
}

const TEMPLATES: readonly FlagSpec[] = [
  bool('allow-missing-template-keys', { default: 'true' }),
  text('template'),
];

/** -o and its friends. Models genericclioptions.PrintFlags. */
export const PRINT: readonly FlagSpec[] = [...TEMPLATES, text('output o'), bool('show-managed-fields')];

export const DRY_RUN: readonly FlagSpec[] = [text('dry-run', { default: 'none', bare: 'unchanged' })];

export const VALIDATE: readonly FlagSpec[] = [text('validate', { default: 'strict', bare: 'strict' })];

export const fieldManager = (name: string): FlagSpec => text('field-manager', { default: name });

/** Writes the command line down as a change's cause. */
export const RECORD: FlagSpec = bool('record', {
  hidden: true,
  deprecated: '--record will be removed in the future',
});

export const SELECTOR: FlagSpec = text('selector l');
export const FIELD_SELECTOR: FlagSpec = text('field-selector');
export const ALL_NAMESPACES: FlagSpec = bool('all-namespaces A');
export const SAVE_CONFIG: FlagSpec = bool('save-config');
export const CHUNK_SIZE: FlagSpec = int64('chunk-size', { default: '500' });
export const LOCAL: FlagSpec = bool('local');
export const POD_RUNNING_TIMEOUT = (fallback: string): FlagSpec => ({
  name: 'pod-running-timeout',
  type: 'duration',
  default: fallback,
});
export const SUBRESOURCE: FlagSpec = text('subresource');
