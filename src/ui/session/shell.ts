import { createStore } from 'zustand/vanilla';

/** The tabs of the dock. */
export type DockTab = 'timeline' | 'terminal' | 'records' | 'events';

/** A place of the page that can be shown: where it lies depends on the width. */
export type RegionId = 'left' | 'stage' | 'inspector' | DockTab;

interface ShellState {
  /** The region laid over the stage where there is no room for it beside; undefined when none is. */
  readonly overlay: RegionId | undefined;
  /** Which docked panels the user folded away. */
  readonly collapsed: { readonly left: boolean; readonly inspector: boolean; readonly dock: boolean };
  readonly dockTab: DockTab;
  /** The region the keyboard should move into, until it has. */
  readonly focus: RegionId | undefined;
  readonly dialog: 'palette' | 'shortcuts' | undefined;
}

/** What of the frame is open. Nothing here knows the width: layouts read what concerns them. */
export const shell = createStore<ShellState>(() => ({
  overlay: undefined,
  collapsed: { left: false, inspector: false, dock: false },
  dockTab: 'timeline',
  focus: undefined,
  dialog: undefined,
}));

const isDockTab = (region: RegionId): region is DockTab =>
  region !== 'left' && region !== 'stage' && region !== 'inspector';

/** Shows a region wherever the present layout has it, and moves the keyboard there. */
export function reveal(region: RegionId): void {
  shell.setState((state) => {
    const focus = region;
    if (region === 'stage') return { overlay: undefined, focus };
    if (isDockTab(region))
      return { overlay: region, dockTab: region, collapsed: { ...state.collapsed, dock: false }, focus };
    return { overlay: region, collapsed: { ...state.collapsed, [region]: false }, focus };
  });
}

/** Lays a region over the stage without moving the keyboard. */
export function layOver(region: RegionId): void {
  shell.setState({ overlay: region });
}

/** Says that the keyboard is where it was asked to be. */
export function focusTaken(): void {
  shell.setState({ focus: undefined });
}

/** Takes away whatever lies over the stage. Whether there was something. */
export function closeOverlay(): boolean {
  if (shell.getState().overlay === undefined) return false;
  shell.setState({ overlay: undefined });
  return true;
}

/** Shows a region over the stage, or takes it away again. */
export function toggleOverlay(region: RegionId): void {
  if (shell.getState().overlay === region) closeOverlay();
  else reveal(region);
}

/** Folds a docked panel away, or back. */
export function setCollapsed(panel: 'left' | 'inspector' | 'dock', collapsed: boolean): void {
  shell.setState((state) => ({ collapsed: { ...state.collapsed, [panel]: collapsed } }));
}

/** Chooses a dock tab without moving the keyboard. */
export function showDockTab(dockTab: DockTab): void {
  shell.setState((state) => ({ dockTab, collapsed: { ...state.collapsed, dock: false } }));
}

/** Opens a dialog of the frame, or closes it. */
export function showDialog(dialog: ShellState['dialog']): void {
  shell.setState({ dialog });
}

/** What a terminal sends for keys that are no letters. */
const SENT: Readonly<Record<string, string>> = { Enter: '\r', Backspace: '\x7f' };
let typedEarly = '';

/** Keeps a key for the terminal that the keyboard was sent to and that is still being loaded. */
export function typeEarly(key: string): void {
  typedEarly += key.length === 1 ? key : (SENT[key] ?? '');
}

/** What has been typed for it meanwhile. */
export function takeTypedEarly(): string {
  const text = typedEarly;
  typedEarly = '';
  return text;
}
