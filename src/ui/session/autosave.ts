import type { StoredRun } from '../../scenario/run-source.ts';
import { titleOfText } from '../../scenario/title.ts';
import { stageView } from './stage-view.ts';
import { storedBranches } from './stored-branches.ts';
import { openRun } from './documents.ts';
import type { RunSource } from './run-source.ts';
import { placeCursor } from './place-cursor.ts';
import { putSave, type Saved, savesStore } from './saves.ts';
import type { Session } from './session.ts';

/** A pause in what the user does that is long enough to write it down, in ms. */
const PAUSE_MS = 400;

/** What the run on screen is made from, and its branches. */
export function sourceOf(session: Session): StoredRun {
  const { files } = session;
  return {
    ...storedBranches(session),
    ...(files.isEdited() ? { files: { ...files.store.getState().files } } : {}),
  };
}

/** The sitting as it is now, to be kept under an id and a name. */
export function snapshot(session: Session, id: string, name: string, auto: boolean): Saved {
  const branch = session.runs.active();
  const { seq } = session.cursor.getState();
  return {
    id,
    name,
    savedAt: Date.now(),
    auto,
    source: sourceOf(session),
    ...(seq < 0 ? {} : { seq, at: branch?.trace.find(seq)?.at }),
  };
}

export const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/** Opens what was kept, at the moment it was left. False when it names a scenario this version does not have. */
export async function openSaved(session: Session, { source, seq, at }: Saved): Promise<boolean> {
  const opened = await openRun(session, source as RunSource);
  if (opened && seq !== undefined) placeCursor(session, seq, at);
  return opened;
}

/** Whether there is something of the user's own to lose. */
const hasWork = ({ runs, files }: Session): boolean =>
  [...runs.store.getState().branches.values()].some(({ document }) => document.inputs.length > 0) ||
  files.isEdited();

/** Answers whether the run is no longer what the link in the address made it. */
function whoLeavesTheLink(session: Session, isLink: (hash: string) => boolean): () => boolean {
  let came: { readonly hash: string; readonly source: string } | undefined;
  return () => {
    const { hash } = window.location;
    if (session.runs.active() === undefined || !isLink(hash)) return false;
    const source = JSON.stringify(sourceOf(session));
    if (came?.hash !== hash) came = { hash, source };
    return came.source !== source;
  };
}

/** Keeps the sitting while the user works, and at the latest when the page goes away. Answers how to stop. */
export function startAutosave(session: Session, isLink: (hash: string) => boolean): () => void {
  let id = newId();
  let base = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = '';
  const leaves = whoLeavesTheLink(session, isLink);
  const save = (): void => {
    timer = undefined;
    const left = leaves();
    if (!hasWork(session)) return;
    const document = session.runs.active()?.document;
    const origin = `${document?.catalogue ?? ''}\n${document?.scenario ?? ''}`;
    // Another scenario begins another entry: the work on the one before stays in the list.
    if (base !== '' && origin !== base) id = newId();
    base = origin;
    const title = titleOfText(document?.scenario ?? '');
    const name = title === undefined ? '' : typeof title === 'string' ? title : JSON.stringify(title);
    const next = snapshot(session, id, name, true);
    const text = JSON.stringify({ ...next, savedAt: 0 });
    if (text === last) return;
    last = text;
    // Loading the page again would go back to what was sent; what was made of it since is kept here.
    if (putSave(next) && left) history.replaceState(null, '', `${location.pathname}${location.search}`);
  };
  const soon = (): void => {
    timer ??= setTimeout(save, PAUSE_MS);
  };
  const stops = [
    session.runs.store.subscribe(soon),
    session.files.store.subscribe(soon),
    stageView.subscribe(soon),
    session.cursor.subscribe((state) => {
      if (!state.playing) soon();
    }),
  ];
  const away = (): void => {
    if (document.visibilityState === 'hidden') save();
  };
  // What has been done before this was here.
  soon();
  window.addEventListener('pagehide', save);
  document.addEventListener('visibilitychange', away);
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    window.removeEventListener('pagehide', save);
    document.removeEventListener('visibilitychange', away);
  };
}

/** The newest thing kept by itself: what a visitor without a link left behind. */
export function lastSitting(): Saved | undefined {
  return savesStore.getState().saves.find(({ auto }) => auto);
}
