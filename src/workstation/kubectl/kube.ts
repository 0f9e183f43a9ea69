import type { Kernel } from '../../engine/kernel/kernel.ts';
import type { Settings } from '../../engine/kernel/settings.ts';
import type { Channel, Future, Task } from '../../engine/kernel/task.ts';
import type { Kubeconfig } from '../kubeconfig.ts';
import type { LocalFiles } from '../files.ts';
import type { LocalPorts } from '../local-ports.ts';
import type { Api } from './api.ts';
import type { ApiDescriptions } from './explain/schema.ts';
import type { CommandSpec } from './grammar/command.ts';
import type { HelpTexts, Kustomizer } from './texts/texts.ts';
import type { Flags } from './grammar/parse.ts';
import type { CommandError } from './errors.ts';
import { usageError } from './errors.ts';

/** The program that KUBE_EDITOR or EDITOR names, or vi. */
export interface Editor {
  readonly name: string;
  /** Opens a file and waits; answers the exit code, 127 when there is no such program. */
  run(path: string): Task<number>;
}

/** Where a verb's text goes. */
export interface Console {
  out(text: string): void;
  err(text: string): void;
}

/** Everything one run of kubectl has: its line, its streams, its machine and its server. */
export interface Kube extends Console {
  readonly kernel: Kernel;
  readonly settings: Settings;
  readonly api: Api;
  readonly config: Kubeconfig;
  readonly files: LocalFiles;
  readonly ports: LocalPorts;
  /** The API's descriptions, where the host has given them. */
  readonly descriptions: ApiDescriptions | undefined;
  /** What `--help` says, where the host has given it. */
  readonly helps: HelpTexts | undefined;
  /** Builds kustomizations, where the host has loaded what does. */
  readonly kustomize: Kustomizer | undefined;
  /** The whole of standard input; undefined when there is none (a terminal). */
  readonly stdin: string | undefined;
  /** Whether standard input is a terminal. */
  readonly terminal: boolean;
  /** Whether standard output is a terminal. */
  readonly shown: boolean;
  /** Standard input as it comes, for a remote process; null ends it. */
  input(): Channel<string | null>;
  /** The editor that a file is opened with, and how; absent where there is no shell to run it. */
  readonly editor: Editor | undefined;
  /** Settled by Ctrl-C. */
  readonly interrupted: Future;
  readonly path: readonly CommandSpec[];
  readonly args: readonly string[];
  readonly dashAt: number | undefined;
  readonly flags: Flags;
  /** The namespace commands work in, and whether the line named it. */
  readonly namespace: string;
  readonly namespaceGiven: boolean;
}

/** `kubectl create deployment`. */
export function commandPath(kube: Pick<Kube, 'path'>): string {
  return kube.path.map((command) => command.name).join(' ');
}

/** Wrong use of the command under way. */
export function misused(kube: Pick<Kube, 'path'>, message: string): CommandError {
  return usageError(commandPath(kube), message);
}
