import type { Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import { type Attempt, nodesOf } from './attempts.ts';

/** A stretch of the sentence; with nodes when it counts some. */
export interface Clause {
  readonly text: string;
  readonly nodes?: readonly string[];
}

const PREEMPTION = 'preemption: ';
const NOT_HELPFUL = 'Preemption is not helpful for scheduling';

/** What the attempt wrote into the Pod's PodScheduled condition by `until`; the Event says the same. */
export function failureMessage(
  world: WorldIndex,
  ref: ObjectRef,
  attempt: Attempt,
  until: number,
): string | undefined {
  if (attempt.pick !== undefined) return undefined;
  const { versions } = world.history('pods', ref.namespace, ref.name) ?? { versions: [] };
  const written =
    versions.findLast(({ seq }) => seq > attempt.filter.seq && seq <= until) ??
    versions.findLast(({ seq }) => seq <= until);
  const pod = written?.object as Pod | undefined;
  const condition = pod?.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (condition?.status !== 'False' || condition.reason !== 'Unschedulable') return undefined;
  // Before the write, what an earlier attempt said still stands there.
  return (written?.seq ?? 0) > attempt.filter.seq || attempt.number > 1 ? condition.message : undefined;
}

/** Takes the FailedScheduling sentence apart: each count with the nodes it counts. Joined again it is the sentence. */
export function clausesOf(attempt: Attempt, message: string): readonly Clause[] {
  const cut = message.indexOf(PREEMPTION);
  const filtered = cut === -1 ? message : message.slice(0, cut);
  const rest = cut === -1 ? '' : message.slice(cut);
  return [...split(filtered, rejections(attempt)), ...split(rest, preemptionReasons(attempt))];
}

type NodesByReason = ReadonlyMap<string, readonly string[]>;

function rejections(attempt: Attempt): NodesByReason {
  const { rejected, preFilter } = attempt.filter.data;
  if (preFilter !== undefined) return new Map(preFilter.reasons.map((reason) => [reason, nodesOf(attempt)]));
  return grouped(Object.entries(rejected).map(([node, { reasons }]) => [node, reasons]));
}

function preemptionReasons({ filter, preempt }: Attempt): NodesByReason {
  const told = Object.entries(preempt?.data.rejected ?? {});
  const known = new Set(told.map(([node]) => node));
  const hopeless = Object.entries(filter.data.rejected)
    .filter(([node, { code }]) => code === 'UnschedulableAndUnresolvable' && !known.has(node))
    .map(([node]): [string, readonly string[]] => [node, [NOT_HELPFUL]]);
  return grouped([...told, ...hopeless]);
}

function grouped(entries: readonly (readonly [string, readonly string[]])[]): NodesByReason {
  const byReason = new Map<string, string[]>();
  for (const [node, reasons] of entries)
    for (const reason of reasons) {
      const plain = reason.replace(/\.$/, '');
      byReason.set(plain, [...(byReason.get(plain) ?? []), node]);
    }
  return byReason;
}

function split(text: string, byReason: NodesByReason): Clause[] {
  const found: { readonly start: number; readonly end: number; readonly nodes: readonly string[] }[] = [];
  for (const [reason, nodes] of byReason) {
    // A refusal of the whole Pod stands without a count.
    const counted = ` ${nodes.length} ${reason}`;
    const at = text.indexOf(counted);
    const start = at === -1 ? text.indexOf(reason) : at + 1;
    const end = at === -1 ? start + reason.length : at + counted.length;
    if (start >= 0 && !found.some((other) => start < other.end && other.start < end))
      found.push({ start, end, nodes });
  }
  found.sort((a, b) => a.start - b.start);
  const clauses: Clause[] = [];
  let from = 0;
  for (const { start, end, nodes } of found) {
    if (start > from) clauses.push({ text: text.slice(from, start) });
    clauses.push({ text: text.slice(start, end), nodes });
    from = end;
  }
  if (from < text.length) clauses.push({ text: text.slice(from) });
  return clauses;
}
