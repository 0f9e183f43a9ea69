import styles from './progress.module.css';

/** A share of something done, 0 to 1. `now` while it moves, `actor` when at rest. */
export function Progress({
  share,
  label,
  tone = 'now',
}: {
  readonly share: number;
  readonly label: string;
  readonly tone?: 'now' | 'runtime' | 'plain' | 'warning';
}) {
  const percent = Math.min(100, Math.max(0, share * 100));
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(percent)}
    >
      <div className={styles.done} data-tone={tone} style={{ width: `${percent}%` }} />
    </div>
  );
}

/** An image's layers: each fills from the left, the one in flight is inverse. Shares 0 to 1. */
export function LayerBars({ layers, label }: { readonly layers: readonly number[]; readonly label: string }) {
  return (
    <div className={styles.layers} role="img" aria-label={label}>
      {layers.map((share, index) => (
        <div key={index} className={styles.layer}>
          <div
            className={styles.part}
            data-done={share >= 1}
            style={{ width: `${Math.min(1, share) * 100}%` }}
          />
        </div>
      ))}
    </div>
  );
}
