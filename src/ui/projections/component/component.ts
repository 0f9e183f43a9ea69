import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import { roleOf } from '../actors.ts';
import { followed } from '../follow.ts';
import { isStoryWrite } from '../story-roots.ts';
import { countBySeq } from '../sorted.ts';

/** A controller's loop once round: what it saw, what it decided, what it did about it. */
export interface LoopTurn {
  /** `deployment`, `endpointslice`. */
  readonly loop: string;
  /** The delivery that woke it; undefined when a timer or an answer did. */
  readonly watched: RecordOf<'watch.deliver'> | undefined;
  readonly decided: RecordOf<'step'>;
  readonly acted: readonly RecordOf<'request.send'>[];
}

/** What a component has been doing by the cursor, latest first. */
export interface ComponentView {
  readonly loops: readonly LoopTurn[];
  readonly writes: readonly RecordOf<'request.send'>[];
  readonly deliveries: readonly RecordOf<'watch.deliver'>[];
  /** Deliveries since its last decision or write: what it has not answered yet. */
  readonly unanswered: number;
}

interface Doing {
  readonly steps: RecordOf<'step'>[];
  readonly writes: RecordOf<'request.send'>[];
  readonly deliveries: RecordOf<'watch.deliver'>[];
}

/** A component as the drawing shows it: every loop of the controller manager is one, containerd and runc of a node too. */
function componentOf(actor: string): string {
  const role = roleOf(actor);
  if (role === 'controller') return 'kube-controller-manager';
  const node = actor.split('/')[1];
  return role === 'runtime' && node !== undefined ? `containerd/${node}` : actor;
}

class ComponentIndex {
  private readonly of = new Map<string, Doing>();
  private readonly acts = new Map<number, RecordOf<'request.send'>[]>();

  add(record: TraceRecord): void {
    // The cluster's own start is nobody's story.
    if (record.at < 0) return;
    switch (record.kind) {
      case 'step':
        if (record.data.track.startsWith('controller/')) this.doing(record.actor).steps.push(record);
        return;
      case 'watch.deliver':
        if (record.data.type !== 'BOOKMARK') this.doing(record.actor).deliveries.push(record);
        return;
      case 'request.send':
        if (!isStoryWrite(record.data.verb, record.data.resource)) return;
        this.doing(record.actor).writes.push(record);
        if (record.cause !== undefined) this.keepAct(record.cause, record);
        return;
      default:
    }
  }

  get(actor: string): Doing | undefined {
    return this.of.get(componentOf(actor));
  }

  actsOf(step: number): readonly RecordOf<'request.send'>[] {
    return this.acts.get(step) ?? [];
  }

  private keepAct(cause: number, record: RecordOf<'request.send'>): void {
    const known = this.acts.get(cause);
    if (known === undefined) this.acts.set(cause, [record]);
    else known.push(record);
  }

  private doing(actor: string): Doing {
    const key = componentOf(actor);
    let known = this.of.get(key);
    if (known === undefined) {
      known = { steps: [], writes: [], deliveries: [] };
      this.of.set(key, known);
    }
    return known;
  }
}

const componentIndex = followed(() => new ComponentIndex());

/** More of each is not a summary. */
const MOST = 6;
/** A loop's causes are looked through this far for the delivery that woke it. */
const FARTHEST = 12;

/** The last few at or before `seq`, latest first. */
const latest = <T extends { readonly seq: number }>(all: readonly T[], seq: number): readonly T[] => {
  const count = countBySeq(all, seq);
  return all.slice(Math.max(0, count - MOST), count).reverse();
};

/** What a component has been doing by `seq`. */
export function componentView(trace: Trace, actor: string, seq: number): ComponentView {
  const index = componentIndex(trace);
  const doing = index.get(actor);
  if (doing === undefined) return { loops: [], writes: [], deliveries: [], unanswered: 0 };
  const loops = new Map<string, RecordOf<'step'>>();
  for (const step of doing.steps) {
    if (step.seq > seq) break;
    loops.set(step.data.track.split('/')[1] ?? '', step);
  }
  const turns = [...loops]
    .map(([loop, decided]) => ({
      loop,
      decided,
      watched: wokenBy(trace, decided),
      acted: index.actsOf(decided.seq).filter((each) => each.seq <= seq),
    }))
    .sort((a, b) => b.decided.seq - a.decided.seq);
  const writes = latest(doing.writes, seq);
  const deliveries = latest(doing.deliveries, seq);
  const answered = Math.max(writes[0]?.seq ?? -1, turns[0]?.decided.seq ?? -1);
  const unanswered = countBySeq(doing.deliveries, seq) - countBySeq(doing.deliveries, answered);
  return { loops: turns, writes, deliveries, unanswered };
}

function wokenBy(trace: Trace, step: RecordOf<'step'>): RecordOf<'watch.deliver'> | undefined {
  let record = trace.find(step.cause);
  for (let far = 0; record !== undefined && far < FARTHEST; far++) {
    if (record.kind === 'watch.deliver') return record;
    record = trace.find(record.cause);
  }
  return undefined;
}
