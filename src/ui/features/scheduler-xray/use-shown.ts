import { useMemo, useState } from 'react';
import type { SchedulingAnswer } from '../../../trace/scheduling-question.ts';
import type { Attempt } from '../../projections/scheduler-xray/attempts.ts';
import { type Preemption, preemptionOf } from '../../projections/scheduler-xray/preemption.ts';
import { failureMessage } from '../../projections/scheduler-xray/sentence.ts';
import { useAnswer, type XraySubject } from './use-xray.ts';

/** The attempt one looks at, with all that is told of it. */
export interface Shown {
  readonly attempt: Attempt;
  readonly isLast: boolean;
  readonly answer: SchedulingAnswer | undefined;
  readonly waiting: boolean;
  readonly message: string | undefined;
  readonly preemption: Preemption | undefined;
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
  if (attempt === undefined || told === undefined) return undefined;
  return { attempt, isLast: attempt === last, answer, waiting, ...told, show: setChosen };
}
