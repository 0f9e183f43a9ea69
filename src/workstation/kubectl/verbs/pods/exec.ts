import type { Pod } from '../../../../api/generated/types.ts';
import type { Task } from '../../../../engine/kernel/task.ts';
import { CommandError, asCommandError } from '../../errors.ts';
import { type Kube, misused } from '../../kube.ts';
import { attachablePod, chooseContainer } from '../../pods.ts';
import { resolveArguments } from '../../resource/arguments.ts';
import type { Info } from '../../resource/info.ts';
import { allInfos } from '../../resource/visit.ts';
import { openStream, runRemote } from '../../streams.ts';

/** `kubectl exec`. Models kubectl/pkg/cmd/exec/exec.go (1.36). */
export function* exec(kube: Kube): Task<number> {
  const { flags, args, dashAt } = kube;
  const filenames = flags.list('filename');
  const command = dashAt === undefined ? [] : args.slice(dashAt);
  const named = dashAt === 0 ? undefined : args[0];
  if (dashAt === undefined && (args.length > 1 || (args.length > 0 && filenames.length > 0))) {
    throw misused(kube, 'exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead');
  }
  if (named === undefined && filenames.length === 0)
    throw new CommandError('pod, type/name or --filename must be specified');
  if (command.length === 0) throw new CommandError('you must specify at least one command for the container');
  const info = yield* theOne(kube, named, filenames);
  const pod = yield* attachablePod(kube, info, flags.durationUs('pod-running-timeout'));
  const phase = pod.status?.phase ?? '';
  if (phase === 'Succeeded' || phase === 'Failed')
    throw new CommandError(`cannot exec into a container in a completed pod; current phase is ${phase}`);
  const quiet = flags.bool('quiet');
  const container = chooseContainer(kube, pod, flags.text('container'), quiet);
  const stdin = flags.bool('stdin');
  const tty = flags.bool('tty') && stdin && kube.terminal;
  if (flags.bool('tty') && stdin && !tty) kube.err(NO_TERMINAL);
  const params = {
    command,
    container: container.name,
    stdout: 'true',
    stderr: tty ? 'false' : 'true',
    ...(stdin ? { stdin: 'true' } : {}),
    ...(tty ? { tty: 'true' } : {}),
  };
  const { namespace = '', name } = pod.metadata;
  return yield* runRemote(
    kube,
    { subresource: 'exec', namespace, name, options: { params } },
    kube,
    stdin ? kube.input() : undefined,
  );
}

const NO_TERMINAL = 'Unable to use a TTY - input is not a terminal or the right kind of file\n';

/** The one object named, by word or by file. */
export function* theOne(kube: Kube, word: string | undefined, filenames: readonly string[] = []): Task<Info> {
  const wanted = resolveArguments(
    kube,
    word === undefined ? { args: [], filenames } : { args: [word], defaultType: 'pods' },
  );
  const [info] = yield* allInfos(kube, wanted, { latest: true });
  if (info === undefined) throw new CommandError('no objects passed');
  return info;
}

const PROMPT_NOTICE =
  'All commands and output from this session will be recorded in container logs, including credentials and sensitive information passed through the command prompt.\n';

/** `kubectl attach`. Models kubectl/pkg/cmd/attach/attach.go. */
export function* attach(kube: Kube): Task<number> {
  const { flags, args } = kube;
  if (args.length === 0) throw new CommandError('at least 1 argument is required for attach');
  if (args.length > 2)
    throw misused(
      kube,
      `expected POD, TYPE/NAME, or TYPE NAME, (at most 2 arguments) saw ${args.length}: [${args.join(' ')}]`,
    );
  const word = args.length === 2 ? `${args[0]}/${args[1]}` : args[0];
  const info = yield* theOne(kube, word);
  const pod = yield* attachablePod(kube, info, flags.durationUs('pod-running-timeout'));
  return yield* attachTo(kube, pod, flags.text('container'), flags.bool('stdin'));
}

function attachable(kube: Kube, pod: Pod, asked: string, quiet: boolean): ReturnType<typeof chooseContainer> {
  try {
    return chooseContainer(kube, pod, asked, quiet);
  } catch (error) {
    throw new CommandError(`cannot attach to the container: ${asCommandError(error).message}`);
  }
}

/** Attaches to a container of a Pod. */
export function* attachTo(kube: Kube, pod: Pod, asked: string, stdin: boolean): Task<number> {
  const { flags } = kube;
  const phase = pod.status?.phase ?? '';
  if (phase === 'Succeeded' || phase === 'Failed')
    throw new CommandError(`cannot attach a container in a completed pod; current phase is ${phase}`);
  const quiet = flags.has('quiet') && flags.bool('quiet');
  const container = attachable(kube, pod, asked, quiet);
  if (flags.bool('tty') && container.tty !== true && !quiet)
    kube.err(`error: Unable to use a TTY - container ${container.name} did not allocate one\n`);
  if (stdin && container.tty === true && !kube.terminal) kube.err(NO_TERMINAL);
  if (!quiet) kube.err(`${PROMPT_NOTICE}If you don't see a command prompt, try pressing enter.\n`);
  const tty = flags.bool('tty') && stdin && kube.terminal && container.tty === true;
  const params = {
    container: container.name,
    stdout: 'true',
    stderr: tty ? 'false' : 'true',
    ...(stdin ? { stdin: 'true' } : {}),
    ...(tty ? { tty: 'true' } : {}),
  };
  const { namespace = '', name } = pod.metadata;
  yield* runRemote(
    kube,
    { subresource: 'attach', namespace, name, options: { params } },
    kube,
    stdin ? kube.input() : undefined,
  );
  if (tty && pod.spec.restartPolicy === 'Always' && !quiet)
    kube.out(
      `Session ended, resume using 'kubectl attach ${name} -c ${container.name} -n ${namespace} -i -t' command when the pod is running\n`,
    );
  return 0;
}

/** What a container has printed so far. */
export function* logOf(kube: Kube, { metadata }: Pod, container = metadata.name): Task {
  const { name, namespace = '' } = metadata;
  yield* openStream(
    kube,
    {
      verb: 'get',
      resource: 'pods',
      subresource: 'log',
      namespace,
      name,
      options: { params: { container } },
    },
    kube,
  );
}
