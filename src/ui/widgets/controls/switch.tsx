import { type ReactNode, useId } from 'react';
import styles from './switch.module.css';

export interface SwitchProps {
  readonly label: ReactNode;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  /** A word at the right, before the switch: an amount, or why it is off limits. */
  readonly note?: ReactNode;
  readonly disabled?: boolean;
}

/** Something that is on or off. A native check box lies underneath. */
export function Switch({ label, on, onChange, note, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.row} data-on={on} data-disabled={disabled}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={on}
        aria-checked={on}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}
