import type { ReactNode } from 'react';
import { commonText } from '../../../i18n/catalogue/common.ts';
import { Icon } from '../glyphs/icon.tsx';
import { StateGlyph } from '../glyphs/state-glyph.tsx';
import { useText } from '../ui-context.tsx';
import styles from './milestone-rail.module.css';

export type MilestoneState = 'passed' | 'now' | 'toCome' | 'never' | 'stuck';

/** One point of "created means seven things". */
export interface Milestone {
  readonly id: string;
  readonly name: string;
  /** A word for the narrow rail, where `name` has no room. */
  readonly short: string;
  readonly state: MilestoneState;
  /** What made it true, or what it waits for. */
  readonly detail?: ReactNode;
  /** When, already formatted. */
  readonly at?: string;
}

interface RailProps {
  readonly milestones: readonly Milestone[];
  readonly label: string;
  /** Makes each point a button: it leads to its record. */
  readonly onOpen?: (id: string) => void;
}

function Dot({ state }: { readonly state: MilestoneState }) {
  if (state === 'stuck') return <StateGlyph kind="failed" size={16} quiet />;
  return (
    <span className={styles.dot} data-state={state}>
      {state === 'passed' && <Icon name="check" size={11} strong />}
    </span>
  );
}

/** Milestones from top to bottom with their times. */
export function MilestoneRail({ milestones, label, onOpen }: RailProps) {
  const t = useText(commonText);
  return (
    <ol className={styles.rail} aria-label={label}>
      {milestones.map((milestone) => {
        const row = (
          <>
            <Dot state={milestone.state} />
            <span
              className={styles.name}
              aria-label={t(`milestone.${milestone.state}`, { name: milestone.name })}
            >
              {milestone.name}
            </span>
            <span
              className={styles.detail}
              title={typeof milestone.detail === 'string' ? milestone.detail : undefined}
            >
              {milestone.detail}
            </span>
            {milestone.at !== undefined && <time className={styles.time}>{milestone.at}</time>}
          </>
        );
        return (
          <li key={milestone.id} className={styles.row} data-state={milestone.state}>
            {onOpen !== undefined && milestone.state === 'passed' ? (
              <button type="button" className={styles.open} onClick={() => onOpen(milestone.id)}>
                {row}
              </button>
            ) : (
              <div className={styles.open}>{row}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Milestones from left to right with short words, for narrow pages. */
export function MilestoneStrip({ milestones, label }: RailProps) {
  const t = useText(commonText);
  return (
    <ol
      className={styles.strip}
      aria-label={label}
      style={{ gridTemplateColumns: `repeat(${milestones.length}, 1fr)` }}
    >
      {milestones.map((milestone) => (
        <li
          key={milestone.id}
          className={styles.point}
          data-state={milestone.state}
          aria-label={t(`milestone.${milestone.state}`, { name: milestone.name })}
          aria-current={milestone.state === 'now' ? 'step' : undefined}
        >
          <span aria-hidden="true">{milestone.short}</span>
        </li>
      ))}
    </ol>
  );
}
