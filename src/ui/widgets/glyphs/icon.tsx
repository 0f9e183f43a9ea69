import type { Shape } from './actors.ts';
import { ICONS, type IconName } from './icons.ts';

/** A control's icon in the current text colour. Decorative: the control carries the name. */
export function Icon({
  name,
  size = 16,
  strong = false,
}: {
  readonly name: IconName;
  readonly size?: number;
  readonly strong?: boolean;
}) {
  const shape: Shape = ICONS[name];
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={strong ? 2.3 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      {shape.fill !== undefined && <path d={shape.fill} fill="currentColor" stroke="none" />}
      {shape.stroke !== undefined && <path d={shape.stroke} />}
    </svg>
  );
}

/** The sign of Podscope: a packet on its line, looked at through a scope. */
export function BrandMark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 22 22"
      fill="none"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path d="M1 11h20" stroke="var(--now)" strokeWidth="2.2" strokeLinecap="round" />
      <circle cx="11" cy="11" r="5.2" fill="var(--bg-panel)" stroke="var(--now)" strokeWidth="2.2" />
      <path
        d="M11 1v3.4M11 17.6V21"
        stroke="var(--now)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeDasharray=".1 3.2"
      />
      <circle cx="11" cy="11" r="1.7" fill="var(--now)" />
    </svg>
  );
}
