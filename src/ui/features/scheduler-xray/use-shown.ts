import { useMemo, useState } from 'react';
import type { Node, Pod } from '../../../api/generated/types.ts';
import type { SchedulingAnswer } from '../../../trace/scheduling-question.ts';
import type { Attempt } from '../../projections/scheduler-xray/attempts.ts';
import { type Because, becauseOf } from '../../projections/scheduler-xray/because.ts';
import { type Preemption, preemptionOf } from '../../projections/scheduler-xray/preemption.ts';
import { failureMessage } from '../../projections/scheduler-xray/sentence.ts';
import type { Branch } from '../../session/branch.ts';
import { useAnswer, type XraySubject } from './use-xray.ts';

/** The attempt one looks at, with all that is told of it. */
export interface Shown {
  readonly attempt: Attempt;
  readonly isLast: boolean;
  readonly answer: SchedulingAnswer | undefined;
  readonly waiting: boolean;
  readonly message: string | undefined;
  readonly preemption: Preemption | undefined;
  /** By node, what kept the Pod off it in their own terms. */
  readonly because: ReadonlyMap<string, readonly Because[]>;
  readonly show: (number: number) => void;
}

/** The chosen attempt, else the last by the cursor. */
export function useShown(subject: XraySubject | undefined): Shown | undefined {
  const [chosen, setChosen] = useState<number>();
  const attempts = subject?.attempts ?? [];
  const last = attempts.at(-1);
  const attempt = attempts.find(({ number }) => number === chosen) ?? last;
  const { answer, waiting } = useAnswer(subject?.branch, attempt);
  const told = useMemo(() => {
    if (subject === undefined || attempt === undefined) return undefined;
    const { branch, ref, seq } = subject;
    const next = subject.attempts[attempt.number];
    const until = next === undefined ? seq : Math.min(seq, next.filter.seq - 1);
    return {
      message: failureMessage(branch.world, ref, attempt, until),
      preemption: preemptionOf(branch.world, attempt),
    };
  }, [subject, attempt]);
  const branch = subject?.branch;
  const because = useMemo(() => reasonsOf(branch, attempt, answer), [branch, attempt, answer]);
  if (attempt === undefined || told === undefined) return undefined;
  return { attempt, isLast: attempt === last, answer, waiting, because, ...told, show: setChosen };
}

const NO_REASONS: ReadonlyMap<string, readonly Because[]> = new Map();

function reasonsOf(
  branch: Branch | undefined,
  attempt: Attempt | undefined,
  answer: SchedulingAnswer | undefined,
): ReadonlyMap<string, readonly Because[]> {
  if (branch === undefined || attempt === undefined || answer === undefined) return NO_REASONS;
  const { seq, data } = attempt.filter;
  const pod = branch.world.get('pods', data.pod.namespace, data.pod.name, seq) as Pod | undefined;
  if (pod === undefined) return NO_REASONS;
  return new Map(
    answer.nodes.flatMap(({ node: name, filters }): (readonly [string, readonly Because[]])[] => {
      const rejection = data.rejected[name];
      if (rejection === undefined) return [];
      const inputs = filters.find(({ plugin }) => plugin === rejection.plugin)?.inputs ?? {};
      const node = branch.world.get('nodes', '', name, seq) as Node | undefined;
      return [[name, becauseOf(rejection, { pod, node, inputs })]];
    }),
  );
}
