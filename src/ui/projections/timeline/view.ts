import type { ObjectRef } from '../../../api/object.ts';
import type { Level } from '../../../trace/ids.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import { type MilestoneId, type Phase, type PodStory, phasesOf, podStory } from '../pod-story/milestones.ts';
import { podRecords } from '../pod-story/pod-records.ts';
import { podVersions, storyPod } from '../pod-story/subject.ts';
import type { StoryIndex } from '../story-index.ts';
import { type Axis, type AxisMode, axisOf } from './axis.ts';
import { type Lane, type LaneIndex, laneIndex } from './lanes.ts';
import { type PodLanes, podLanes } from './pod-lanes.ts';

/** What the timeline is made of, apart from where the cursor stands. */
export interface TimelineView {
  readonly axis: Axis;
  readonly level: Level;
  readonly subject: ObjectRef | undefined;
  readonly pod: PodLanes | undefined;
  readonly phases: readonly Phase[];
  /** Records of what the reader did and what was broken. */
  readonly inputs: readonly number[];
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

/** Builds the view. Only what the trace holds; nothing depends on the cursor. */
export function timelineView({ trace, world, story, level, mode, picked }: TimelineInput): TimelineView {
  const lanes = laneIndex(trace, story);
  const pods = podRecords(trace);
  const steps = story.steps(level);
  const times = steps.map((seq) => trace.at(seq).at as number);
  const axis = axisOf(times, mode);
  const inputs = story.steps(1).filter((seq) => trace.at(seq).kind.startsWith('input.'));
  const subject = picked ?? storyPod(world, trace.countUntil(-1));
  if (subject === undefined)
    return {
      axis,
      level,
      subject,
      pod: undefined,
      phases: [],
      inputs,
      lanes: lanesAt(lanes, level, undefined),
    };
  const versions = podVersions(world, subject);
  const told = podStory(trace, world, pods, subject);
  const node = versions.find(({ pod }) => (pod?.spec.nodeName ?? '') !== '')?.pod?.spec.nodeName;
  return {
    axis,
    level,
    subject,
    pod: podLanes(versions, (seq) => trace.at(seq).at),
    phases: phasesOf(told, pullStart(lanes, told, node), { startUs: axis.startUs, endUs: axis.endUs }),
    inputs,
    lanes: lanesAt(lanes, level, node),
  };
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

/** Lanes that have something at this level; of the nodes', those of the subject's node come with their parts, others only when they act. */
function lanesAt(index: LaneIndex, level: Level, node: string | undefined): readonly Lane[] {
  const shown = index
    .all()
    .filter(
      (lane) => (lane.marks[level - 1] ?? []).length > 0 || lane.spans.some((span) => span.level <= level),
    );
  const rank = (lane: Lane): number => {
    const place = ORDER.indexOf(lane.id.split('/')[0] ?? '');
    const elsewhere = lane.node !== undefined && lane.node !== node ? 100 : 0;
    return (place < 0 ? ORDER.length : place) + elsewhere;
  };
  return [...shown].sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
}
