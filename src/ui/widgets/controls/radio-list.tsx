import { type ReactNode, useId } from 'react';
import styles from './radio-list.module.css';

export interface RadioListProps<Value extends string> {
  readonly legend: ReactNode;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

/** A question with answers to choose one of, such as a lesson's prediction. */
export function RadioList<Value extends string>({
  legend,
  options,
  value,
  onChange,
  disabled = false,
}: RadioListProps<Value>) {
  const name = useId();
  return (
    <fieldset disabled={disabled}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option} data-on={option.value === value}>
          <input
            type="radio"
            className={styles.dot}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
