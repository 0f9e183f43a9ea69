import { useMemo } from 'react';
import { useStore } from 'zustand';
import { runWhenProvided, useCommands } from '../session/commands.ts';
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
import { PlainTitle, TopBar } from './top-bar.tsx';
import styles from './workbench.module.css';

function regionsOf(slots: Slots): Regions {
  const regions: Regions = { stage: slots.stage };
  if (slots.left !== undefined) regions.left = slots.left;
  if (slots.inspector !== undefined) regions.inspector = slots.inspector;
  for (const entry of slots.dock) regions[entry.id] = entry;
  return regions;
}

/** The inspector's own key: shows it and moves there; pressed from inside, takes it away again. */
function toggleInspector(breakpoint: Breakpoint): void {
  const inside = document.getElementById('region-inspector')?.contains(document.activeElement) ?? false;
  if (!hasRoom('inspector', breakpoint)) toggleOverlay('inspector');
  else if (inside) {
    setCollapsed('inspector', true);
    reveal('stage');
  } else reveal('inspector');
}

/** The place of the editor, which then begins to edit: whichever of the two was provided first, or once it is there. */
function showEditor(): boolean {
  reveal('left');
  runWhenProvided('editor', 1);
  return false;
}

/** Shortcuts that open parts of the frame. */
function useFrameCommands(slots: Slots, breakpoint: Breakpoint): void {
  const run = slots.page === undefined;
  const has = (id: string): boolean => run && slots.dock.some((entry) => entry.id === id);
  useCommands({
    ...(!run || slots.left === undefined ? {} : { editor: showEditor }),
    ...(!run || slots.inspector === undefined ? {} : { inspector: () => toggleInspector(breakpoint) }),
    ...(has('timeline') ? { lanes: () => reveal('timeline') } : {}),
    ...(has('terminal') ? { terminal: () => reveal('terminal') } : {}),
    palette: () => showDialog('palette'),
    shortcuts: () => showDialog('shortcuts'),
    back: closeOverlay,
  });
}

/** What lies between the top bar and the bottom of the window. */
function Body({ slots, breakpoint }: { readonly slots: Slots; readonly breakpoint: Breakpoint }) {
  if (slots.page !== undefined) {
    return (
      <main className={styles.page}>
        <ErrorBoundary part="page">{slots.page}</ErrorBoundary>
      </main>
    );
  }
  if (breakpoint === 'narrow') return <NarrowLayout slots={slots} />;
  if (breakpoint === 'compact') return <CompactLayout slots={slots} />;
  return <DesktopLayout slots={slots} breakpoint={breakpoint} />;
}

/** Regions that this width keeps out of sight and the top bar leads to. */
function useAway(slots: Slots, breakpoint: Breakpoint): ReturnType<typeof openable> {
  const folded = useStore(shell, (state) => state.collapsed.inspector);
  if (slots.page !== undefined || breakpoint === 'narrow') return [];
  const all = openable(slots);
  if (breakpoint === 'compact') return all;
  const hidden = folded || !hasRoom('inspector', breakpoint);
  return all.filter((region) => region.id === 'inspector' && hidden);
}

/** The page around a run: frame and regions for every width. Features fill the slots. */
export function Workbench({ slots, embed }: { readonly slots: Slots; readonly embed: boolean }) {
  const breakpoint = useBreakpoint();
  const regions = useMemo(() => regionsOf(slots), [slots]);
  useFrameCommands(slots, breakpoint);
  const small = breakpoint === 'compact' || breakpoint === 'narrow';
  const away = useAway(slots, breakpoint);
  return (
    <RegionStore regions={regions}>
      {embed ? (
        <EmbedLayout slots={slots} />
      ) : (
        <div className={styles.shell}>
          {slots.page === undefined && <SkipLinks />}
          <ErrorBoundary part="top bar">
            <TopBar
              place={breakpoint === 'narrow' ? <PlainTitle>{slots.title}</PlainTitle> : slots.place}
              tools={slots.tools}
              regions={<RegionButtons regions={away} />}
              small={small}
              plain={slots.page !== undefined}
            />
          </ErrorBoundary>
          <Body slots={slots} breakpoint={breakpoint} />
        </div>
      )}
    </RegionStore>
  );
}
