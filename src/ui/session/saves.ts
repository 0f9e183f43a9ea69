import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import { parseJson } from '../../base/json.ts';
import { RunSourceSchema } from '../../scenario/run-source.ts';
import { keep, kept, SAVES_KEY } from './storage.ts';

/** What could not be read is put here once, so that no later write destroys it. */
const UNREADABLE = 'podscope.saves.unreadable';
const MOST_AUTO = 5;
const MOST_NAMED = 200;

const Save = v.object({
  id: v.string(),
  name: v.pipe(v.string(), v.maxLength(200)),
  /** Wall-clock milliseconds of the last change. */
  savedAt: v.number(),
  /** Kept by itself, not by name. */
  auto: v.boolean(),
  source: RunSourceSchema,
  /** The record under the cursor, and its virtual time in µs. */
  seq: v.optional(v.number()),
  at: v.optional(v.number()),
});
const File = v.object({ version: v.literal(1), saves: v.array(v.unknown()) });

/** A sitting that was kept: what its run is made from, the editor's tabs, and where the cursor was. */
export type Saved = v.InferOutput<typeof Save>;

/** The saves in stored text, newest first; undefined when it is not ours. A single bad entry is left out. */
export function readSaves(text: string): readonly Saved[] | undefined {
  const file = v.safeParse(File, parseJson(text));
  if (!file.success) return undefined;
  return file.output.saves
    .flatMap((entry) => {
      const save = v.safeParse(Save, entry);
      return save.success ? [save.output] : [];
    })
    .sort((a, b) => b.savedAt - a.savedAt);
}

/** The list with one more, or with a newer version of one; the oldest automatic ones go. Pure. */
export function withSave(saves: readonly Saved[], save: Saved): readonly Saved[] {
  const all = [save, ...saves.filter(({ id }) => id !== save.id)];
  const autos = all.filter(({ auto }) => auto).slice(0, MOST_AUTO);
  const named = all.filter(({ auto }) => !auto).slice(0, MOST_NAMED);
  return [...autos, ...named].sort((a, b) => b.savedAt - a.savedAt);
}

function stored(): readonly Saved[] {
  const text = kept(SAVES_KEY);
  if (text === undefined) return [];
  const saves = readSaves(text);
  if (saves !== undefined) return saves;
  if (kept(UNREADABLE) === undefined) keep(UNREADABLE, text);
  return [];
}

/** What is kept in this browser. `full`: the last save did not fit. */
export const savesStore = createStore<{ readonly saves: readonly Saved[]; readonly full: boolean }>(() => ({
  saves: stored(),
  full: false,
}));

function write(saves: readonly Saved[]): boolean {
  const done = keep(SAVES_KEY, JSON.stringify({ version: 1, saves }));
  // What is not on the disk is still shown, and the page says that it is not kept.
  savesStore.setState({ saves, full: !done });
  return done;
}

/** Other tabs' saves are read anew, so that none is overwritten; what did not fit is still held by this page. */
function held(): readonly Saved[] {
  const { saves, full } = savesStore.getState();
  const disk = stored();
  return full ? [...saves, ...disk.filter(({ id }) => !saves.some((save) => save.id === id))] : disk;
}

/** Keeps one. Whether it fitted. */
export const putSave = (save: Saved): boolean => write(withSave(held(), save));

export function removeSave(id: string): void {
  write(held().filter((save) => save.id !== id));
}
