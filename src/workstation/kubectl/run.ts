import { goQuote } from '../../api/go-text.ts';
import type { Kernel } from '../../engine/kernel/kernel.ts';
import type { Settings } from '../../engine/kernel/settings.ts';
import { type Future, type Task, sleep } from '../../engine/kernel/task.ts';
import { Client, type Identity } from '../../engine/machinery/client.ts';
import type { LocalFiles } from '../files.ts';
import type { Kubeconfig } from '../kubeconfig.ts';
import { Api } from './api.ts';
import { CommandError, renderError } from './errors.ts';
import { KUBECTL } from './grammar/root.ts';
import { type ParsedLine, parseLine } from './grammar/parse.ts';
import { identityOf } from './identity.ts';
import type { Console, Kube } from './kube.ts';
import { VERBS } from './verbs/index.ts';

/** What kubectl finds on the machine it is run on. */
export interface KubectlMachine {
  readonly kernel: Kernel;
  readonly settings: Settings;
  readonly config: Kubeconfig;
  readonly files: LocalFiles;
  /** The administrator, whom the kubeconfig's certificate proves. */
  readonly admin: Identity;
  connect(identity: Identity): Client;
}

export interface KubectlStreams extends Console {
  readonly stdin: string | undefined;
  readonly interrupted: Future;
}

/** Runs kubectl with these arguments; answers its exit code. */
export function* runKubectl(machine: KubectlMachine, argv: readonly string[], streams: KubectlStreams): Task<number> {
  yield* sleep(machine.settings.kubectlStartUs);
  const parsed = parseLine(KUBECTL, argv);
  if (!parsed.ok) {
    const path = parsed.error.path.map(({ name }) => name).join(' ');
    streams.err(`error: ${parsed.error.message}\nSee '${path} --help' for usage.\n`);
    return 1;
  }
  try {
    return yield* runLine(machine, parsed.value, streams);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { text, exit } = renderError(error);
    streams.err(text);
    return exit;
  }
}

function* runLine(machine: KubectlMachine, line: ParsedLine, streams: KubectlStreams): Task<number> {
  const words = line.path.slice(1).map(({ name }) => name).join(' ');
  const verb = VERBS[words];
  if (verb === undefined) throw new CommandError(`unknown command ${goQuote(words === '' ? (line.args[0] ?? '') : words)} for "kubectl"`);
  return yield* verb(kubeOf(machine, line, streams));
}

function kubeOf(machine: KubectlMachine, line: ParsedLine, streams: KubectlStreams): Kube {
  const { kernel, settings, config, files } = machine;
  const seen = new Set<string>();
  const warn = (message: string): void => {
    if (seen.has(message)) return;
    seen.add(message);
    streams.err(`Warning: ${message}\n`);
  };
  const context = config.contexts.get(line.flags.text('context') === '' ? config.currentContext : line.flags.text('context'));
  const asked = line.flags.text('namespace');
  return {
    kernel,
    settings,
    config,
    files,
    api: new Api(machine.connect(identityOf(machine, line.flags)), warn),
    stdin: streams.stdin,
    interrupted: streams.interrupted,
    path: line.path,
    args: line.args,
    dashAt: line.dashAt,
    flags: line.flags,
    namespace: asked !== '' ? asked : (context?.namespace ?? 'default'),
    namespaceGiven: asked !== '',
    out: (text) => streams.out(text),
    err: (text) => streams.err(text),
  };
}
