import { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import type { Attempt } from '../../projections/scheduler-xray/attempts.ts';
import { clausesOf } from '../../projections/scheduler-xray/sentence.ts';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './scheduler-xray.module.css';

const MOST_NAMES = 8;

export interface EventSentenceProps {
  readonly attempt: Attempt;
  readonly message: string;
  readonly lit: readonly string[];
  readonly onLight: (nodes: readonly string[]) => void;
}

/** The FailedScheduling sentence: each count is a button that shows its nodes. */
export function EventSentence({ attempt, message, lit, onLight }: EventSentenceProps) {
  const t = useText(schedulerXrayText);
  const names =
    lit.length > MOST_NAMES
      ? t('sentence.more', { names: lit.slice(0, MOST_NAMES).join(', '), n: lit.length - MOST_NAMES })
      : lit.join(', ');
  return (
    <section className={styles.sentence} aria-label={t('sentence')}>
      <h2>
        {t('sentence.wrote', { n: attempt.number })} <span>FailedScheduling</span>
      </h2>
      <p>
        {clausesOf(attempt, message).map(({ text, nodes }, place) =>
          nodes === undefined ? (
            <span key={`${place} ${text}`}>{text}</span>
          ) : (
            <button
              key={`${place} ${text}`}
              type="button"
              aria-pressed={nodes.join() === lit.join()}
              onClick={() => onLight(nodes)}
              onPointerEnter={() => onLight(nodes)}
              onFocus={() => onLight(nodes)}
            >
              {text}
            </button>
          ),
        )}
      </p>
      <p className={styles.litNames} aria-live="polite">
        {lit.length > 0 && t('sentence.nodes', { names })}
      </p>
    </section>
  );
}
