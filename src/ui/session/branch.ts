import type { SimTime } from '../../trace/ids.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { Trace } from '../../trace/trace.ts';
import { WorldIndex } from '../../trace/world.ts';
import type { RunDocument } from '../../worker/protocol.ts';
import { StoryIndex } from '../projections/story-index.ts';

/** How far a branch's simulation is. `quiet`: nothing more would happen; `horizon`: as far as it was to go. */
export type BranchStatus = 'simulating' | 'quiet' | 'horizon' | 'limit' | 'refused' | 'crashed';

/**
 * One run and what is known of it so far. The trace, world and story grow in place;
 * `version` counts every change, so that views know when to look again.
 */
export interface Branch {
  readonly id: number;
  readonly document: RunDocument;
  /** What the reader calls it; '' until they name it. */
  readonly name: string;
  /** Where it left another branch: the last record both share. */
  readonly parent?: { readonly branch: number; readonly lastShared: number };
  readonly trace: Trace;
  readonly world: WorldIndex;
  readonly story: StoryIndex;
  readonly status: BranchStatus;
  /** Virtual time simulated so far. */
  readonly now: SimTime;
  readonly problems: readonly string[];
  readonly version: number;
}

/** An empty branch, or one that begins with the records it shares with its parent. */
export function newBranch(
  id: number,
  document: RunDocument,
  parent?: { readonly branch: Branch; readonly shared: number },
): Branch {
  const trace = new Trace();
  const world = new WorldIndex();
  const story = new StoryIndex();
  const branch = {
    id,
    document,
    name: '',
    trace,
    world,
    story,
    status: 'simulating' as const,
    now: 0 as SimTime,
    problems: [],
    version: 0,
  };
  if (parent === undefined) return branch;
  take(branch, parent.branch.trace.all().slice(0, parent.shared));
  return { ...branch, parent: { branch: parent.branch.id, lastShared: parent.shared - 1 } };
}

/** Adds records to a branch's indexes, in order. */
export function take(branch: Branch, records: readonly TraceRecord[]): void {
  for (const record of records) {
    branch.trace.append(record);
    branch.world.add(record);
    branch.story.add(record);
  }
}

/** Whether what leaves a branch after `shared` records only goes on with it: no step of it is left behind. */
export function goesOn({ document, story, status }: Branch, shared: number): boolean {
  // Before anything has happened there is nothing to leave.
  if (document.inputs.length === 0 && story.steps(3).length === 0) return true;
  return status !== 'simulating' && (story.steps(3).at(-1) ?? -1) < shared;
}
