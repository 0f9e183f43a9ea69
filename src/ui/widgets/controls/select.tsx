import styles from './select.module.css';

export interface SelectProps<Value extends string> {
  readonly label: string;
  /** Keeps the label for assistive technology alone. */
  readonly hideLabel?: boolean;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

/** One of several values: the system's own list. */
export function Select<Value extends string>({
  label,
  hideLabel = false,
  options,
  value,
  onChange,
  disabled = false,
}: SelectProps<Value>) {
  return (
    <label className={styles.field}>
      <span className={hideLabel ? 'sr-only' : styles.label}>{label}</span>
      <select
        className={styles.select}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
