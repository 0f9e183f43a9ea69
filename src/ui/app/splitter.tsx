import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import { shellText } from '../../i18n/catalogue/shell.ts';
import { preferences, setPreferences } from '../session/preferences.ts';
import { useText } from '../widgets/ui-context.tsx';
import { PANEL_SIZES, type SizedPanel as PanelName, sizeByKey, sizeWithin } from './panel-sizes.ts';
import styles from './splitter.module.css';

const LABELS = {
  left: 'splitter.left',
  inspector: 'splitter.inspector',
  dock: 'splitter.dock',
  dockLow: 'splitter.dock',
} as const;

const elementOf = (panel: PanelName): HTMLElement | null => document.getElementById(`panel-${panel}`);

function useSize(panel: PanelName): number {
  return useStore(preferences, (state) => state.sizes[panel]) ?? PANEL_SIZES[panel].initial;
}

/** Sets a panel's size for this and later visits; undefined: as drawn. */
function keepSize(panel: PanelName, px: number | undefined): void {
  const { [panel]: _dropped, ...sizes } = preferences.getState().sizes;
  setPreferences({ sizes: px === undefined ? sizes : { ...sizes, [panel]: Math.round(px) } });
}

/** A panel that keeps its px when the window changes, and its size between visits. */
export function SizedPanel({ panel, children }: { readonly panel: PanelName; readonly children: ReactNode }) {
  const size = useSize(panel);
  const { side, min } = PANEL_SIZES[panel];
  const style: CSSProperties = {
    flexBasis: size,
    ...(side === 'bottom' ? { minHeight: min } : { minWidth: min }),
  };
  return (
    <div id={`panel-${panel}`} data-testid={panel} className={styles.panel} style={style}>
      {children}
    </div>
  );
}

interface Drag {
  readonly element: HTMLElement;
  readonly from: number;
  readonly size: number;
}

/** The line one drags or moves by arrows. Double-click resets. */
export function Splitter({ panel }: { readonly panel: PanelName }) {
  const t = useText(shellText);
  const size = useSize(panel);
  const drag = useRef<Drag>(undefined);
  const { side, min, max } = PANEL_SIZES[panel];
  const place = (event: PointerEvent): number => (side === 'bottom' ? event.clientY : event.clientX);

  const down = (event: PointerEvent<HTMLDivElement>): void => {
    const element = elementOf(panel);
    if (event.button !== 0 || element === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { offsetWidth, offsetHeight } = element;
    const now = side === 'bottom' ? offsetHeight : offsetWidth;
    drag.current = { element, from: place(event), size: now };
  };
  // The panel follows the pointer by its style alone; what is rendered learns of it at the end.
  const move = (event: PointerEvent): void => {
    if (drag.current === undefined) return;
    const { element, from, size: before } = drag.current;
    const by = (place(event) - from) * (side === 'left' ? 1 : -1);
    element.style.flexBasis = `${sizeWithin(panel, before + by)}px`;
  };
  const up = (): void => {
    if (drag.current === undefined) return;
    const { element, size: before } = drag.current;
    drag.current = undefined;
    // Neighbours may have had no more room to give than this.
    const now = side === 'bottom' ? element.offsetHeight : element.offsetWidth;
    if (now !== before) keepSize(panel, now);
  };
  const key = (event: KeyboardEvent): void => {
    const next = sizeByKey(panel, size, event);
    if (next === undefined) return;
    event.preventDefault();
    keepSize(panel, next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a line that moves is no hr
    <div
      role="separator"
      tabIndex={0}
      className={styles.splitter}
      aria-orientation={side === 'bottom' ? 'horizontal' : 'vertical'}
      aria-label={t(LABELS[panel])}
      aria-controls={`panel-${panel}`}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      title={t('splitter.hint')}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onKeyDown={key}
      onDoubleClick={() => keepSize(panel, undefined)}
    />
  );
}
