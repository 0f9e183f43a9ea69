/** Hatches by meaning. Right-leaning waits, left-leaning ends; ghosts and unreached paths are grey. */
export type HatchName = 'pending' | 'terminating' | 'ghost' | 'unreached' | 'danger';

const HATCHES: readonly {
  readonly name: HatchName;
  readonly step: number;
  readonly angle: number;
  readonly hue: string;
  readonly width: number;
}[] = [
  { name: 'pending', step: 6, angle: 45, hue: 'var(--state-pending)', width: 1.5 },
  { name: 'terminating', step: 6, angle: -45, hue: 'var(--state-terminating)', width: 1.3 },
  { name: 'ghost', step: 7, angle: 45, hue: 'var(--line-strong)', width: 1 },
  { name: 'unreached', step: 6, angle: 45, hue: 'var(--text-off)', width: 1.2 },
  {
    name: 'danger',
    step: 9,
    angle: 45,
    hue: 'color-mix(in srgb, var(--state-failed) 35%, transparent)',
    width: 1.2,
  },
];

/** The patterns behind `hatch`, and the tint of the API server's band (`url(#band-tint)`). Rendered once per page. */
export function HatchDefs() {
  return (
    <svg width="0" height="0" aria-hidden="true" style={{ position: 'absolute' }}>
      <defs>
        {HATCHES.map(({ name, step, angle, hue, width }) => (
          <pattern
            key={name}
            id={`hatch-${name}`}
            width={step}
            height={step}
            patternUnits="userSpaceOnUse"
            patternTransform={`rotate(${angle})`}
          >
            <path d={`M0 0V${step}`} stroke={hue} strokeWidth={width} />
          </pattern>
        ))}
        <linearGradient id="band-tint" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="var(--actor-apiserver)" stopOpacity="var(--band-tint-top, .14)" />
          <stop offset="1" stopColor="var(--actor-apiserver)" stopOpacity="var(--band-tint-low, .05)" />
        </linearGradient>
      </defs>
    </svg>
  );
}
