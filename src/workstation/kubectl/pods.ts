import type { Container, Job, Pod, Service } from '../../api/generated/types.ts';
import { goQuote } from '../../api/go-text.ts';
import { compileLabelSelector, formatSelector, selectorFromLabels } from '../../api/label-selector.ts';
import type { LabelSelector } from '../../api/generated/types.ts';
import { isPodReady, podCondition } from '../../api/pod.ts';
import { resourceByKey } from '../../api/resources.ts';
import { present } from '../../base/assert.ts';
import { compareText } from '../../base/compare.ts';
import { TIMED_OUT, type Task } from '../../engine/kernel/task.ts';
import { CommandError } from './errors.ts';
import type { Kube } from './kube.ts';
import { at } from './object.ts';
import type { Info } from './resource/info.ts';
import { openWatch } from './watch.ts';

export const PODS = present(resourceByKey('pods'), 'pods');
const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** `a, b, dbg (ephem), init (init)`. Models podcmd.AllContainerNames (1.36). */
export function allContainerNames({ spec }: Pod): string {
  return [
    ...spec.containers.map(({ name }) => name),
    ...(spec.ephemeralContainers ?? []).map(({ name }) => `${name} (ephem)`),
    ...(spec.initContainers ?? []).map(({ name }) => `${name} (init)`),
  ].join(', ');
}

export type AnyContainer = Pick<Container, 'name' | 'tty' | 'stdin' | 'stdinOnce'>;

export function containerNamed({ spec }: Pod, name: string): AnyContainer | undefined {
  return [...spec.containers, ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])].find(
    (container) => container.name === name,
  );
}

/** The container asked for, or the default one, told on stderr when there are several. Models podcmd.FindOrDefaultContainerByName. */
export function chooseContainer(kube: Kube, pod: Pod, asked: string, quiet: boolean): AnyContainer {
  if (asked !== '') {
    const found = containerNamed(pod, asked);
    if (found === undefined) throw new CommandError(notValid(pod, asked));
    return found;
  }
  const annotated = pod.metadata.annotations?.[DEFAULT_CONTAINER] ?? '';
  if (annotated !== '') {
    const found = containerNamed(pod, annotated);
    if (found !== undefined) return found;
    kube.err(`Default container name ${goQuote(annotated)} not found in pod ${pod.metadata.name}\n`);
  }
  const [first] = pod.spec.containers;
  if (first === undefined) throw new CommandError(`no valid containers found in pod ${pod.metadata.name}`);
  const several =
    pod.spec.containers.length +
      (pod.spec.initContainers ?? []).length +
      (pod.spec.ephemeralContainers ?? []).length >
    1;
  if (several && !quiet)
    kube.err(`Defaulted container ${goQuote(first.name)} out of: ${allContainerNames(pod)}\n`);
  return first;
}

export const notValid = (pod: Pod, name: string): string =>
  `container ${name} is not valid for pod ${pod.metadata.name} out of: ${allContainerNames(pod)}`;

/** The Pods an object stands for. Models polymorphichelpers.SelectorsForObject. */
export function selectorOf({ object, resource }: Info): string {
  switch (resource.key) {
    case 'replicasets.apps':
    case 'deployments.apps':
    case 'statefulsets.apps':
    case 'daemonsets.apps':
      return formatSelector(
        compileLabelSelector(at(object, 'spec', 'selector') as LabelSelector | undefined),
      );
    case 'jobs.batch':
      return formatSelector(compileLabelSelector((object as unknown as Job).spec?.selector));
    case 'replicationcontrollers':
      return formatSelector(selectorFromLabels(at(object, 'spec', 'selector') as Record<string, string>));
    case 'services': {
      const { spec, metadata } = object as unknown as Service;
      if (Object.keys(spec?.selector ?? {}).length === 0)
        throw new CommandError(`invalid service '${metadata.name}': Service is defined without a selector`);
      return formatSelector(selectorFromLabels(spec?.selector));
    }
    default:
      throw new CommandError(`selector for ${goTypeOf(resource.apiVersion, resource.kind)} not implemented`);
  }
}

/** Go's name of a kind's type: `*v1.Service`. */
export function goTypeOf(apiVersion: string, kind: string): string {
  return `*${apiVersion.slice(apiVersion.lastIndexOf('/') + 1)}.${kind}`;
}

/** Which of several Pods comes first. */
export type PodOrder = (a: Pod, b: Pod) => number;

/** The first Pod of a selector, waiting for one; and how many there are. Models polymorphichelpers.GetFirstPod. */
export function* firstPod(
  kube: Kube,
  namespace: string,
  labelSelector: string,
  options: { readonly order: PodOrder; readonly timeoutUs: number },
): Task<{ readonly pod: Pod; readonly count: number }> {
  const list = yield* kube.api.list(PODS, namespace, { labelSelector });
  const pods = [...(list.items as unknown as readonly Pod[])].sort(options.order);
  if (pods[0] !== undefined) return { pod: pods[0], count: pods.length };
  const end = kube.kernel.now() + options.timeoutUs;
  const watch = yield* openWatch(kube, PODS, namespace, {
    labelSelector,
    resourceVersion: list.metadata?.resourceVersion ?? '',
  });
  try {
    for (;;) {
      const next = yield* watch.events.receiveUpTo(Math.max(0, end - kube.kernel.now()));
      if (next === TIMED_OUT || 'closed' in next)
        throw new CommandError('timed out waiting for the condition');
      if (next.event.type === 'ADDED' || next.event.type === 'MODIFIED')
        return { pod: next.event.object as unknown as Pod, count: 1 };
    }
  } finally {
    watch.stop();
  }
}

type PhaseRanks = Readonly<Record<string, number>>;

/** Phases that are not named are as good as the first of each list. */
const ACTIVE: PhaseRanks = { Pending: 0, Unknown: 1, Running: 2 };
const LOGGING: PhaseRanks = { Running: 2, Unknown: 1, Pending: 0, Succeeded: 2, Failed: 2 };

const rank = (pod: Pod, phases: PhaseRanks): readonly number[] => [
  (pod.spec.nodeName ?? '') === '' ? 0 : 1,
  phases[pod.status?.phase ?? 'Pending'] ?? 0,
  isPodReady(pod) ? 1 : 0,
];

function byRank(a: Pod, b: Pod, phases: PhaseRanks): number {
  const [left, right] = [rank(a, phases), rank(b, phases)];
  for (const [at, value] of left.entries()) if (value !== right[at]) return value - (right[at] ?? 0);
  return 0;
}

const readySince = (pod: Pod): string => podCondition(pod.status, 'Ready')?.lastTransitionTime ?? '';

/** The most alive first: bound, running, ready for the longest. Models sort.Reverse(podutils.ActivePods). */
export const mostActive: PodOrder = (a, b) =>
  byRank(b, a, ACTIVE) ||
  compareText(readySince(a), readySince(b)) ||
  restarts(a) - restarts(b) ||
  compareText(a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? '');

/** The one whose log says most: bound, not waiting, ready for the longest, often restarted, old. Models podutils.ByLogging. */
export const forLogs: PodOrder = (a, b) =>
  byRank(b, a, LOGGING) ||
  (isPodReady(a) ? compareText(readySince(a), readySince(b)) : 0) ||
  restarts(b) - restarts(a) ||
  compareText(a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? '');

function restarts({ status }: Pod): number {
  return Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount));
}

/** The Pod an object stands for, for exec, attach and port-forward. Models AttachablePodForObject. */
export function* attachablePod(kube: Kube, info: Info, timeoutUs: number): Task<Pod> {
  if (info.resource.key === 'pods') return info.object as unknown as Pod;
  let labelSelector: string;
  try {
    labelSelector = selectorOf(info);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(
      `cannot attach to ${goTypeOf(info.resource.apiVersion, info.resource.kind)}: ${error.message}`,
    );
  }
  return (yield* firstPod(kube, info.namespace, labelSelector, { order: mostActive, timeoutUs })).pod;
}
