import type { ObjectRef } from '../../../api/object.ts';
import type { Level } from '../../../trace/ids.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import { marksOf } from '../marks/marks.ts';
import { type MilestoneId, type Phase, type PodStory, phasesOf, podStory } from '../pod-story/milestones.ts';
import { podRecords } from '../pod-story/pod-records.ts';
import { podVersions, storyPod } from '../pod-story/subject.ts';
import type { StoryIndex } from '../story-index.ts';
import { type Axis, type AxisMode, axisThrough, type Knots } from './axis.ts';
import { type Lane, type LaneIndex, laneIndex, marksAt } from './lanes.ts';
import { type PodLanes, podLanes } from './pod-lanes.ts';

/** A Pod that has rows of its own. */
export interface PodTrack {
  readonly ref: ObjectRef;
  readonly lanes: PodLanes;
  /** Where it was bound to, if it was. */
  readonly node: string | undefined;
}

/** What the timeline is made of, apart from where the cursor stands. */
export interface TimelineView {
  readonly axis: Axis;
  readonly level: Level;
  /** The one the ribbon tells of comes first. */
  readonly pods: readonly PodTrack[];
  readonly phases: readonly Phase[];
  /** Records of what the reader did and what was broken. */
  readonly inputs: readonly number[];
  /** Records of Events of type Warning. */
  readonly warnings: readonly number[];
  /** Components in the order they are drawn, only those with something to show. */
  readonly lanes: readonly Lane[];
}

export interface TimelineInput {
  readonly trace: Trace;
  readonly world: WorldIndex;
  readonly story: StoryIndex;
  readonly level: Level;
  readonly mode: AxisMode;
  /** The Pod the reader has picked. */
  readonly picked: ObjectRef | undefined;
  /** The Pods that were chosen to have rows; none: the picked one or the story's. */
  readonly chosen: readonly ObjectRef[];
}

const ORDER = [
  'kubectl',
  'kube-apiserver',
  'etcd',
  'kube-scheduler',
  'controllers',
  'kubelet',
  'runtime',
  'cni',
  'kube-proxy',
  'traffic',
];

/** The axis of a run as far as it is known. */
export function timelineAxis(
  { trace, story }: Pick<TimelineInput, 'trace' | 'story'>,
  level: Level,
  mode: AxisMode,
): Axis {
  return axisThrough(laneIndex(trace, story).knots[level - 1] as Knots, mode);
}

/** Builds the view. Only what the trace holds; nothing depends on the cursor. */
export function timelineView(input: TimelineInput): TimelineView {
  const { trace, world, story, level, mode } = input;
  const lanes = laneIndex(trace, story);
  const axis = timelineAxis(input, level, mode);
  const pods = shownPods(input).map((ref): PodTrack => {
    const versions = podVersions(world, ref);
    return {
      ref,
      lanes: podLanes(versions, (seq) => trace.at(seq).at),
      node: versions.find(({ pod }) => (pod?.spec.nodeName ?? '') !== '')?.pod?.spec.nodeName,
    };
  });
  return {
    axis,
    level,
    pods,
    phases: phasesFor(input, lanes, pods[0], axis),
    inputs: story.steps(1).filter((seq) => trace.at(seq).kind.startsWith('input.')),
    warnings: marksOf({ trace, story }, { kind: 'warning' }),
    lanes: lanesAt(lanes, level, new Set(pods.map(({ node }) => node))),
  };
}

const same = (a: ObjectRef, b: ObjectRef): boolean => a.name === b.name && a.namespace === b.namespace;

/** The Pods with rows: the picked one among the chosen, or alone; without either the story's. */
function shownPods({ trace, world, picked, chosen }: TimelineInput): readonly ObjectRef[] {
  const known = chosen.filter(({ namespace, name }) => world.history('pods', namespace, name) !== undefined);
  if (picked !== undefined) return [picked, ...known.filter((each) => !same(each, picked))];
  if (known.length > 0) return known;
  const subject = storyPod(world, trace.countUntil(-1));
  return subject === undefined ? [] : [subject];
}

/** The life of a Pod as phases of the run. */
export function podPhases(
  input: Omit<TimelineInput, 'level' | 'mode' | 'chosen'>,
  axis: Axis,
): readonly Phase[] {
  const { trace, world, story, picked } = input;
  const ref = picked ?? storyPod(world, trace.countUntil(-1));
  if (ref === undefined) return [];
  const node = podVersions(world, ref).find(({ pod }) => (pod?.spec.nodeName ?? '') !== '')?.pod?.spec
    .nodeName;
  return phasesFor(input, laneIndex(trace, story), { ref, node }, axis);
}

function phasesFor(
  { trace, world }: Pick<TimelineInput, 'trace' | 'world'>,
  lanes: LaneIndex,
  pod: Pick<PodTrack, 'ref' | 'node'> | undefined,
  { startUs, endUs }: Axis,
): readonly Phase[] {
  if (pod === undefined) return [];
  const told = podStory(trace, world, podRecords(trace), pod.ref);
  return phasesOf(told, pullStart(lanes, told, pod.node), { startUs, endUs });
}

/** When the pull that a Pod waited for began: the first on its node between its sandbox and its first container. */
function pullStart(lanes: LaneIndex, story: PodStory, node: string | undefined): number | undefined {
  const at = (id: MilestoneId): number | undefined => story.creation.find((each) => each.id === id)?.at;
  const [from, to] = [at('sandbox'), at('created') ?? Number.POSITIVE_INFINITY];
  if (node === undefined || from === undefined) return undefined;
  return lanes
    .lane(`runtime/${node}`)
    ?.spans.find((span) => span.label.startsWith('PullImage') && span.from >= from && span.from <= to)?.from;
}

/** Lanes that have something at this level: first those of the control plane and of the shown Pods' nodes, then the others'. */
function lanesAt(index: LaneIndex, level: Level, near: ReadonlySet<string | undefined>): readonly Lane[] {
  const shown = index
    .all()
    .filter(
      (lane) => marksAt(lane, level).marks.length > 0 || lane.spans.some((span) => span.level <= level),
    );
  const part = (lane: Lane): number => {
    const place = ORDER.indexOf(lane.id.split('/')[0] ?? '');
    return place < 0 ? ORDER.length : place;
  };
  const order = (a: Lane, b: Lane): number => {
    const [farA, farB] = [a, b].map(({ node }) => node !== undefined && !near.has(node)) as [
      boolean,
      boolean,
    ];
    if (farA !== farB) return farA ? 1 : -1;
    if (farA && a.node !== b.node) return byName(a.node ?? '', b.node ?? '');
    return part(a) - part(b) || byName(a.id, b.id);
  };
  return [...shown].sort(order);
}

/** `worker-2` before `worker-10`. */
function byName(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
