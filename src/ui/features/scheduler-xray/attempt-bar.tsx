import { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import { list } from '../../../i18n/format.ts';
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
          {labelOf(t, attempt)}
        </button>
      ))}
    </fieldset>
  );
}

function outcomeOf({ filter, pick }: Attempt): 'picked' | 'failed' | 'running' {
  return pick !== undefined ? 'picked' : filter.data.feasible.length === 0 ? 'failed' : 'running';
}

function labelOf(t: T, attempt: Attempt): string {
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

/** How an attempt ended, in a sentence. */
export function attemptVerdict(t: T, { filter, pick }: Attempt): string {
  const { all, feasible, preFilter, noNodes, omitted = 0 } = filter.data;
  if (pick !== undefined) {
    const { node, scored, totals, tie = [] } = pick.data;
    const total = totals[node] ?? 0;
    if (!scored) return t('verdict.only', { node });
    return tie.length > 1
      ? t('verdict.tie', { node, total, names: list(tie, t.lang) })
      : t('verdict.picked', { node, total });
  }
  if (noNodes === true) return t('verdict.noNodes');
  if (preFilter !== undefined) return t('verdict.preFilter', { plugin: preFilter.plugin });
  return feasible.length === 0
    ? t('verdict.failed', { n: all })
    : t('verdict.running', { fit: feasible.length + omitted, n: all });
}
