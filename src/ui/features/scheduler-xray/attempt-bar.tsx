import { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import { durationWords, list } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/text.ts';
import type { Attempt } from '../../projections/scheduler-xray/attempts.ts';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './scheduler-xray.module.css';

type T = Translate<(typeof schedulerXrayText)['en']>;

/** Attempts shown as buttons; the oldest of very many are left out. */
const MOST_SHOWN = 12;

export interface AttemptBarProps {
  readonly attempts: readonly Attempt[];
  readonly shown: Attempt;
  readonly onShow: (number: number) => void;
}

/** The scheduler's tries, one of them shown. */
export function AttemptBar({ attempts, shown, onShow }: AttemptBarProps) {
  const t = useText(schedulerXrayText);
  return (
    <fieldset className={styles.attempts} aria-label={t('attempts')}>
      {attempts.slice(-MOST_SHOWN).map((attempt) => (
        <button
          key={attempt.number}
          type="button"
          aria-pressed={attempt.number === shown.number}
          data-outcome={outcomeOf(attempt)}
          onClick={() => onShow(attempt.number)}
        >
          {attemptLabel(t, attempt)}
        </button>
      ))}
    </fieldset>
  );
}

/** How an attempt stands: by the cursor it may not have ended. */
export function outcomeOf({ filter, pick }: Attempt): 'picked' | 'failed' | 'running' {
  return pick !== undefined ? 'picked' : filter.data.feasible.length === 0 ? 'failed' : 'running';
}

/** `Attempt 2: worker-6`. */
export function attemptLabel(t: T, attempt: Attempt): string {
  const { number: n, filter, pick } = attempt;
  switch (outcomeOf(attempt)) {
    case 'picked':
      return t('attempt.picked', { n, node: pick?.data.node ?? '' });
    case 'failed':
      return t('attempt.failed', { n, fit: 0, all: filter.data.all });
    case 'running':
      return t('attempt.running', { n });
  }
}

/** A wait worth a word. */
const LONG_US = 1_000_000;

/** How an attempt ended, in a sentence or two; `waitedUs` is how long the Pod had waited by then. */
export function attemptVerdict(t: T, attempt: Attempt, waitedUs: number): string {
  const { all, feasible, preFilter, noNodes, omitted = 0 } = attempt.filter.data;
  if (attempt.pick !== undefined) return pickedVerdict(t, attempt.pick.data, { all, waitedUs });
  if (noNodes === true) return t('verdict.noNodes');
  if (preFilter !== undefined) return t('verdict.preFilter', { plugin: preFilter.plugin });
  return feasible.length === 0
    ? t('verdict.failed', { n: all })
    : t('verdict.running', { fit: feasible.length + omitted, n: all });
}

/** More nodes than these are counted, not named. */
const MOST_NAMED = 4;

function pickedVerdict(
  t: T,
  { node, scored, totals, tie = [] }: NonNullable<Attempt['pick']>['data'],
  { all, waitedUs }: { readonly all: number; readonly waitedUs: number },
): string {
  if (!scored) return t('verdict.only', { node });
  const total = totals[node] ?? 0;
  const won =
    tie.length > 1
      ? tie.length > MOST_NAMED
        ? t('verdict.tie.many', { node, total, n: tie.length })
        : t('verdict.tie', { node, total, names: list(tie, t.lang) })
      : waitedUs >= LONG_US
        ? t('verdict.after', { node, total, time: durationWords(waitedUs, t.lang) })
        : t('verdict.picked', { node, total });
  const unscored = all - Object.keys(totals).length;
  return unscored > 0 && tie.length < 2 ? `${won} ${t('verdict.fell', { n: unscored, all })}` : won;
}
