/** A word before expansion: its parts in order. An empty list is the empty word. */
export type Word = readonly WordPart[];

export type WordPart =
  /** Literal text; `quoted` keeps it from splitting and globbing. */
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | {
      readonly kind: 'parameter';
      readonly name: string;
      /** Of an array: `${name[index]}`. */
      readonly index?: Word;
      readonly op?: ParameterOp;
      readonly argument?: Word;
      readonly quoted: boolean;
    }
  | { readonly kind: 'length'; readonly name: string; readonly index?: Word; readonly quoted: boolean }
  /** `$( … )` and backquotes. */
  | { readonly kind: 'command'; readonly body: Command; readonly quoted: boolean }
  /** bash's `<( … )`: a file with what it prints; `>( … )` (`reads`): one that it reads. */
  | { readonly kind: 'process'; readonly body: Command; readonly reads: boolean }
  | { readonly kind: 'arithmetic'; readonly expression: Word; readonly quoted: boolean }
  /** A leading `~` or `~name`. */
  | { readonly kind: 'tilde'; readonly user: string };

/** `:-` `-` `:=` `=` `:?` `?` `:+` `+` `#` `##` `%` `%%` `/` `//` and `:` (a slice); bash's `,,` and `^^`. */
export type ParameterOp =
  | ':-'
  | '-'
  | ':='
  | '='
  | ':?'
  | '?'
  | ':+'
  | '+'
  | '#'
  | '##'
  | '%'
  | '%%'
  | '/'
  | '//'
  | ':'
  | ',,'
  | '^^';

export interface Assignment {
  readonly name: string;
  readonly value: Word;
  /** bash's arrays: one element, or all of them; `+=`. */
  readonly index?: Word;
  readonly items?: readonly Word[];
  readonly append?: boolean;
}

export interface Redirect {
  readonly fd: number;
  readonly op: '<' | '>' | '>>' | '>|' | '<>' | '<&' | '>&' | '<<';
  readonly target: Word;
}

interface Compound {
  readonly redirects: readonly Redirect[];
}

export type Command =
  | {
      readonly kind: 'simple';
      readonly assignments: readonly Assignment[];
      readonly words: readonly Word[];
      readonly redirects: readonly Redirect[];
      readonly line: number;
    }
  | { readonly kind: 'pipeline'; readonly commands: readonly Command[]; readonly negated: boolean }
  | { readonly kind: 'and'; readonly left: Command; readonly right: Command }
  | { readonly kind: 'or'; readonly left: Command; readonly right: Command }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | (Compound & { readonly kind: 'subshell'; readonly body: Command })
  | (Compound & { readonly kind: 'group'; readonly body: Command })
  | (Compound & {
      readonly kind: 'if';
      readonly branches: readonly { readonly test: Command; readonly body: Command }[];
      readonly otherwise?: Command;
    })
  | (Compound & { readonly kind: 'while'; readonly test: Command; readonly body: Command })
  | (Compound & { readonly kind: 'until'; readonly test: Command; readonly body: Command })
  | (Compound & {
      readonly kind: 'for';
      readonly name: string;
      readonly words?: readonly Word[];
      readonly body: Command;
    })
  | (Compound & { readonly kind: 'case'; readonly subject: Word; readonly arms: readonly CaseArm[] })
  | { readonly kind: 'function'; readonly name: string; readonly body: Command };

export interface ListItem {
  readonly command: Command;
  readonly background: boolean;
}

export interface CaseArm {
  readonly patterns: readonly Word[];
  readonly body: Command;
}

/** The text is no program: `message` in ash's words; `incomplete` when more text could still make it one. */
export class ShellSyntaxError {
  readonly message: string;
  readonly line: number;
  readonly incomplete: boolean;
  /** The commands of the lines before. */
  before: readonly ListItem[] = [];

  constructor(message: string, line: number, incomplete: boolean) {
    this.message = message;
    this.line = line;
    this.incomplete = incomplete;
  }
}
