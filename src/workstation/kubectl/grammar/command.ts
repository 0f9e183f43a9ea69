import type { FlagSpec } from './flag.ts';

/** What a command's arguments are, for completion. */
export type ArgumentKind =
  | 'none'
  | 'file'
  /** types, then names; or TYPE/NAME */
  | 'resources'
  | 'types'
  | 'pod'
  | 'node'
  | 'context'
  | 'words';

/** One command of the tree: data for parsing, `--help` and completion. */
export interface CommandSpec {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** What stands behind `kubectl NAME` in its usage line. */
  readonly use: string;
  readonly short: string;
  readonly long?: string;
  readonly examples?: string;
  readonly args?: ArgumentKind;
  readonly flags: readonly FlagSpec[];
  readonly requiredFlags?: readonly string[];
  readonly commands?: readonly CommandSpec[];
  /** What a command that only has commands does when called by itself: its help as an error on stderr unless said. */
  readonly alone?: 'error on stdout' | 'help';
}
