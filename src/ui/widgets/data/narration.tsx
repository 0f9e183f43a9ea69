import type { ReactNode } from 'react';
import { ClockPill, StopTag } from './pill.tsx';
import styles from './narration.module.css';

export interface NarrationProps {
  /** The page clock, already formatted. */
  readonly clock: string;
  /** What happened, who did it: at most 14 words. */
  readonly sentence: ReactNode;
  readonly detail?: ReactNode;
  /** The word of the red tag, such as "Stopped"; it takes the clock's place. */
  readonly stopped?: string;
  /** At the end of the row, such as the zoom level. */
  readonly aside?: ReactNode;
  /** The clock above the sentence, for narrow pages. */
  readonly stacked?: boolean;
}

/** The sentence of the present record. It is drawn here and spoken by `LiveRegion`, which keeps its pace. */
export function Narration({ clock, sentence, detail, stopped, aside, stacked = false }: NarrationProps) {
  return (
    <div className={styles.say} data-stacked={stacked}>
      {stopped === undefined ? <ClockPill>{clock}</ClockPill> : <StopTag>{stopped}</StopTag>}
      <h1 className={styles.sentence}>{sentence}</h1>
      {detail !== undefined && <p className={styles.detail}>{detail}</p>}
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
    </div>
  );
}
