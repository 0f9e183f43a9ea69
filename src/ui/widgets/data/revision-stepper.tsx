import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { ActorGlyph } from '../glyphs/actor-glyph.tsx';
import { actorHue, type ActorRole } from '../glyphs/actors.ts';
import styles from './revision-stepper.module.css';

/** One stored version of an object. */
export interface Revision {
  readonly revision: number;
  readonly role: ActorRole;
  /** What was written: create, binding, status. */
  readonly what: string;
}

export interface RevisionStepperProps {
  readonly label: string;
  readonly revisions: readonly Revision[];
  /** The one shown, and the one it is compared with. */
  readonly value: number;
  readonly from?: number;
  readonly onChange: (revision: number) => void;
}

/** The versions of an object in a row, each with its writer's glyph. Arrow keys choose. */
export function RevisionStepper({ label, revisions, value, from, onChange }: RevisionStepperProps) {
  const row = useRef<HTMLDivElement>(null);
  // Of many, the chosen one stands in the middle.
  useLayoutEffect(() => {
    const shown = row.current?.querySelector<HTMLElement>('[aria-checked="true"]');
    if (row.current !== null && shown != null)
      row.current.scrollLeft = shown.offsetLeft - (row.current.clientWidth - shown.offsetWidth) / 2;
  }, [value, revisions.length]);
  const press = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = revisions.findIndex((entry) => entry.revision === value) + step;
    const next = revisions[at];
    if (step === 0 || next === undefined || event.altKey || event.shiftKey) return;
    event.preventDefault();
    onChange(next.revision);
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('button')[at]?.focus();
  };
  return (
    <div ref={row} className={styles.row} role="radiogroup" aria-label={label}>
      {revisions.map((entry) => (
        <button
          key={entry.revision}
          type="button"
          role="radio"
          aria-checked={entry.revision === value}
          tabIndex={entry.revision === value ? 0 : -1}
          className={styles.step}
          data-from={entry.revision === from}
          style={{ '--hue': actorHue(entry.role) } as CSSProperties}
          onKeyDown={press}
          onClick={() => onChange(entry.revision)}
        >
          <span className={styles.glyph}>
            <ActorGlyph role={entry.role} size={13} />
          </span>
          <span className={styles.revision}>{entry.revision}</span>
          <span className={styles.what}>{entry.what}</span>
        </button>
      ))}
    </div>
  );
}
