import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Panel, type PanelImperativeHandle, Separator } from 'react-resizable-panels';
import { useStore } from 'zustand';
import { shellText } from '../../i18n/catalogue/shell.ts';
import { preferences, setPreferences } from '../session/preferences.ts';
import { useText } from '../widgets/ui-context.tsx';
import styles from './splitter.module.css';

/** Panels whose size the user may set: px as drawn, and the least and most that make sense. */
export const PANEL_SIZES = {
  left: { initial: 292, min: 220, max: 620 },
  inspector: { initial: 324, min: 260, max: 560 },
  dock: { initial: 256, min: 120, max: 720 },
  dockLow: { initial: 200, min: 120, max: 480 },
} as const;

export type SizedPanel = keyof typeof PANEL_SIZES;

const LABELS = {
  left: 'splitter.left',
  inspector: 'splitter.inspector',
  dock: 'splitter.dock',
  dockLow: 'splitter.dock',
} as const;

/** The panel handle that a `Splitter` of the same panel resets. */
export function useSized(): RefObject<PanelImperativeHandle | null> {
  return useRef<PanelImperativeHandle | null>(null);
}

/** A panel that keeps its px when the window changes, and its size between visits. */
export function SizedPanel({
  panel,
  handle,
  children,
}: {
  readonly panel: SizedPanel;
  readonly handle: RefObject<PanelImperativeHandle | null>;
  readonly children: ReactNode;
}) {
  const { initial, min, max } = PANEL_SIZES[panel];
  // Read once: while mounted the panel itself holds its size.
  const [start] = useState(() => preferences.getState().sizes[panel] ?? initial);
  const kept = useStore(preferences, (state) => state.sizes[panel]);
  const before = useRef(kept);
  useEffect(() => {
    // Forgotten sizes (the menu's reset) apply at once.
    if (before.current !== undefined && kept === undefined) handle.current?.resize(initial);
    before.current = kept;
  }, [kept, handle, initial]);
  return (
    <Panel
      id={panel}
      panelRef={handle}
      className={styles.panel ?? ''}
      defaultSize={start}
      minSize={min}
      maxSize={max}
      groupResizeBehavior="preserve-pixel-size"
    >
      {children}
    </Panel>
  );
}

/** The line one drags. Double-click resets. */
export function Splitter({
  panel,
  handle,
}: {
  readonly panel: SizedPanel;
  readonly handle: RefObject<PanelImperativeHandle | null>;
}) {
  const t = useText(shellText);
  const reset = (): void => {
    handle.current?.resize(PANEL_SIZES[panel].initial);
    const { [panel]: _dropped, ...sizes } = preferences.getState().sizes;
    setPreferences({ sizes });
  };
  return (
    <Separator
      className={styles.splitter ?? ''}
      disableDoubleClick
      onDoubleClick={reset}
      aria-label={t(LABELS[panel])}
      title={t('splitter.hint')}
    />
  );
}

/** Keeps the sizes after a drag or a key; called with the handles of the panels that are on screen. */
export function keepSizes(
  handles: Partial<Record<SizedPanel, RefObject<PanelImperativeHandle | null>>>,
): void {
  const sizes = { ...preferences.getState().sizes };
  for (const [panel, handle] of Object.entries(handles)) {
    const size = handle.current?.getSize().inPixels;
    if (size !== undefined) sizes[panel] = Math.round(size);
  }
  setPreferences({ sizes });
}
