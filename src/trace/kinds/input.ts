/** Inputs: what a person did. They, the scenario and the seed determine everything else. */
export interface InputKinds {
  /** A command line run on the learner's machine. `index` numbers commands from 0 and names the command's later records. */
  'input.command': {
    readonly index: number;
    readonly argv: readonly string[];
    /** The line as typed, when it came from a terminal. */
    readonly line?: string;
    readonly stdin?: string;
  };
  /** Something done to the cluster from outside: the scenario's `fault` step as written. */
  'input.fault': { readonly index: number; readonly fault: unknown; readonly undo?: boolean };
  /** What a command printed, chunk by chunk. */
  'command.output': { readonly command: number; readonly stream: 'stdout' | 'stderr'; readonly text: string };
  /** The command waits until somebody has edited the file `open` of the home directory; `files` is what it has changed there by then. */
  'command.files': {
    readonly command: number;
    readonly open: string;
    readonly files: Readonly<Record<string, FileChange>>;
  };
  /** The command ended. `exit` is 'interrupted' when it had to be stopped. */
  'command.exit': {
    readonly command: number;
    readonly exit: number | 'interrupted';
    /** Files of the home directory that it left changed, by name: the editor's tabs follow. */
    readonly files?: Readonly<Record<string, FileChange>>;
  };
}

/** A file's text before and after; absent where there was, or is, no such file. */
export interface FileChange {
  readonly before?: string;
  readonly text?: string;
}
