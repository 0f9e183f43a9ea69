import type { CSSProperties, ReactNode } from 'react';
import { commonText } from '../../../i18n/catalogue/common.ts';
import { cx } from '../cx.ts';
import { ActorGlyph } from '../glyphs/actor-glyph.tsx';
import { type ActorRole, actorHue } from '../glyphs/actors.ts';
import { Icon } from '../glyphs/icon.tsx';
import { StateGlyph } from '../glyphs/state-glyph.tsx';
import { useText } from '../ui-context.tsx';
import styles from './component-box.module.css';

/** Where a component stands at the present record. Selection and focus come on top of it. */
export type ComponentState =
  | 'idle'
  | 'acted'
  | 'acting'
  | 'stuck'
  | 'unreached'
  | 'cut'
  | 'stopped'
  | 'updating';

/** What kind of thing it is; the corners say it: outside round, component 7 px, process square. */
export type ComponentKind = 'outside' | 'component' | 'process';

export interface ComponentBoxProps {
  readonly role: ActorRole;
  readonly name: string;
  /** One line under the name: what it does or waits for. */
  readonly detail?: ReactNode;
  readonly state: ComponentState;
  readonly kind?: ComponentKind;
  readonly selected?: boolean;
  /** Replaces the actor's glyph, such as a container's state. */
  readonly glyph?: ReactNode;
  readonly style?: CSSProperties;
  readonly className?: string;
}

/** A component of the cluster as a box. Position and size are the caller's; it only draws and does not listen. */
export function ComponentBox({
  role,
  name,
  detail,
  state,
  kind = 'component',
  selected = false,
  glyph,
  style,
  className,
}: ComponentBoxProps) {
  const t = useText(commonText);
  const muted = state === 'unreached' || state === 'stopped';
  // Two lines and the bolt leave a small box no room for the glyph.
  const tells = state === 'stopped' && detail !== undefined;
  return (
    <div
      className={cx(styles.box, className)}
      data-state={state}
      data-kind={kind}
      data-selected={selected}
      style={{ '--hue': actorHue(role), ...style } as CSSProperties}
    >
      <div className={styles.face}>
        {glyph ?? (tells ? null : <ActorGlyph role={role} muted={muted} />)}
        <div className={styles.words}>
          <div className={styles.name}>{name}</div>
          {detail !== undefined && <div className={styles.detail}>{detail}</div>}
        </div>
        {state === 'stopped' && (
          <span className={styles.bolt}>
            <Icon name="bolt" size={15} />
          </span>
        )}
      </div>
      {state === 'acting' && <span className={styles.dot} />}
      {state === 'stuck' && (
        <span className={styles.octagon}>
          <StateGlyph kind="failed" size={24} quiet />
        </span>
      )}
      {state === 'cut' && (
        <svg className={styles.cut} width="16" height="14" viewBox="-8 -8 16 14" aria-hidden="true">
          <path
            d="M0 -8V6"
            stroke="var(--hue)"
            strokeWidth="2"
            strokeDasharray=".1 5"
            strokeLinecap="round"
          />
          <path d="M-6 3l12-8" stroke="var(--state-failed)" strokeWidth="2.2" strokeLinecap="round" />
        </svg>
      )}
      {state !== 'idle' && <span className="sr-only">{t(`component.${state}`)}</span>}
    </div>
  );
}
