import { useId } from 'react';
import styles from './level-dots.module.css';

/** The zoom levels as five dots on a line; the present one is ringed. */
export function LevelDots({
  label,
  levels,
  value,
  onChange,
}: {
  readonly label: string;
  readonly levels: readonly string[];
  readonly value: number;
  readonly onChange: (level: number) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.levels} aria-label={label}>
      {levels.map((level, index) => (
        <label key={level} className={styles.level} data-on={index === value} data-passed={index < value}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={index === value}
            onChange={() => onChange(index)}
          />
          <span className={styles.dot} />
          {level}
        </label>
      ))}
    </fieldset>
  );
}
