import { parseLabelSelector } from '../../../api/label-selector.ts';
import { formatGoDuration } from '../../../api/duration.ts';
import { goQuote } from '../../../api/go-text.ts';
import { parseTime } from '../../../api/time.ts';
import type { Pod } from '../../../api/generated/types.ts';
import { resourceByKey } from '../../../api/resources.ts';
import { present } from '../../../base/assert.ts';
import { controllerOf } from '../../../api/owner.ts';
import { SECOND } from '../../../trace/ids.ts';
import { type Task, sleep, wait } from '../../../engine/kernel/task.ts';
import {
  ApiFailure,
  CommandError,
  ErrorList,
  asCommandError,
  hasCause,
  hasReason,
  isNotFound,
} from '../errors.ts';
import { type Kube, misused } from '../kube.ts';
import { type Unstructured, at, uidOf, withAt } from '../object.ts';
import { shapeOfKind } from '../patch/shape.ts';
import { twoWayMergePatch } from '../patch/three-way.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import { resolveArguments } from '../resource/arguments.ts';
import type { Info } from '../resource/info.ts';
import { allInfos } from '../resource/visit.ts';
import { type DryRun, dryRunOf, dryRunSuffix } from './dry-run.ts';

const PODS = present(resourceByKey('pods'), 'pods');
const DAEMON_SETS = present(resourceByKey('daemonsets.apps'), 'daemonsets');
const RETRY_US = 5 * SECOND;

/** `kubectl cordon`. Models kubectl/pkg/cmd/drain/drain.go (1.36). */
export function* cordon(kube: Kube): Task<number> {
  yield* setUnschedulable(kube, yield* nodesOf(kube), true);
  return 0;
}

/** `kubectl uncordon`. */
export function* uncordon(kube: Kube): Task<number> {
  yield* setUnschedulable(kube, yield* nodesOf(kube), false);
  return 0;
}

function* nodesOf(kube: Kube): Task<Info[]> {
  const { args, flags } = kube;
  const selector = flags.text('selector');
  const name = kube.path.at(-1)?.name ?? '';
  if (args.length === 0 && selector === '') throw misused(kube, `USAGE: ${name} NODE [flags]`);
  if (args.length > 0 && selector !== '')
    throw misused(kube, 'error: cannot specify both a node name and a --selector option');
  const wanted = resolveArguments(
    kube,
    selector === '' ? { args, defaultType: 'nodes' } : { args: ['nodes'], labelSelector: selector },
  );
  const infos = yield* allInfos(kube, wanted, { latest: true });
  for (const { resource } of infos) {
    if (resource.key !== 'nodes')
      throw new CommandError(`error: expected resource of type node, got ${goQuote(resource.key)}`);
  }
  return infos;
}

function* setUnschedulable(kube: Kube, nodes: readonly Info[], desired: boolean): Task {
  const dryRun = dryRunOf(kube);
  const done = desired ? 'cordoned' : 'uncordoned';
  for (const info of nodes) {
    const current = at(info.object, 'spec', 'unschedulable') === true;
    if (current === desired) {
      kube.out(printed(kube, info, `already ${done}`, dryRun));
      continue;
    }
    if (dryRun !== 'client') {
      const wanted = withAt(info.object, ['spec', 'unschedulable'], desired ? true : undefined);
      const patch = twoWayMergePatch(info.object, wanted, shapeOfKind('v1', 'Node'));
      try {
        yield* kube.api.patch(info, 'strategic', patch, dryRun === 'server' ? { dryRun: true } : {});
      } catch (error) {
        kube.err(
          `error: unable to ${desired ? 'cordon' : 'uncordon'} node ${goQuote(info.name)}: ${asCommandError(error).message}\n`,
        );
        continue;
      }
    }
    kube.out(printed(kube, info, done, dryRun));
  }
}

function printed(kube: Kube, info: Info, operation: string, dryRun: DryRun): string {
  return nodeLine(kube, info.object, operation + dryRunSuffix(dryRun));
}

function nodeLine(kube: Kube, object: Unstructured, operation: string): string {
  return kube.flags.has('output')
    ? objectPrinter(kube, operation)(object)
    : `${String(object['kind']).toLowerCase()}/${String(at(object, 'metadata', 'name'))} ${operation}\n`;
}

/** `kubectl drain`. */
export function* drain(kube: Kube): Task<number> {
  if (!parseLabelSelector(kube.flags.text('pod-selector')).ok)
    throw new CommandError('--pod-selector=<pod_selector> must be a valid label selector');
  const nodes = yield* nodesOf(kube);
  const dryRun = dryRunOf(kube);
  yield* setUnschedulable(kube, nodes, true);
  const fatal: CommandError[] = [];
  const remaining: string[] = [];
  for (const node of nodes) {
    try {
      yield* drainNode(kube, node.name, dryRun);
      kube.out(printed(kube, node, 'drained', dryRun));
    } catch (error) {
      const problem = asCommandError(error);
      kube.err(
        `error: unable to drain node ${goQuote(node.name)} due to error: ${problem.message}, continuing command...\n`,
      );
      fatal.push(problem);
      remaining.push(node.name);
    }
  }
  if (remaining.length > 0)
    kube.err(`There are pending nodes to be drained:\n${remaining.map((name) => ` ${name}\n`).join('')}`);
  if (fatal.length > 0) throw new ErrorList(fatal);
  return 0;
}

function* drainNode(kube: Kube, node: string, dryRun: DryRun): Task {
  const list = yield* podsForDeletion(kube, node);
  const errors = grouped(list, 'error').map(
    ([why, pods]) => new CommandError(`cannot delete ${why}: ${pods}`),
  );
  if (errors.length > 0) throw new ErrorList(errors);
  const warnings = grouped(list, 'warning').map(([why, pods]) => `${why}: ${pods}`);
  if (warnings.length > 0) kube.err(`Warning: ${warnings.join('; ')}\n`);
  const pods = list.filter(({ remove }) => remove).map(({ pod }) => pod);
  if (dryRun === 'client') {
    for (const { metadata } of pods)
      kube.out(`evicting pod ${metadata.namespace}/${metadata.name} (dry run)\n`);
    return;
  }
  try {
    if (kube.flags.bool('disable-eviction')) yield* deleteAll(kube, pods, dryRun);
    else yield* evictAll(kube, pods, dryRun);
  } catch (error) {
    const problem = asCommandError(error);
    const pending = (yield* podsForDeletion(kube, node)).filter(({ remove }) => remove);
    if (pending.length > 0) {
      kube.err(
        `There are pending pods in node ${goQuote(node)} when an error occurred: ${problem.message}\n`,
      );
      for (const { pod } of pending) kube.err(`pod/${pod.metadata.name}\n`);
    }
    throw problem;
  }
}

/** What drain makes of a Pod. Models PodDeleteStatus. */
interface Judged {
  readonly pod: Pod;
  readonly remove: boolean;
  readonly kind: 'okay' | 'skip' | 'warning' | 'error';
  readonly message: string;
}

/** Pods by what is said of them. Upstream walks a Go map here, so any order of the groups is one of its; the recordings' has DaemonSets last. */
function grouped(list: readonly Judged[], kind: Judged['kind']): (readonly [string, string])[] {
  const groups = new Map<string, string[]>();
  for (const { pod, kind: own, message } of list) {
    if (own !== kind) continue;
    const names = groups.get(message) ?? [];
    names.push(`${pod.metadata.namespace}/${pod.metadata.name}`);
    groups.set(message, names);
  }
  const rank = (message: string): number => (message.includes('DaemonSet') ? 1 : 0);
  return [...groups]
    .map(([message, names]) => [message, names.join(', ')] as const)
    .sort(([a], [b]) => rank(a) - rank(b));
}

/** Models Helper.GetPodsForDeletion. */
function* podsForDeletion(kube: Kube, node: string): Task<Judged[]> {
  const labelSelector = kube.flags.text('pod-selector');
  const list = yield* kube.api.list(PODS, '', {
    fieldSelector: `spec.nodeName=${node}`,
    ...(labelSelector === '' ? {} : { labelSelector }),
    limit: 500,
  });
  const out: Judged[] = [];
  for (const pod of list.items as unknown as readonly Pod[]) out.push(yield* judge(kube, pod));
  return out;
}

/** Models pkg/drain/filters.go: the first filter that keeps a Pod decides, else the last. */
function* judge(kube: Kube, pod: Pod): Task<Judged> {
  const { flags } = kube;
  const finished = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
  const as = (kind: Judged['kind'], remove: boolean, message = ''): Judged => ({
    pod,
    kind,
    remove,
    message,
  });
  const skipAfter = flags.number('skip-wait-for-delete-timeout');
  const deletedAt = pod.metadata.deletionTimestamp;
  if (
    skipAfter > 0 &&
    deletedAt !== undefined &&
    kube.kernel.unixUs() - (parseTime(deletedAt) ?? 0) > skipAfter * SECOND
  )
    return as('skip', false);
  const owner = controllerOf(pod.metadata);
  if (owner?.kind === 'DaemonSet' && !finished) {
    const found = yield* daemonSetExists(kube, pod.metadata.namespace ?? '', owner.name);
    if (found === undefined) {
      if (!flags.bool('ignore-daemonsets'))
        return as('error', false, 'DaemonSet-managed Pods (use --ignore-daemonsets to ignore)');
      return as('warning', false, 'ignoring DaemonSet-managed Pods');
    }
    if (!flags.bool('force')) return as('error', false, found);
  }
  if (pod.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined) return as('skip', false);
  if (
    !finished &&
    (pod.spec.volumes ?? []).some(({ emptyDir }) => emptyDir !== undefined) &&
    !flags.bool('delete-emptydir-data')
  ) {
    return as('error', false, 'Pods with local storage (use --delete-emptydir-data to override)');
  }
  if (finished || owner !== undefined) return as('okay', true);
  if (flags.bool('force')) return as('warning', true, 'deleting Pods that declare no controller');
  return as('error', false, 'Pods that declare no controller (use --force to override)');
}

/** Undefined when it is there, else why it is not. */
function* daemonSetExists(kube: Kube, namespace: string, name: string): Task<string | undefined> {
  try {
    yield* kube.api.get({ resource: DAEMON_SETS, namespace, name });
    return undefined;
  } catch (error) {
    if (isNotFound(error)) return asCommandError(error).message;
    throw error;
  }
}

/** Deletes all Pods, then waits for them one by one; of a dry run they stay, and it waits all the same. Models Helper.deletePods. */
function* deleteAll(kube: Kube, pods: readonly Pod[], dryRun: DryRun): Task {
  const timeout = kube.flags.durationUs('timeout');
  const end = timeout > 0 ? kube.kernel.now() + timeout : Number.POSITIVE_INFINITY;
  const grace = kube.flags.number('grace-period');
  const options = {
    ...(grace >= 0 ? { gracePeriodSeconds: grace } : {}),
    ...(dryRun === 'server' ? { dryRun: true } : {}),
  };
  for (const { metadata } of pods) {
    try {
      yield* kube.api.delete(
        { resource: PODS, namespace: metadata.namespace ?? '', name: metadata.name },
        options,
      );
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  let left = pods;
  for (;;) {
    const there: Pod[] = [];
    for (const pod of left) {
      if (yield* isThere(kube, pod)) there.push(pod);
      else kube.out(`pod/${pod.metadata.name} deleted\n`);
    }
    if (there.length === 0) return;
    left = there;
    if (kube.kernel.now() >= end) throw new CommandError('context deadline exceeded');
    yield* sleep(Math.min(SECOND, Math.max(0, end - kube.kernel.now())));
  }
}

/** Whether the Pod, not another of its name, is still there. */
function* isThere(kube: Kube, { metadata: { name, namespace = '', uid } }: Pod): Task<boolean> {
  try {
    return uidOf(yield* kube.api.get({ resource: PODS, namespace, name })) === uid;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** Evicts all Pods side by side. Models Helper.evictPods. */
function* evictAll(kube: Kube, pods: readonly Pod[], dryRun: DryRun): Task {
  const timeout = kube.flags.durationUs('timeout');
  const end = timeout > 0 ? kube.kernel.now() + timeout : Number.POSITIVE_INFINITY;
  const tasks = pods.map((pod) => kube.kernel.spawn(evict(kube, pod, { dryRun, end, timeout })));
  try {
    const errors: CommandError[] = [];
    for (const task of tasks) {
      const problem = yield* wait(task.done);
      if (problem !== undefined) errors.push(problem);
    }
    if (errors.length > 0) throw new ErrorList(errors);
  } finally {
    for (const task of tasks) task.cancel();
  }
}

interface Eviction {
  readonly dryRun: DryRun;
  readonly end: number;
  readonly timeout: number;
}

/** Why a Pod could not be evicted; undefined once it is gone. */
function* evict(kube: Kube, pod: Pod, { dryRun, end, timeout }: Eviction): Task<CommandError | undefined> {
  const { name, namespace = '' } = pod.metadata;
  const at = `pods/${goQuote(name)} -n ${goQuote(namespace)}`;
  const target = { resource: PODS, namespace, name };
  let current = pod;
  for (let tries = 0; ; tries++) {
    kube.out(`evicting pod ${namespace}/${name}${dryRun === 'server' ? ' (server dry run)' : ''}\n`);
    if (kube.kernel.now() >= end)
      return new CommandError(
        `error when evicting ${at}: global timeout reached: ${formatGoDuration(timeout)}`,
      );
    if (tries > 0) current = yield* asItIsNow(kube, target, pod);
    try {
      yield* requestEviction(kube, target, dryRun);
      break;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      const message = asCommandError(error).message;
      const namespaceEnds = hasReason(error, 'Forbidden') && hasCause(error, 'NamespaceTerminating');
      // Its namespace takes it: from here on it is only waited for.
      if (namespaceEnds && current.metadata.deletionTimestamp !== undefined) break;
      if (!namespaceEnds && !hasReason(error, 'TooManyRequests'))
        return new CommandError(`error when evicting ${at}: ${message}`);
      const what = namespaceEnds
        ? `pod ${goQuote(name)} from terminating namespace ${goQuote(namespace)}`
        : at;
      kube.err(`error when evicting ${what} (will retry after 5s): ${message}\n`);
      yield* sleep(RETRY_US);
    }
  }
  if (dryRun === 'server') return undefined;
  return yield* waitGone(kube, pod, { dryRun, end, timeout });
}

type PodTarget = { readonly resource: typeof PODS; readonly namespace: string; readonly name: string };

/** The Pod before another try; what was known of it when it cannot be had. */
function* asItIsNow(kube: Kube, target: PodTarget, known: Pod): Task<Pod> {
  try {
    return (yield* kube.api.get(target)) as unknown as Pod;
  } catch (error) {
    if (error instanceof ApiFailure) return known;
    throw error;
  }
}

function* requestEviction(kube: Kube, target: PodTarget, dryRun: DryRun): Task {
  const { name, namespace } = target;
  const grace = kube.flags.number('grace-period');
  const deleteOptions = {
    ...(grace >= 0 ? { gracePeriodSeconds: grace } : {}),
    ...(dryRun === 'server' ? { dryRun: ['All'] } : {}),
  };
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace }, deleteOptions };
  yield* kube.api.create(target, body, dryRun === 'server' ? { dryRun: true } : {}, 'eviction');
}

function* waitGone(kube: Kube, pod: Pod, { end, timeout }: Eviction): Task<CommandError | undefined> {
  const { name, namespace = '' } = pod.metadata;
  for (;;) {
    try {
      if (!(yield* isThere(kube, pod))) break;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      return new CommandError(
        `error when waiting for pod ${goQuote(name)} in namespace ${goQuote(namespace)} to terminate: ${error.message}`,
      );
    }
    if (kube.kernel.now() >= end) {
      return new CommandError(
        `error when waiting for pod ${goQuote(name)} in namespace ${goQuote(namespace)} to terminate: global timeout reached: ${formatGoDuration(timeout)}`,
      );
    }
    yield* sleep(Math.min(SECOND, Math.max(0, end - kube.kernel.now())));
  }
  kube.out(`pod/${name} evicted\n`);
  return undefined;
}
