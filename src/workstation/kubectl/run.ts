import { parseGoDuration } from '../../api/duration.ts';
import { goQuote } from '../../api/go-text.ts';
import type { Kernel } from '../../engine/kernel/kernel.ts';
import type { Settings } from '../../engine/kernel/settings.ts';
import { type Channel, type Future, type Task, sleep } from '../../engine/kernel/task.ts';
import { Client, type Identity } from '../../engine/machinery/client.ts';
import type { LocalFiles } from '../files.ts';
import { rareTools } from '../rare/rare.ts';
import type { LocalPorts } from '../local-ports.ts';
import type { Kubeconfig } from '../kubeconfig.ts';
import { Api } from './api.ts';
import { CommandError, renderError, usageError } from './errors.ts';
import type { CommandSpec } from './grammar/command.ts';
import { GLOBAL_FLAGS } from './grammar/global.ts';
import { KUBECTL } from './grammar/root.ts';
import { type Flags, type ParsedLine, findCommand, parseLine } from './grammar/parse.ts';
import { suggestions } from './grammar/suggest.ts';
import { helpText, optionsText, usageText } from './help.ts';
import type { KubectlTexts } from './texts/texts.ts';
import { identityOf } from './identity.ts';
import { otherServer, serverPlace } from './other-server.ts';
import { KUSTOMIZATION } from './resource/manifests.ts';
import type { Console, Editor, Kube } from './kube.ts';
import { COMMON_VERBS } from './verbs/common.ts';

/** What kubectl finds on the machine it is run on. */
export interface KubectlMachine extends KubectlTexts {
  readonly kernel: Kernel;
  readonly settings: Settings;
  readonly config: Kubeconfig;
  /** Where the cluster's API server is. */
  readonly server: string;
  readonly files: LocalFiles;
  readonly ports: LocalPorts;
  /** The administrator, whom the kubeconfig's certificate proves. */
  readonly admin: Identity;
  connect(identity: Identity): Client;
}

export interface KubectlStreams extends Console {
  /** The whole of standard input, where it has been read; undefined for a terminal. */
  readonly stdin: string | undefined;
  /** Whether standard input is a terminal. */
  readonly terminal: boolean;
  /** Whether standard output is a terminal. */
  readonly shown: boolean;
  /** Standard input as it comes, for a remote process; null ends it. */
  input(): Channel<string | null>;
  readonly interrupted: Future;
  readonly editor?: Editor;
}

/** Commands that shells' completion asks, and nobody types: what follows them is not kubectl's to parse. */
const COMPLETING: ReadonlySet<string> = new Set(['__complete', '__completeNoDesc']);

/** Runs kubectl with these arguments; answers its exit code. */
export function* runKubectl(
  machine: KubectlMachine,
  argv: readonly string[],
  streams: KubectlStreams,
): Task<number> {
  yield* sleep(machine.kernel.around(machine.settings.kubectlStartUs, 'kubectl'));
  const parsed = parseLine(KUBECTL, COMPLETING.has(argv[0] ?? '') ? ['--', ...argv] : argv);
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
  const { path, flags, args } = line;
  const command = path.at(-1) as CommandSpec;
  const words = path
    .slice(1)
    .map(({ name }) => name)
    .join(' ');
  for (const { name, deprecated } of flags.deprecated())
    streams.err(`Flag --${name} has been deprecated, ${deprecated}\n`);
  if (flags.bool('help')) {
    streams.out(helpText(path, machine.helps));
    return 0;
  }
  const missing = (command.requiredFlags ?? []).filter((name) => !flags.changed(name));
  if (missing.length > 0)
    throw new CommandError(`required flag(s) ${missing.map((name) => goQuote(name)).join(', ')} not set`);
  if (words === 'options') {
    streams.out(optionsText(machine.helps));
    return 0;
  }
  const missingConfig = configMissing(machine, flags);
  if (missingConfig !== undefined && path[1]?.name !== 'config')
    throw new CommandError(`stat ${missingConfig}: no such file or directory`);
  takeKustomization(flags);
  const hidden = line.dashAt === 0 && COMPLETING.has(args[0] ?? '');
  const verb = COMMON_VERBS[words] ?? (path.length > 1 || hidden ? rareTools().verbs[words] : undefined);
  if (verb !== undefined) return yield* verb(kubeOf(machine, line, streams));
  if (path.length === 1 && args[0] === 'help') return helpAbout(machine, args.slice(1), streams);
  if (path.length === 1 && args[0] === undefined) {
    streams.out(helpText(path, machine.helps));
    return 0;
  }
  if ((command.commands ?? []).length > 0) return parentAlone(machine, line, streams);
  throw new CommandError(`${path.map(({ name }) => name).join(' ')} is not simulated`);
}

/** `kubectl help COMMAND`. Models cobra's help command. */
function helpAbout(machine: KubectlMachine, words: readonly string[], streams: KubectlStreams): number {
  const found = findCommand(KUBECTL, words);
  const known = found.path.length > 1 || words.length === 0;
  if (known) streams.out(helpText(found.path, machine.helps));
  else
    streams.err(
      `Unknown help topic [${words.map((word) => `\`${word}\``).join(' ')}]\n\n\n${usageText(KUBECTL, machine.helps)}`,
    );
  return 0;
}

/** A command that only has commands: an unknown one is named, none at all means help. Models DefaultSubCommandRun. */
function parentAlone(machine: KubectlMachine, { path, args }: ParsedLine, streams: KubectlStreams): number {
  const [word] = args;
  const { alone } = path.at(-1) as CommandSpec;
  if (alone === 'help' || (alone !== undefined && word === undefined)) {
    streams.out(helpText(path, machine.helps));
    return alone === 'help' ? 0 : 1;
  }
  const names = path.map(({ name }) => name).join(' ');
  if (word === undefined) {
    streams.err(helpText(path, machine.helps));
    return 1;
  }
  if (path.length > 1) throw usageError(names, `unknown command ${goQuote(args.join(' '))}`);
  const similar = suggestions(path[0] as CommandSpec, word);
  const hint =
    similar.length === 0 ? '' : `\n\nDid you mean this?\n${similar.map((name) => `\t${name}\n`).join('')}`;
  throw new CommandError(`unknown command ${goQuote(word)} for ${goQuote(names)}${hint}`);
}

/** `-k DIR` is one more file: what is built of the directory. Models FilenameOptions.RequireFilenameOrKustomize. */
function takeKustomization(flags: Flags): void {
  if (!flags.has('kustomize') || flags.text('kustomize') === '') return;
  if (flags.list('filename').length > 0) throw new CommandError('only one of -f or -k can be specified');
  flags.add('filename', KUSTOMIZATION + flags.text('kustomize'));
}

/** Models clientcmd ParseTimeout. */
function checkTimeout(flags: Flags): void {
  const text = flags.text('request-timeout');
  if (/^[+-]?\d+$/.test(text) || parseGoDuration(text).ok) return;
  throw new CommandError(
    'Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)',
  );
}

/** The file that --kubeconfig names, where there is none. */
function configMissing({ files }: KubectlMachine, flags: Flags): string | undefined {
  const file = flags.isSpec('kubeconfig', GLOBAL_FLAGS) ? flags.text('kubeconfig') : '';
  return file === '' || files.read(file).ok ? undefined : file;
}

const emptyConfig = (): Kubeconfig => ({
  clusters: new Map(),
  users: new Map(),
  contexts: new Map(),
  currentContext: '',
});

/** Who answers: the cluster's server, unless the line or its context names another. */
function clientOf(machine: KubectlMachine, { flags }: ParsedLine, streams: KubectlStreams): Client {
  const identity = identityOf(machine, flags);
  const { config, kernel, server } = machine;
  const global = (name: string): string => (flags.isSpec(name, GLOBAL_FLAGS) ? flags.text(name) : '');
  const context = config.contexts.get(global('context') || config.currentContext);
  const cluster = config.clusters.get(global('cluster') || (context?.cluster ?? ''));
  const wanted = global('server') || (cluster?.server ?? '');
  if (wanted === '' || wanted === server) return machine.connect(identity);
  const place = serverPlace(wanted);
  if (place.url === server) return machine.connect(identity);
  return new Client(
    otherServer(kernel, place, (text) => streams.err(text)),
    identity,
  );
}

function kubeOf(machine: KubectlMachine, line: ParsedLine, streams: KubectlStreams): Kube {
  const { kernel, settings, files, ports, descriptions, helps, kustomize } = machine;
  const config = configMissing(machine, line.flags) === undefined ? machine.config : emptyConfig();
  const seen = new Set<string>();
  const warn = (message: string): void => {
    if (seen.has(message)) return;
    seen.add(message);
    streams.err(`Warning: ${message}\n`);
  };
  const context = config.contexts.get(
    line.flags.text('context') === '' ? config.currentContext : line.flags.text('context'),
  );
  const asked = line.flags.text('namespace');
  let api: Api | undefined;
  return {
    kernel,
    settings,
    config,
    files,
    ports,
    descriptions,
    helps,
    kustomize,
    /** Made when first needed: `config` needs no server. */
    get api() {
      checkTimeout(line.flags);
      api ??= new Api(clientOf(machine, line, streams), warn);
      return api;
    },
    stdin: streams.stdin,
    terminal: streams.terminal,
    shown: streams.shown,
    input: () => streams.input(),
    interrupted: streams.interrupted,
    editor: streams.editor,
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
