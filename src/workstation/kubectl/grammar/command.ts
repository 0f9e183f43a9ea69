import type { FlagSpec } from './flag.ts';

/** One command of the tree: data for parsing; what completes its arguments is in completion/data.ts. What is said of it is in help/texts.json. */
export interface CommandSpec {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly flags: readonly FlagSpec[];
  readonly requiredFlags?: readonly string[];
  readonly commands?: readonly CommandSpec[];
  /** What a command that only has commands does when called by itself: its help as an error on stderr unless said. */
  readonly alone?: 'error on stdout' | 'help';
}
