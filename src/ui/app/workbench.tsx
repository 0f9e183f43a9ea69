import { useMemo } from 'react';
import { showDialog, closeOverlay, reveal } from '../session/shell.ts';
import { useCommands } from '../session/commands.ts';
import { useBreakpoint } from './breakpoint.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { CompactLayout } from './layouts/compact.tsx';
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

/** Shortcuts that open parts of the frame. */
function useFrameCommands(slots: Slots): void {
  const has = (id: string): boolean => slots.dock.some((entry) => entry.id === id);
  useCommands({
    ...(slots.left === undefined ? {} : { editor: () => reveal('left') }),
    ...(slots.inspector === undefined ? {} : { inspector: () => reveal('inspector') }),
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
  useFrameCommands(slots);
  const small = breakpoint === 'compact' || breakpoint === 'narrow';
  return (
    <RegionStore regions={regions}>
      {embed ? (
        <EmbedLayout slots={slots} />
      ) : (
        <div className={styles.shell}>
          <SkipLinks />
          <ErrorBoundary part="top bar">
            <TopBar place={breakpoint === 'narrow' ? slots.title : slots.place} tools={slots.tools} small={small} />
          </ErrorBoundary>
          {breakpoint === 'narrow' ? <NarrowLayout slots={slots} /> : breakpoint === 'compact' ? <CompactLayout slots={slots} /> : <DesktopLayout slots={slots} breakpoint={breakpoint} />}
        </div>
      )}
    </RegionStore>
  );
}
