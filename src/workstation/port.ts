import type { Future } from '../engine/kernel/task.ts';

/** A command to run on the learner's machine. */
export interface Command {
  /** kubectl's arguments (without `kubectl`), or a whole line for the machine's shell. */
  readonly run: { readonly kubectl: readonly string[] } | { readonly line: string };
  readonly stdin?: string;
}

/** A command under way. */
export interface RunningCommand {
  /** Settles with its exit code, or 'interrupted'. */
  readonly done: Future<number | 'interrupted'>;
  /** Ends it at once. */
  interrupt(): void;
  /** Types lines or keys into the terminal it runs in; what is read is echoed. Ctrl-C ends it, or goes where it passes keys on to. */
  type(text: string): void;
  /** Takes the lines that were typed and that it has not read. */
  unread(): readonly string[];
}

/** An entry of the kubeconfig, with a context of the same name. */
export interface AddedUser {
  readonly name: string;
  readonly namespace?: string;
  readonly certificate?: { readonly user: string; readonly groups: readonly string[] };
  readonly token?: string;
}

/** The learner's machine: files (the editor's tabs), a shell, kubectl. It records what is run and printed. */
export interface Workstation {
  /** Starts a command in the cause of now; records input.command, command.output and command.exit. */
  run(command: Command): RunningCommand;
  /** Writes files into the home directory; those not named stay. */
  writeFiles(files: Readonly<Record<string, string>>): void;
  /** Adds somebody whom kubectl can be; says whether the entry is new. */
  addUser(user: AddedUser): boolean;
}
