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

/** One command of the tree: data for parsing and completion. What is said of it is in help/texts.json. */
export interface CommandSpec {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly args?: ArgumentKind;
  readonly flags: readonly FlagSpec[];
  readonly requiredFlags?: readonly string[];
  readonly commands?: readonly CommandSpec[];
  /** What a command that only has commands does when called by itself: its help as an error on stderr unless said. */
  readonly alone?: 'error on stdout' | 'help';
}
