import type { StoredRun } from '../../scenario/run-source.ts';
import { titleOfText } from '../../scenario/title.ts';
import { stageView } from './stage-view.ts';
import { openRun } from './documents.ts';
import { placeCursor } from './place-cursor.ts';
import { putSave, type Saved, savesStore } from './saves.ts';
import type { RunDocument } from '../../worker/protocol.ts';
import type { Session } from './session.ts';

/** A pause in what the user does that is long enough to write it down, in ms. */
const PAUSE_MS = 400;

/** What a run is made from; the scenario is left out where it is `same`'s. */
function madeFrom(document: RunDocument | undefined, same: RunDocument | undefined): Omit<StoredRun, 'twin'> {
  const { catalogue, scenario = '', seed, inputs = [], untilUs } = document ?? {};
  const own = catalogue === undefined ? { scenario } : { catalogue };
  return {
    ...(scenario === same?.scenario ? {} : own),
    ...(seed === undefined ? {} : { seed }),
    ...(untilUs === undefined ? {} : { untilUs }),
    ...(inputs.length === 0
      ? {}
      : {
          inputs: inputs.map(({ at, step, files }) => ({
            at,
            step: { ...step },
            ...(files === undefined ? {} : { files: { ...files } }),
          })),
        }),
  };
}

/** What the run on screen is made from, and the one beside it while the two are compared. */
export function sourceOf({ runs, files }: Session): StoredRun {
  const document = runs.active()?.document;
  const { branches, beside } = runs.store.getState();
  const twin = stageView.getState().view === 'twins' ? branches.get(beside ?? 0) : undefined;
  return {
    ...madeFrom(document, undefined),
    ...(twin === undefined ? {} : { twin: { ...madeFrom(twin.document, document), name: twin.name } }),
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
  const opened = await openRun(session, {
    ...source,
    inputs: source.inputs as never,
    twin: source.twin as never,
  });
  if (opened && seq !== undefined) placeCursor(session, seq, at);
  return opened;
}

/** Whether there is something of the user's own to lose. */
const hasWork = ({ runs, files }: Session): boolean =>
  (runs.active()?.document.inputs.length ?? 0) > 0 || files.isEdited();

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
