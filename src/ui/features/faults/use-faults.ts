import { useCallback, useMemo } from 'react';
import { faultsText } from '../../../i18n/catalogue/faults.ts';
import type { Fault } from '../../../scenario/fault.ts';
import { faultIndex, type Standing } from '../../projections/faults/faults.ts';
import { faultWords } from '../../projections/faults/words.ts';
import { endOf, inject } from '../../session/faults.ts';
import { takeBackFault } from '../../session/take-back.ts';
import { useActiveBranch, useCursor, useSession } from '../../session/use-session.tsx';
import { useToast } from '../../widgets/overlay/toast.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';

/** The faults that are on at the cursor, and one that is just about to be: it was injected a moment ago. */
export function useStanding(): readonly Standing[] {
  const branch = useActiveBranch();
  const seq = useCursor((cursor) => cursor.seq);
  return useMemo(() => {
    if (branch === undefined) return [];
    let at = seq;
    for (let next = branch.story.next(at, 1); next !== undefined; next = branch.story.next(at, 1)) {
      if (branch.trace.at(next).kind !== 'input.fault') break;
      at = next;
    }
    return faultIndex(branch.trace).at(at);
  }, [branch, seq]);
}

/** Does a fault or ends it, and says so with a way back. */
export function useFaultActions(): {
  readonly set: (fault: Fault, on: boolean) => void;
  readonly end: (standing: readonly Standing[]) => void;
} {
  const t = useText(faultsText);
  const { lang } = useUi();
  const session = useSession();
  const toast = useToast();
  const set = useCallback(
    (fault: Fault, on: boolean): void => {
      const done = on ? fault : endOf(fault);
      if (done === undefined) return;
      inject(session, done);
      toast({
        text: t('injected', { what: sentence(faultWords(done, lang)) }),
        action: { label: t('undo'), run: () => void takeBackFault(session) },
      });
    },
    [session, toast, t, lang],
  );
  const end = useCallback(
    (standing: readonly Standing[]): void => {
      inject(session, ...standing.flatMap(({ fault }) => endOf(fault as Fault) ?? []));
    },
    [session],
  );
  return { set, end };
}

/** A toast is a sentence of its own; a name at its start keeps its letters. */
const sentence = (words: string): string =>
  words.replace(/^(?:a|every|pulling|the)\b/, (first) => first.charAt(0).toUpperCase() + first.slice(1));
