import type { TraceRecord } from '../../../trace/record.ts';
import { nodeOf, nodeOfSelector, type Role, roleOf } from '../actors.ts';
import { followed } from '../follow.ts';
import { requestLabel } from '../names.ts';
import { countUpTo } from '../sorted.ts';
import type { StoryIndex } from '../story-index.ts';

/** A line of the drawing, whatever the layout: who owns it and what kind of talk it is. */
export type Line =
  | 'kubectl.request'
  | 'scheduler.request'
  | 'scheduler.watch'
  | 'controllers.request'
  | 'controllers.watch'
  | 'kubelet.request'
  | 'kubelet.watch'
  | 'proxy.watch'
  | 'etcd.write'
  | 'cri'
  | 'shim'
  | 'cni'
  | 'data';

export type HopShape = 'pill' | 'outline' | 'chip' | 'diamond' | 'exec' | 'bytes';

/** Something that went over a line. */
export interface Hop {
  readonly seq: number;
  readonly at: number;
  readonly line: Line;
  /** The node whose line it is, for lines that every node has. */
  readonly node: string | undefined;
  readonly role: Role;
  readonly shape: HopShape;
  readonly label: string;
  /** The call or request number it belongs to, to see whether it is still open. */
  readonly request?: number;
}

const REQUEST_LINES: Partial<Record<Role, Line>> = {
  kubectl: 'kubectl.request',
  scheduler: 'scheduler.request',
  controller: 'controllers.request',
  kubelet: 'kubelet.request',
};
const WATCH_LINES: Partial<Record<Role, Line>> = {
  scheduler: 'scheduler.watch',
  controller: 'controllers.watch',
  kubelet: 'kubelet.watch',
  proxy: 'proxy.watch',
};

/** What a CRI call sets in motion beyond containerd. */
const BEYOND: Readonly<Record<string, Line>> = {
  RunPodSandbox: 'shim',
  PullImage: 'data',
  CreateContainer: 'shim',
  StartContainer: 'shim',
  StopContainer: 'shim',
  StopPodSandbox: 'shim',
};

/** Knows to which node a record belongs. */
interface Places {
  nodeOf(record: TraceRecord): string | undefined;
}

/** The line a record goes over, if it goes anywhere. */
export function hopOf(record: TraceRecord, places: Places): Hop | undefined {
  const base = { seq: record.seq, at: record.at, node: places.nodeOf(record) };
  switch (record.kind) {
    case 'request.send': {
      const role = roleOf(record.data.client);
      const line = REQUEST_LINES[role];
      return line === undefined
        ? undefined
        : {
            ...base,
            line,
            role,
            shape: 'pill',
            label: requestLabel(record.data),
            request: record.data.request,
          };
    }
    case 'watch.deliver': {
      const role = roleOf(record.data.client);
      const line = WATCH_LINES[role];
      return line === undefined
        ? undefined
        : { ...base, line, role, shape: 'outline', label: record.data.type };
    }
    case 'object.put':
    case 'object.delete':
      return { ...base, line: 'etcd.write', role: 'etcd', shape: 'diamond', label: `rev ${record.data.rev}` };
    case 'cri.call':
      return {
        ...base,
        line: BEYOND[record.data.method] ?? 'cri',
        role: 'runtime',
        shape: 'chip',
        label: record.data.method,
      };
    case 'cni.call':
      return { ...base, line: 'cni', role: 'cni', shape: 'exec', label: record.data.command };
    case 'process.start':
    case 'signal':
      return {
        ...base,
        line: 'shim',
        role: 'runtime',
        shape: 'exec',
        label: record.kind === 'signal' ? record.data.signal : 'exec',
      };
    case 'image.layer':
      return { ...base, line: 'data', role: 'outside', shape: 'bytes', label: '' };
    default:
      return undefined;
  }
}

/** Whether a hop is told: a step of its component, or bytes on their way. */
function isTold(record: TraceRecord, story: StoryIndex): boolean {
  if (record.kind === 'image.layer') return story.tells(record.seq);
  return (story.level(record.seq) ?? 3) <= 2;
}

/** Everything told that went over a line, in order. */
export class HopIndex {
  private readonly hops: Hop[] = [];
  private readonly seqs: number[] = [];
  private readonly watches = new Map<number, string | undefined>();

  add(record: TraceRecord, story: StoryIndex): void {
    if (record.kind === 'watch.open')
      this.watches.set(record.data.watch, nodeOfSelector(record.data.selector) ?? nodeOf(record));
    if (!isTold(record, story)) return;
    const hop = hopOf(record, this);
    if (hop === undefined) return;
    this.hops.push(hop);
    this.seqs.push(hop.seq);
  }

  /** The node that a record happens on, or whose kubelet heard it. */
  nodeOf(record: TraceRecord): string | undefined {
    return record.kind === 'watch.deliver'
      ? (this.watches.get(record.data.watch) ?? nodeOf(record))
      : nodeOf(record);
  }

  /** Hops at or before `seq`, latest first. */
  *back(seq: number): Generator<Hop> {
    for (let i = countUpTo(this.seqs, seq) - 1; i >= 0; i--) yield this.hops[i] as Hop;
  }

  /** Hops after `from`, up to and with `to`. */
  between(from: number, to: number): readonly Hop[] {
    return this.hops.slice(countUpTo(this.seqs, from), countUpTo(this.seqs, to));
  }
}

/** The hops of a trace. */
export const hopIndex = followed<HopIndex, StoryIndex>(() => new HopIndex());
