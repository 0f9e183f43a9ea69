import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { shellText } from '../../i18n/catalogue/shell.ts';
import { setCollapsed, shell, showDockTab } from '../session/shell.ts';
import { IconButton } from '../widgets/controls/button.tsx';
import { Tabs, type TabItem } from '../widgets/controls/tabs.tsx';
import { useText } from '../widgets/ui-context.tsx';
import { useBreakpoint } from './breakpoint.ts';
import styles from './dock.module.css';
import { RegionHost } from './regions.tsx';
import type { DockEntry, Slots } from './slots.ts';

/** The tab that is shown: the chosen one, or the first where it is not there. */
export function shownTab(entries: readonly DockEntry[], wanted: string): DockEntry | undefined {
  return entries.find((entry) => entry.id === wanted) ?? entries[0];
}

/** The bar of the dock: tabs, transport in the middle, position and scale at the end. */
export function DockBar({
  slots,
  open,
  canOpen,
}: {
  readonly slots: Slots;
  readonly open: boolean;
  readonly canOpen: boolean;
}) {
  const t = useText(shellText);
  const breakpoint = useBreakpoint();
  const wanted = useStore(shell, (state) => state.dockTab);
  const shown = shownTab(slots.dock, wanted);
  const items = slots.dock.map(
    (entry): TabItem<DockEntry['id']> => ({
      id: entry.id,
      label: entry.label,
      ...(entry.count === undefined ? {} : { count: entry.count }),
    }),
  );
  const toggle = open
    ? t('region.collapse', { region: t('region.dock') })
    : t('region.expand', { region: t('region.dock') });
  return (
    <div className={styles.bar} data-open={open}>
      {canOpen && shown !== undefined ? (
        <Tabs
          look="bare"
          label={t('region.dock')}
          items={items}
          value={shown.id}
          onChange={showDockTab}
          {...(open ? { controls: `region-${shown.id}` } : {})}
        />
      ) : (
        <div className={styles.position}>{slots.position}</div>
      )}
      {slots.transport(false)}
      <div className={styles.aside}>
        {canOpen && shown !== undefined && <span className={styles.count}>{slots.position}</span>}
        {breakpoint === 'sheet' ? slots.playback : slots.dockAside}
        {canOpen && (
          <IconButton
            label={toggle}
            icon={open ? 'chevron-down' : 'chevron-up'}
            iconSize={13}
            onClick={() => setCollapsed('dock', open)}
          />
        )}
      </div>
    </div>
  );
}

/** Keeps the page's toast above an element, however high that is. */
function useToastAbove(element: RefObject<HTMLElement | null>, wanted: boolean): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null || !wanted) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--toast-lift', `${current.offsetHeight}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--toast-lift');
    };
  }, [element, wanted]);
}

/** The open dock: its bar and the chosen tab below it. */
export function Dock({ slots }: { readonly slots: Slots }) {
  const wanted = useStore(shell, (state) => state.dockTab);
  const shown = shownTab(slots.dock, wanted);
  const dock = useRef<HTMLDivElement>(null);
  // A terminal's last line is the one that is read, and typed into.
  useToastAbove(dock, shown?.id === 'terminal');
  return (
    <div ref={dock} className={styles.dock}>
      <DockBar slots={slots} open canOpen />
      {shown !== undefined && <RegionHost key={shown.id} id={shown.id} />}
    </div>
  );
}
