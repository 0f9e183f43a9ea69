import { type ReactNode, useId } from 'react';
import styles from './switch.module.css';

export interface SwitchProps {
  readonly label: ReactNode;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  /** What it will do or why it cannot, beside the switch. */
  readonly note?: ReactNode;
  readonly disabled?: boolean;
  /** The switch in front of the words instead of at the end of the row. */
  readonly leading?: boolean;
}

/** One setting on a row of its own. */
export function Switch({ label, on, onChange, note, disabled = false, leading = false }: SwitchProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={styles.row} data-on={on} data-disabled={disabled} data-leading={leading}>
      <span className={styles.label}>{label}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={on}
        className={styles.switch}
        checked={on}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
