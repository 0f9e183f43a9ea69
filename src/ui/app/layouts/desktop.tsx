import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { shellText } from '../../../i18n/catalogue/shell.ts';
import { useActiveBranch, useCursor } from '../../session/use-session.tsx';
import { closeOverlay, layOver, reveal, setCollapsed, shell } from '../../session/shell.ts';
import { IconButton } from '../../widgets/controls/button.tsx';
import { Presence } from '../../widgets/presence.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { type Breakpoint, hasRoom, useShort } from '../breakpoint.ts';
import { Dock, DockBar } from '../dock.tsx';
import { RegionHost } from '../regions.tsx';
import type { Slots } from '../slots.ts';
import type { SizedPanel as PanelName } from '../panel-sizes.ts';
import { SizedPanel, Splitter } from '../splitter.tsx';
import styles from './desktop.module.css';

/** A panel laid over the stage where there is no room beside it. */
function Overlay({ region, label }: { readonly region: 'left' | 'inspector'; readonly label: string }) {
  const t = useText(shellText);
  return (
    <>
      <RegionHost id={region} />
      <IconButton
        className={styles.close ?? ''}
        label={t('region.close', { region: label })}
        icon="close"
        iconSize={14}
        tip={false}
        onClick={closeOverlay}
      />
    </>
  );
}

/** The editor folded to 44 px: one button that brings it back. */
function Rail({ label, docked }: { readonly label: string; readonly docked: boolean }) {
  const t = useText(shellText);
  const overlay = useStore(shell, (state) => state.overlay);
  const open = !docked && overlay === 'left';
  const press = (): void => {
    if (open) closeOverlay();
    else reveal('left');
  };
  return (
    <div className={styles.rail}>
      <IconButton
        label={t('region.open', { region: label })}
        icon="code"
        keys="E"
        pressed={open}
        onClick={press}
      />
      <span className={styles.railWord} aria-hidden="true">
        {label}
      </span>
    </div>
  );
}

/** Sentence and stage, with whatever is laid over them. */
function Stage({ slots, over }: { readonly slots: Slots; readonly over: Arrangement['over'] }) {
  const laid = over === undefined ? undefined : slots[over];
  return (
    <div className={styles.stage}>
      {slots.narration('full')}
      <RegionHost id="stage" />
      <Presence id={laid === undefined ? undefined : over} className={styles.overlay}>
        {over !== undefined && laid !== undefined && <Overlay region={over} label={laid.label} />}
      </Presence>
    </div>
  );
}

interface Arrangement {
  readonly leftDocked: boolean;
  readonly inspectorDocked: boolean;
  readonly dockOpen: boolean;
  /** Which region lies over the stage, if one does. */
  readonly over: 'left' | 'inspector' | undefined;
}

/** What stands where, from the width, what the user folded, and what was asked for. */
function useArrangement(slots: Slots, breakpoint: Breakpoint): Arrangement {
  const { overlay, collapsed } = useStore(shell);
  const short = useShort();
  // A low page starts with the bar alone; opening it by hand is then the user's choice.
  useEffect(() => setCollapsed('dock', short), [short]);

  const whole = slots.wholeStage === true;
  const leftDocked = slots.left !== undefined && !whole && hasRoom('left', breakpoint) && !collapsed.left;
  const inspectorDocked =
    slots.inspector !== undefined && hasRoom('inspector', breakpoint) && !collapsed.inspector;
  const over =
    overlay === 'left' && !leftDocked
      ? 'left'
      : overlay === 'inspector' && !inspectorDocked
        ? 'inspector'
        : undefined;
  // What has its own place here must not lie over the stage after the next resize.
  useEffect(() => {
    if (overlay !== undefined && over === undefined) closeOverlay();
  }, [overlay, over]);
  const dockOpen = !whole && !collapsed.dock && slots.dock.length > 0;
  return { leftDocked, inspectorDocked, dockOpen, over };
}

/** A first visit begins with a manifest to apply, also where the editor has no place of its own; then the stage is to be seen. */
function useManifestFirst(breakpoint: Breakpoint): void {
  const isUntouched = (useActiveBranch()?.document.inputs.length ?? 0) === 0;
  const waits = useCursor(({ seq, playing }) => seq < 0 && !playing) && isUntouched;
  const folded = !hasRoom('left', breakpoint);
  const begun = useRef(window.location.hash !== '');
  useEffect(() => {
    if (begun.current) return;
    begun.current = !waits;
    if (waits && folded) layOver('left');
    else if (shell.getState().overlay === 'left') closeOverlay();
  }, [waits, folded]);
}

interface LayoutProps {
  readonly slots: Slots;
  readonly breakpoint: Breakpoint;
}

/** 800 px and up: panels beside the stage as far as they fit, the dock below. */
export function DesktopLayout({ slots, breakpoint }: LayoutProps) {
  const { leftDocked, inspectorDocked, dockOpen, over } = useArrangement(slots, breakpoint);
  useManifestFirst(breakpoint);
  const low: PanelName = breakpoint === 'sheet' ? 'dockLow' : 'dock';
  return (
    <main className={styles.body}>
      <div className={styles.work}>
        {slots.left !== undefined && !leftDocked && slots.wholeStage !== true && (
          <Rail label={slots.left.label} docked={breakpoint === 'wide'} />
        )}
        {leftDocked && (
          <SizedPanel panel="left">
            <div className={styles.panel}>
              <RegionHost id="left" />
            </div>
          </SizedPanel>
        )}
        {leftDocked && <Splitter panel="left" />}
        <Stage slots={slots} over={over} />
        {inspectorDocked && <Splitter panel="inspector" />}
        {inspectorDocked && (
          <SizedPanel panel="inspector">
            <aside className={styles.panel}>
              <RegionHost id="inspector" />
            </aside>
          </SizedPanel>
        )}
      </div>
      {dockOpen && <Splitter panel={low} />}
      {dockOpen && (
        <SizedPanel panel={low}>
          {slots.notice}
          <Dock slots={slots} />
        </SizedPanel>
      )}
      {!dockOpen && slots.notice}
      {!dockOpen && <DockBar slots={slots} open={false} canOpen={slots.wholeStage !== true} />}
    </main>
  );
}
