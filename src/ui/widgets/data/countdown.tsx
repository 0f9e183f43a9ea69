import { useUi } from '../ui-context.tsx';
import { durationWords } from '../../../i18n/format.ts';
import styles from './countdown.module.css';

/** The time left of a wait, in virtual µs: words, and a ring that empties. The only thing that may move while paused. */
export function Countdown({
  leftUs,
  totalUs,
  size = 16,
}: {
  readonly leftUs: number;
  readonly totalUs: number;
  readonly size?: number;
}) {
  const { lang } = useUi();
  const share = totalUs <= 0 ? 0 : Math.min(1, Math.max(0, leftUs / totalUs));
  const r = 6;
  const around = 2 * Math.PI * r;
  return (
    <span className={styles.countdown}>
      <svg width={size} height={size} viewBox="-8 -8 16 16" aria-hidden="true">
        <circle r={r} fill="none" stroke="var(--line-strong)" strokeWidth="2" strokeDasharray="2 2.2" />
        <circle
          className={styles.arc}
          r={r}
          fill="none"
          stroke="var(--state-pending)"
          strokeWidth="2.4"
          strokeDasharray={`${share * around} ${around}`}
          transform="rotate(-90)"
        />
      </svg>
      <span className={styles.words}>{durationWords(Math.max(0, leftUs), lang)}</span>
    </span>
  );
}
