import type { Pod } from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { SECOND } from '../../../../trace/ids.ts';
import { type Task, sleep, wait } from '../../../../engine/kernel/task.ts';
import { ApiFailure, CommandError, asCommandError, isNotFound } from '../../errors.ts';
import { type Kube, misused } from '../../kube.ts';
import {
  PODS,
  allContainerNames,
  containerNamed,
  firstPod,
  forLogs,
  goTypeOf,
  notValid,
  selectorOf,
} from '../../pods.ts';
import type { Info } from '../../resource/info.ts';
import { collect } from '../../resource/visit.ts';
import { resolveArguments } from '../../resource/arguments.ts';
import { openStream } from '../../streams.ts';

const USAGE =
  "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command";
const SELECTOR_TAIL = 10;
const RETRY_US = SECOND;

/** One container's log. */
interface Source {
  readonly pod: Pod;
  readonly container: string;
}

/** `kubectl logs`. Models kubectl/pkg/cmd/logs/logs.go and polymorphichelpers/logsforobject.go (1.36). */
export function* logs(kube: Kube): Task<number> {
  const { flags } = kube;
  const container = containerAsked(kube);
  checkFlags(kube, container);
  const sources = yield* sourcesOf(kube, container);
  if (sources.length === 0) {
    kube.err(`No resources found in ${kube.namespace} namespace.\n`);
    return 0;
  }
  const follow = flags.bool('follow');
  const most = flags.number('max-log-requests');
  if (follow && sources.length > 1) {
    if (sources.length > most) {
      throw new CommandError(
        `you are attempting to follow ${sources.length} log streams, but maximum allowed concurrency is ${most}, use --max-log-requests to increase the limit`,
      );
    }
    return yield* sideBySide(kube, sources);
  }
  for (const source of sources) yield* one(kube, source);
  return 0;
}

/** A second argument is the container's name, as it was once given. */
function containerAsked(kube: Kube): string {
  const { args, flags } = kube;
  const selector = flags.text('selector');
  if (args.length === 0 && selector === '') throw misused(kube, USAGE);
  if (args.length > 0 && selector !== '')
    throw misused(kube, 'only a selector (-l) or a POD name is allowed');
  if (args.length > 2) throw misused(kube, USAGE);
  if (args.length === 2 && flags.text('container') !== '')
    throw new CommandError('only one of -c or an inline [CONTAINER] arg is allowed');
  return args[1] ?? flags.text('container');
}

function checkFlags({ flags }: Kube, container: string): void {
  if (flags.text('since-time') !== '' && flags.changed('since'))
    throw new CommandError('at most one of `sinceTime` or `sinceSeconds` may be specified');
  if (flags.text('since-time') !== '') checkTime(flags.text('since-time'));
  if (flags.bool('all-containers') && container !== '')
    throw new CommandError(`--all-containers=true should not be specified with container name ${container}`);
  if (flags.number('tail') < -1) throw new CommandError('--tail must be greater than or equal to -1');
  if (flags.changed('limit-bytes') && flags.number('limit-bytes') < 0)
    throw new CommandError('--limit-bytes must be greater than 0');
  if (flags.changed('since') && flags.durationUs('since') < 0)
    throw new CommandError('--since must be greater than 0');
}

/** Models what time.Parse says of a text that is no RFC 3339 time. */
function checkTime(text: string): void {
  const layout: readonly (readonly [string, RegExp])[] = [
    ['2006', /^\d{4}/],
    ['-', /^-/],
    ['01', /^\d\d/],
    ['-', /^-/],
    ['02', /^\d\d/],
    ['T', /^T/],
    ['15', /^\d\d/],
    [':', /^:/],
    ['04', /^\d\d/],
    [':', /^:/],
    ['05', /^\d\d(\.\d+)?/],
    ['Z07:00', /^(Z|[+-]\d\d:\d\d)/],
  ];
  let rest = text;
  const head = `parsing time ${goQuote(text)}`;
  for (const [element, pattern] of layout) {
    const found = pattern.exec(rest);
    if (found === null)
      throw new CommandError(
        `${head} as "2006-01-02T15:04:05Z07:00": cannot parse ${goQuote(rest)} as "${element}"`,
      );
    rest = rest.slice(found[0].length);
  }
  if (rest !== '') throw new CommandError(`${head}: extra text: ${goQuote(rest)}`);
}

function* sourcesOf(kube: Kube, container: string): Task<Source[]> {
  const { flags, args } = kube;
  const selector = flags.text('selector');
  const wanted = resolveArguments(
    kube,
    selector === ''
      ? { args: args.slice(0, 1), defaultType: 'pods' }
      : { args: ['pods'], labelSelector: selector },
  );
  const { infos, errors } = yield* collect(kube, wanted, { latest: true });
  const [problem] = errors;
  if (problem !== undefined) {
    if (isNotFound(problem))
      throw new CommandError(
        `error from server (NotFound): ${problem.message} in namespace ${goQuote(kube.namespace)}`,
      );
    throw problem;
  }
  const out: Source[] = [];
  for (const info of infos)
    for (const pod of yield* podsOf(kube, info)) out.push(...containersOf(kube, pod, container));
  return out;
}

function* podsOf(kube: Kube, info: Info): Task<readonly Pod[]> {
  if (info.resource.key === 'pods') return [info.object as unknown as Pod];
  let labelSelector: string;
  try {
    labelSelector = selectorOf(info);
  } catch (error) {
    throw new CommandError(
      `cannot get the logs from ${goTypeOf(info.resource.apiVersion, info.resource.kind)}: ${asCommandError(error).message}`,
    );
  }
  if (kube.flags.bool('all-pods')) {
    const list = yield* kube.api.list(PODS, info.namespace, { labelSelector });
    return list.items as unknown as readonly Pod[];
  }
  const { pod, count } = yield* firstPod(kube, info.namespace, labelSelector, {
    order: forLogs,
    timeoutUs: kube.flags.durationUs('pod-running-timeout'),
  });
  if (count > 1) kube.err(`Found ${count} pods, using pod/${pod.metadata.name}\n`);
  return [pod];
}

function containersOf(kube: Kube, pod: Pod, asked: string): Source[] {
  if (kube.flags.bool('all-containers')) {
    const { initContainers = [], containers, ephemeralContainers = [] } = pod.spec;
    return [...initContainers, ...containers, ...ephemeralContainers].map(({ name }) => ({
      pod,
      container: name,
    }));
  }
  const annotated = pod.metadata.annotations?.['kubectl.kubernetes.io/default-container'] ?? '';
  let container = asked === '' ? annotated : asked;
  if (container === '') {
    container = pod.spec.containers[0]?.name ?? '';
    const several =
      pod.spec.containers.length +
        (pod.spec.initContainers ?? []).length +
        (pod.spec.ephemeralContainers ?? []).length >
      1;
    if (several) kube.err(`Defaulted container ${goQuote(container)} out of: ${allContainerNames(pod)}\n`);
  }
  if (containerNamed(pod, container) === undefined) throw new CommandError(notValid(pod, container));
  return [{ pod, container }];
}

function paramsOf({ flags }: Kube, container: string): Record<string, string> {
  const selecting = flags.text('selector') !== '';
  const tail = flags.changed('tail') ? flags.number('tail') : selecting ? SELECTOR_TAIL : -1;
  return {
    container,
    ...(flags.bool('follow') ? { follow: 'true' } : {}),
    ...(flags.bool('previous') ? { previous: 'true' } : {}),
    ...(flags.bool('timestamps') ? { timestamps: 'true' } : {}),
    ...(tail >= 0 ? { tailLines: String(tail) } : {}),
    ...(flags.number('limit-bytes') > 0 ? { limitBytes: flags.text('limit-bytes') } : {}),
    ...(flags.durationUs('since') > 0
      ? { sinceSeconds: String(Math.ceil(flags.durationUs('since') / SECOND)) }
      : {}),
    ...(flags.text('since-time') === '' ? {} : { sinceTime: flags.text('since-time') }),
  };
}

/** Reads one log to its end. While a container is being made, following waits for it. */
function* one(kube: Kube, { pod, container }: Source): Task {
  const { flags } = kube;
  const { namespace = '', name } = pod.metadata;
  const request = {
    verb: 'get',
    resource: 'pods',
    subresource: 'log',
    namespace,
    name,
    options: { params: paramsOf(kube, container) },
  } as const;
  const prefix = flags.bool('prefix') || flags.bool('all-pods') ? `[pod/${name}/${container}] ` : '';
  const write = prefix === '' ? (text: string) => kube.out(text) : prefixed(kube, prefix);
  for (;;) {
    try {
      yield* openStream(kube, request, { out: write, err: write });
      return;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (
        flags.bool('follow') &&
        /is waiting to start: (ContainerCreating|PodInitializing)$/.test(error.message)
      )
        yield* sleep(RETRY_US);
      else if (flags.bool('ignore-errors')) {
        kube.out(`error: ${error.message}\n`);
        return;
      } else throw error;
    }
  }
}

/** Puts the source before each line. */
function prefixed(kube: Kube, prefix: string): (text: string) => void {
  let fresh = true;
  return (text) => {
    let out = '';
    for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
      out += (fresh ? prefix : '') + line;
      fresh = line.endsWith('\n');
    }
    kube.out(out);
  };
}

function* sideBySide(kube: Kube, sources: readonly Source[]): Task<number> {
  const problems: CommandError[] = [];
  const tasks = sources.map((source) =>
    kube.kernel.spawn(
      (function* (): Task {
        try {
          yield* one(kube, source);
        } catch (error) {
          problems.push(asCommandError(error));
        }
      })(),
    ),
  );
  try {
    for (const task of tasks) yield* wait(task.done);
  } finally {
    for (const task of tasks) task.cancel();
  }
  if (problems[0] !== undefined) throw problems[0];
  return 0;
}
