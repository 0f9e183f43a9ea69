import type { RecordOf } from '../../../trace/record.ts';
import type { Attempt } from './attempts.ts';

/** A step of the Pod's wait, told in the order it happened. `at` in virtual µs. */
export type WaitStep =
  | {
      readonly kind: 'fell';
      readonly at: number;
      readonly seq: number;
      readonly nodes: number;
      readonly most: Reason | undefined;
    }
  | { readonly kind: 'refused'; readonly at: number; readonly seq: number; readonly plugin: string }
  | { readonly kind: 'preempts'; readonly seq: number; readonly node: string }
  | { readonly kind: 'hopeless'; readonly seq: number }
  | { readonly kind: 'parked' | 'backoff' | 'gated'; readonly seq: number }
  | { readonly kind: 'woken'; readonly at: number; readonly seq: number; readonly event: string }
  | { readonly kind: 'placed'; readonly at: number; readonly seq: number; readonly node: string };

/** The reason most nodes fell for. */
export interface Reason {
  readonly text: string;
  readonly nodes: number;
}

/** Of a long wait the end is told. */
const MOST_STEPS = 9;

/** Why the Pod was not placed sooner: what each attempt came to, where it waited, and what woke it. */
export function notSooner(
  attempts: readonly Attempt[],
  moves: readonly RecordOf<'sched.queue'>[],
): readonly WaitStep[] {
  const steps = [...attempts.flatMap(ofAttempt), ...moves.flatMap(ofMove(attempts))];
  steps.sort((a, b) => a.seq - b.seq);
  return steps.slice(-MOST_STEPS);
}

function ofAttempt({ filter, preempt, pick }: Attempt): readonly WaitStep[] {
  const { at, seq, data } = filter;
  if (pick !== undefined) return [{ kind: 'placed', at: pick.at, seq: pick.seq, node: pick.data.node }];
  if (data.preFilter !== undefined) return [{ kind: 'refused', at, seq, plugin: data.preFilter.plugin }];
  if (data.feasible.length > 0) return [];
  const fell: WaitStep = { kind: 'fell', at, seq, nodes: data.all, most: mostCommon(data.rejected) };
  if (preempt === undefined) return [fell];
  const { picked } = preempt.data;
  return [
    fell,
    picked === undefined
      ? { kind: 'hopeless', seq: preempt.seq }
      : { kind: 'preempts', seq: preempt.seq, node: picked },
  ];
}

function mostCommon(rejected: Attempt['filter']['data']['rejected']): Reason | undefined {
  const counts = new Map<string, number>();
  for (const { reasons } of Object.values(rejected))
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  let most: Reason | undefined;
  for (const [text, nodes] of counts) if (nodes > (most?.nodes ?? 0)) most = { text, nodes };
  return most;
}

function ofMove(attempts: readonly Attempt[]): (move: RecordOf<'sched.queue'>) => readonly WaitStep[] {
  const firstTry = attempts[0]?.filter.seq ?? Number.POSITIVE_INFINITY;
  return ({ at, seq, data }) => {
    switch (data.queue) {
      case 'gated':
        return [{ kind: 'gated', seq }];
      case 'unschedulable':
        return [{ kind: 'parked', seq }];
      case 'backoff':
        return [
          { kind: 'woken', at, seq, event: data.event },
          { kind: 'backoff', seq },
        ];
      case 'active':
        return seq < firstTry && data.event === 'UnschedulablePodAdd'
          ? []
          : [{ kind: 'woken', at, seq, event: data.event }];
      case 'none':
        return [];
    }
  };
}
