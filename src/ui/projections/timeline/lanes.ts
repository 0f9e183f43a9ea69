import type { Level } from '../../../trace/ids.ts';
import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import { followed } from '../follow.ts';
import type { StoryIndex } from '../story-index.ts';
import { type Axis, Knots } from './axis.ts';
import { laneOfLoop, laneOfManager, loopOfLane } from './control-loops.ts';

/** The shape of a mark: what kind of record it is. Names are those of the drawn vocabulary. */
export type MarkShape =
  | 'request'
  | 'refused'
  | 'commit'
  | 'watch'
  | 'grpc'
  | 'exec'
  | 'signal'
  | 'probe'
  | 'probe-failed'
  | 'traffic'
  | 'traffic-failed'
  | 'timer'
  | 'event'
  | 'warning'
  | 'step';

/** A record as a mark in a lane. */
export interface LaneMark {
  readonly seq: number;
  readonly at: number;
  readonly shape: MarkShape;
  readonly level: Level;
}

/** Work that takes time. `to` is absent while it goes on. */
export interface LaneSpan {
  readonly seq: number;
  readonly from: number;
  to?: number;
  readonly label: string;
  readonly level: Level;
  /** Waiting rather than working: hatched. */
  readonly waiting: boolean;
  failed: boolean;
}

/** Marks of a lane at one level, in order of time. */
export interface LaneMarks {
  readonly marks: LaneMark[];
  /** How many hops along the stretched axis each lies. */
  readonly widths: number[];
  /** Places of those that must be seen in any crowd: refusals, failures, Warnings. */
  readonly alerts: number[];
}

/** Who a lane belongs to, with the node where there are several. */
export interface Lane {
  /** `kube-apiserver`, `controllers/deployment`, `kubelet/worker-2`, `runtime/worker-2`, `cni/worker-2` … */
  readonly id: string;
  readonly node?: string;
  /** Its marks at each level of detail, coarsest first. */
  readonly at: readonly [LaneMarks, LaneMarks, LaneMarks];
  /** In order of their beginnings. */
  readonly spans: LaneSpan[];
}

const ALERTS: ReadonlySet<MarkShape> = new Set(['refused', 'probe-failed', 'traffic-failed', 'warning']);

/** The components' lanes. It keeps what is a step at some level. */
export class LaneIndex {
  /** The moments of the steps at each level, coarsest first. */
  readonly knots: readonly [Knots, Knots, Knots] = [new Knots(), new Knots(), new Knots()];
  private readonly lanes = new Map<string, Lane>();
  private readonly marked = new Map<number, { readonly lane: string; readonly level: Level }>();
  private readonly open = new Map<number, LaneSpan>();

  /** Lanes in order of first appearance. */
  all(): readonly Lane[] {
    return [...this.lanes.values()];
  }

  lane(id: string): Lane | undefined {
    return this.lanes.get(id);
  }

  /** The lane a record has its mark in, and from which level on it shows. */
  markOf(seq: number): { readonly lane: string; readonly level: Level } | undefined {
    return this.marked.get(seq);
  }

  /** Takes a record; `story` says whether it is told. */
  add(record: TraceRecord, story: StoryIndex): void {
    if (story.tells(record.seq)) this.addSpan(record);
    const level = story.level(record.seq);
    if (level === undefined) return;
    for (let at = level; at <= 3; at++) this.knots[at - 1]?.add(record.at);
    const place = placeOf(record);
    if (place === undefined) return;
    const lane = this.laneFor(place.lane);
    const mark = { seq: record.seq, at: record.at, shape: place.shape, level };
    for (let at = level; at <= 3; at++) {
      const { marks, widths, alerts } = lane.at[at - 1] as LaneMarks;
      if (ALERTS.has(mark.shape)) alerts.push(marks.length);
      marks.push(mark);
      // Its own moment is the last knot: it is a step.
      widths.push((this.knots[at - 1] as Knots).width);
    }
    this.marked.set(record.seq, { lane: lane.id, level });
  }

  private addSpan(record: TraceRecord): void {
    if (record.kind === 'cri.call')
      this.begin(record, `runtime/${record.data.node}`, { label: callLabel(record), level: 2 });
    if (record.kind === 'cni.call')
      this.begin(record, `cni/${record.data.node}`, { label: `CNI ${record.data.command}`, level: 2 });
    if (record.kind === 'span.begin')
      this.begin(record, laneOfTrack(record.data.track), {
        label: record.data.name,
        level: record.data.level,
      });
    if (record.kind === 'cri.return' || record.kind === 'cni.return')
      this.end(record.data.call, record.at, record.data.error !== undefined);
    if (record.kind === 'span.end') this.end(record.data.begin, record.at, record.data.outcome !== 'ok');
  }

  private begin(
    record: TraceRecord,
    laneId: string,
    { label, level }: { readonly label: string; readonly level: Level },
  ): void {
    if (record.at < 0) return;
    const span: LaneSpan = {
      seq: record.seq,
      from: record.at,
      label,
      level,
      waiting: label.includes('wait'),
      failed: false,
    };
    this.laneFor(laneId).spans.push(span);
    this.open.set(record.seq, span);
  }

  private end(begin: number, at: number, failed: boolean): void {
    const span = this.open.get(begin);
    if (span === undefined) return;
    span.to = at;
    span.failed = failed;
    this.open.delete(begin);
  }

  private laneFor(id: string): Lane {
    let lane = this.lanes.get(id);
    if (lane === undefined) {
      const slash = id.indexOf('/');
      lane = {
        id,
        ...(slash < 0 || loopOfLane(id) !== undefined ? {} : { node: id.slice(slash + 1) }),
        at: [noMarks(), noMarks(), noMarks()],
        spans: [],
      };
      this.lanes.set(id, lane);
    }
    return lane;
  }
}

const noMarks = (): LaneMarks => ({ marks: [], widths: [], alerts: [] });

/** The marks of a lane that show at a level. */
export function marksAt(lane: Lane, level: Level): LaneMarks {
  return lane.at[level - 1] as LaneMarks;
}

/** How far along the axis a mark lies, in the axis' own measure. */
export function placeOnAxis({ marks, widths }: LaneMarks, index: number, axis: Axis): number {
  return axis.mode === 'stretched' ? (widths[index] as number) : (marks[index] as LaneMark).at - axis.startUs;
}

/** The first mark, at or after `from`, that lies at or beyond a place on the axis. O(log of how far it is). */
export function firstMarkBeyond(all: LaneMarks, place: number, axis: Axis, from = 0): number {
  const length = all.marks.length;
  let reach = 1;
  while (from + reach < length && placeOnAxis(all, from + reach, axis) < place) reach *= 2;
  let low = from + (reach >> 1);
  let high = Math.min(length, from + reach + 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOnAxis(all, middle, axis) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function callLabel({ data }: RecordOf<'cri.call'>): string {
  return data.image === undefined ? data.method : `${data.method} ${data.image}`;
}

/** The lanes of a trace. */
export const laneIndex = followed<LaneIndex, StoryIndex>(() => new LaneIndex());

interface Place {
  readonly lane: string;
  readonly shape: MarkShape;
}

/** Lane and shape of a record; undefined when it has no place among the components. */
function placeOf(record: TraceRecord): Place | undefined {
  switch (record.kind) {
    case 'input.command':
      return { lane: 'kubectl', shape: 'step' };
    case 'request.send':
      return { lane: laneOfActor(record.actor), shape: 'request' };
    case 'request.stage':
      return { lane: 'kube-apiserver', shape: record.data.verdict === 'refused' ? 'refused' : 'step' };
    case 'request.done':
      return { lane: 'kube-apiserver', shape: record.data.code >= 400 ? 'refused' : 'request' };
    case 'object.put':
      return { lane: record.data.resource === 'events' ? 'kube-apiserver' : 'etcd', shape: putShape(record) };
    case 'object.delete':
      return { lane: 'etcd', shape: 'commit' };
    case 'watch.deliver':
      return { lane: laneOfActor(record.actor), shape: 'watch' };
    case 'cri.call':
    case 'cri.return':
    case 'image.layer':
      return { lane: laneOfActor(record.actor), shape: 'grpc' };
    case 'cni.call':
    case 'cni.return':
      return { lane: laneOfActor(record.actor), shape: 'exec' };
    case 'process.start':
    case 'process.exit':
      return { lane: `runtime/${record.data.node}`, shape: 'exec' };
    case 'signal':
      return { lane: `runtime/${record.data.node}`, shape: 'signal' };
    case 'probe.result':
      return {
        lane: laneOfActor(record.actor),
        shape: record.data.result === 'success' ? 'probe' : 'probe-failed',
      };
    case 'traffic':
      return { lane: 'traffic', shape: record.data.result === 'ok' ? 'traffic' : 'traffic-failed' };
    case 'backoff':
      return { lane: laneOfActor(record.actor), shape: 'timer' };
    case 'step':
      return { lane: laneOfTrack(record.data.track), shape: 'step' };
    default:
      return record.kind.startsWith('sched.') || record.kind === 'rule.sync'
        ? { lane: laneOfActor(record.actor), shape: 'step' }
        : undefined;
  }
}

function putShape(record: RecordOf<'object.put'>): MarkShape {
  if (record.data.resource !== 'events') return 'commit';
  return (record.data.object as { readonly type?: string }).type === 'Warning' ? 'warning' : 'event';
}

/** The lane of an actor: a control loop's own, one a node for containerd, shim and runc. */
export function laneOfActor(actor: string): string {
  const [name = '', node] = actor.split('/');
  const manager = laneOfManager(name);
  if (manager !== undefined) return manager;
  if (name === 'containerd' || name === 'containerd-shim' || name === 'shim' || name === 'runc')
    return node === undefined ? 'runtime' : `runtime/${node}`;
  if (name === 'workstation' || name === 'kubectl') return 'kubectl';
  return actor;
}

/** The lane of a span's track: its first two parts. */
function laneOfTrack(track: string): string {
  const [name = '', node] = track.split('/');
  if (name === 'controller' && node !== undefined) return laneOfLoop(node);
  return laneOfActor(node === undefined ? name : `${name}/${node}`);
}
