import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useCommands } from '../session/commands.ts';
import { closeOverlay, reveal, setCollapsed, shell, showDialog, toggleOverlay } from '../session/shell.ts';
import { type Breakpoint, hasRoom, useBreakpoint } from './breakpoint.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { CompactLayout, openable, RegionButtons } from './layouts/compact.tsx';
import { DesktopLayout } from './layouts/desktop.tsx';
import { EmbedLayout } from './layouts/embed.tsx';
import { NarrowLayout } from './layouts/narrow.tsx';
import { type Regions, RegionStore } from './regions.tsx';
import { SkipLinks } from './skip-links.tsx';
import type { Slots } from './slots.ts';
import { TopBar } from './top-bar.tsx';
import styles from './workbench.module.css';

function regionsOf(slots: Slots): Regions {
  const regions: Regions = { stage: slots.stage };
  if (slots.left !== undefined) regions.left = slots.left;
  if (slots.inspector !== undefined) regions.inspector = slots.inspector;
  for (const entry of slots.dock) regions[entry.id] = entry;
  return regions;
}

/** A panel's own key: shows it and moves there; pressed from inside, takes it away again. */
function togglePanel(panel: 'left' | 'inspector', breakpoint: Breakpoint): void {
  const inside = document.getElementById(`region-${panel}`)?.contains(document.activeElement) ?? false;
  if (!hasRoom(panel, breakpoint)) toggleOverlay(panel);
  else if (inside) setCollapsed(panel, true);
  else reveal(panel);
}

/** Shortcuts that open parts of the frame. */
function useFrameCommands(slots: Slots, breakpoint: Breakpoint): void {
  const has = (id: string): boolean => slots.dock.some((entry) => entry.id === id);
  useCommands({
    ...(slots.left === undefined ? {} : { editor: () => togglePanel('left', breakpoint) }),
    ...(slots.inspector === undefined ? {} : { inspector: () => togglePanel('inspector', breakpoint) }),
    ...(has('terminal') ? { terminal: () => reveal('terminal') } : {}),
    palette: () => showDialog('palette'),
    shortcuts: () => showDialog('shortcuts'),
    back: () => void closeOverlay(),
  });
}

/** The page around a run: frame and regions for every width. Features fill the slots. */
export function Workbench({ slots, embed }: { readonly slots: Slots; readonly embed: boolean }) {
  const breakpoint = useBreakpoint();
  const regions = useMemo(() => regionsOf(slots), [slots]);
  const inspectorFolded = useStore(shell, (state) => state.collapsed.inspector);
  useFrameCommands(slots, breakpoint);
  const small = breakpoint === 'compact' || breakpoint === 'narrow';
  const away = openable(slots).filter(
    (region) =>
      breakpoint === 'compact' ||
      (breakpoint !== 'narrow' &&
        region.id === 'inspector' &&
        (inspectorFolded || !hasRoom('inspector', breakpoint))),
  );
  return (
    <RegionStore regions={regions}>
      {embed ? (
        <EmbedLayout slots={slots} />
      ) : (
        <div className={styles.shell}>
          <SkipLinks />
          <ErrorBoundary part="top bar">
            <TopBar
              place={breakpoint === 'narrow' ? slots.title : slots.place}
              tools={slots.tools}
              regions={<RegionButtons regions={away} />}
              small={small}
            />
          </ErrorBoundary>
          {breakpoint === 'narrow' ? (
            <NarrowLayout slots={slots} />
          ) : breakpoint === 'compact' ? (
            <CompactLayout slots={slots} />
          ) : (
            <DesktopLayout slots={slots} breakpoint={breakpoint} />
          )}
        </div>
      )}
    </RegionStore>
  );
}
