import { useEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';
import { pageStore } from './page.ts';

/** Every command of the page with its keys. `Mod` is Ctrl, or ⌘ on a Mac. Labels are `cmd.<id>` in the shell's catalogue. */
export const COMMANDS = [
  { id: 'transport.toggle', keys: ['Space', 'K'], group: 'play' },
  { id: 'record.next', keys: ['ArrowRight'], group: 'play' },
  { id: 'record.previous', keys: ['ArrowLeft'], group: 'play' },
  { id: 'phase.next', keys: ['Shift+ArrowRight'], group: 'play' },
  { id: 'phase.previous', keys: ['Shift+ArrowLeft'], group: 'play' },
  { id: 'object.next', keys: ['Alt+ArrowRight'], group: 'play' },
  { id: 'object.previous', keys: ['Alt+ArrowLeft'], group: 'play' },
  { id: 'milestone.next', keys: ['M'], group: 'play' },
  { id: 'milestone.previous', keys: ['Shift+M'], group: 'play' },
  { id: 'warning.next', keys: ['N'], group: 'play' },
  { id: 'warning.previous', keys: ['Shift+N'], group: 'play' },
  { id: 'write.next', keys: ['V'], group: 'play' },
  { id: 'write.previous', keys: ['Shift+V'], group: 'play' },
  { id: 'extend', keys: ['O'], group: 'play' },
  { id: 'record.first', keys: ['Home'], group: 'play' },
  { id: 'record.last', keys: ['End'], group: 'play' },
  { id: 'speed.slower', keys: [','], group: 'play' },
  { id: 'speed.faster', keys: ['.'], group: 'play' },
  { id: 'level.0', keys: ['0'], group: 'look' },
  { id: 'level.1', keys: ['1'], group: 'look' },
  { id: 'level.2', keys: ['2'], group: 'look' },
  { id: 'level.3', keys: ['3'], group: 'look' },
  { id: 'level.4', keys: ['4'], group: 'look' },
  { id: 'zoom.in', keys: ['+', '='], group: 'look' },
  { id: 'zoom.out', keys: ['-'], group: 'look' },
  { id: 'scheduler', keys: ['S'], group: 'look' },
  { id: 'lanes', keys: ['J'], group: 'lanes' },
  { id: 'lanes.in', keys: ['Shift+ArrowUp'], group: 'lanes' },
  { id: 'lanes.out', keys: ['Shift+ArrowDown'], group: 'lanes' },
  { id: 'lanes.left', keys: ['['], group: 'lanes' },
  { id: 'lanes.right', keys: [']'], group: 'lanes' },
  { id: 'lanes.all', keys: ['\\', '₩'], group: 'lanes' },
  { id: 'lane.pin', keys: ['P'], group: 'lanes' },
  { id: 'lane.fold', keys: ['H'], group: 'lanes' },
  { id: 'selection.open', keys: ['Enter'], group: 'look' },
  { id: 'back', keys: ['Escape'], group: 'look' },
  { id: 'editor', keys: ['E'], group: 'panels' },
  { id: 'terminal', keys: ['T'], group: 'panels' },
  { id: 'inspector', keys: ['I'], group: 'panels' },
  { id: 'why', keys: ['W'], group: 'panels' },
  { id: 'faults', keys: ['X'], group: 'panels' },
  { id: 'branches', keys: ['B'], group: 'panels' },
  { id: 'twins', keys: ['C'], group: 'look' },
  { id: 'gallery', keys: ['G'], group: 'panels' },
  { id: 'palette', keys: ['Mod+K'], group: 'panels' },
  { id: 'shortcuts', keys: ['?'], group: 'panels' },
  { id: 'apply', keys: ['Mod+Enter'], group: 'act' },
  { id: 'takeBack', keys: ['U'], group: 'act' },
  { id: 'putBack', keys: ['Shift+U'], group: 'act' },
  { id: 'undoFault', keys: ['Z'], group: 'act' },
  { id: 'copyLink', keys: ['L'], group: 'act' },
] as const satisfies readonly {
  readonly id: string;
  readonly keys: readonly string[];
  readonly group: 'play' | 'look' | 'lanes' | 'panels' | 'act';
}[];

export type CommandId = (typeof COMMANDS)[number]['id'];

/**
 * What runs a command. A handler that returns false had nothing to do and passes it on to the one provided before it.
 * A command nobody provides is in no table and its keys do nothing.
 */
export type Handlers = Partial<Record<CommandId, () => boolean | void>>;

/** One thing the palette can find besides commands: an object, a record, a scenario. */
export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly run: () => void;
}

/** Answers a query with what a feature knows, best first. The empty query may offer the usual suspects. */
export interface PaletteSource {
  readonly title: string;
  readonly find: (query: string) => readonly PaletteItem[];
}

interface CommandState {
  readonly handlers: readonly Handlers[];
  readonly sources: readonly PaletteSource[];
}

/** Who provides which command. Read through `handlerOf` and `provided`. */
export const commandStore = createStore<CommandState>(() => ({ handlers: [], sources: [] }));

/** How long a command waits for the feature that provides it, in ms. */
const WAITS_MS = 3_000;
let early: { readonly id: CommandId; readonly until: number } | undefined;

/**
 * Runs a command as soon as somebody provides it, if that is soon: its key was pressed while its feature was loading.
 * `besides`: how many may provide it already without being who is waited for.
 */
export function runWhenProvided(id: CommandId, besides = 0): void {
  if (isOff(id) || commandStore.getState().handlers.filter((each) => each[id]).length > besides) return;
  early = { id, until: performance.now() + WAITS_MS };
}

function runEarly(handlers: Handlers): void {
  if (early === undefined || handlers[early.id] === undefined) return;
  const { id, until } = early;
  early = undefined;
  if (performance.now() < until) queueMicrotask(() => handlerOf(id)?.());
}

/** Adds handlers; where two provide one command the later goes first. Returns how to take them back. */
export function provideCommands(handlers: Handlers): () => void {
  commandStore.setState((state) => ({ handlers: [...state.handlers, handlers] }));
  runEarly(handlers);
  return () =>
    commandStore.setState((state) => ({ handlers: state.handlers.filter((entry) => entry !== handlers) }));
}

/** What works on a page in the run's place. The run stays mounted behind it: anything else would move what nobody sees. */
const WITHOUT_RUN: ReadonlySet<CommandId> = new Set(['back', 'apply', 'gallery', 'palette', 'shortcuts']);

const isOff = (id: CommandId): boolean => pageStore.getState().page !== 'run' && !WITHOUT_RUN.has(id);

/** What runs `id`, if anything does: now, or by the handlers a component subscribed to. */
export function handlerOf(
  id: CommandId,
  handlers: readonly Handlers[] = commandStore.getState().handlers,
): (() => void) | undefined {
  if (isOff(id)) return undefined;
  const chain = handlers.flatMap((entry) => entry[id] ?? []);
  if (chain.length === 0) return undefined;
  return () => {
    for (let i = chain.length - 1; i >= 0; i--) if (chain[i]?.() !== false) return;
  };
}

/** Lets the palette find more while the component is mounted. The list must be stable. */
export function usePaletteSources(own: readonly PaletteSource[]): void {
  useEffect(() => {
    commandStore.setState((state) => ({ sources: [...state.sources, ...own] }));
    return () =>
      commandStore.setState((state) => ({ sources: state.sources.filter((entry) => !own.includes(entry)) }));
  }, [own]);
}

/** Provides commands while the component is mounted. Handlers may change every render; which ids there are may not. */
export function useCommands(handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const ids = Object.keys(handlers).sort().join(' ');
  useEffect(() => {
    const stable: Handlers = {};
    for (const id of ids.split(' '))
      if (id !== '') stable[id as CommandId] = () => latest.current[id as CommandId]?.();
    return provideCommands(stable);
  }, [ids]);
}
