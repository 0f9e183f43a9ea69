import { parseLabelSelector } from '../../../api/label-selector.ts';
import { goQuote } from '../../../api/go-text.ts';
import { parseTime } from '../../../api/time.ts';
import type { Pod } from '../../../api/generated/types.ts';
import { resourceByKey } from '../../../api/resources.ts';
import { present } from '../../../base/assert.ts';
import { controllerOf } from '../../../api/owner.ts';
import { SECOND } from '../../../trace/ids.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError, ErrorList, asCommandError, isNotFound } from '../errors.ts';
import { type Kube, misused } from '../kube.ts';
import { type Unstructured, at, withAt } from '../object.ts';
import { shapeOfKind } from '../patch/shape.ts';
import { twoWayMergePatch } from '../patch/three-way.ts';
import { PODS } from '../pods.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import { resolveArguments } from '../resource/arguments.ts';
import type { Info } from '../resource/info.ts';
import { allInfos } from '../resource/visit.ts';
import { type DryRun, dryRunOf, dryRunSuffix } from './dry-run.ts';
import { deleteAll, evictAll } from './node-drain-removal.ts';

const DAEMON_SETS = present(resourceByKey('daemonsets.apps'), 'daemonsets');

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
