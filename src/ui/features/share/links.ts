import type { SharedView } from '../../../share/link.ts';
import { isLink } from '../../../share/is-link.ts';
import { openRun, openStart } from '../../session/documents.ts';
import type { RunSource } from '../../session/run-source.ts';
import { placeCursor } from '../../session/place-cursor.ts';
import { asked } from '../../session/preferences.ts';
import type { Session } from '../../session/session.ts';
import { anySaves } from '../../session/storage.ts';
import { linkStore } from './link-store.ts';

/** What a visitor without a link finds: the sitting that was left, or the start. Answers whether there was one. */
export async function openWithoutLink(session: Session): Promise<boolean> {
  if (!anySaves()) {
    openStart(session);
    return false;
  }
  const { lastSitting, openSaved } = await import('../../session/autosave.ts');
  const last = lastSitting();
  if (last !== undefined && (await openSaved(session, last))) return true;
  openStart(session);
  return false;
}

/** Opens what the address holds: a link. One that does not open leaves a fresh cluster and says why. */
export async function openAddress(session: Session, fragment: string): Promise<void> {
  if (!isLink(fragment)) return openStart(session);
  const { decodeLink } = await import('../../../share/link.ts');
  const decoded = await decodeLink(fragment);
  if (!decoded.ok) {
    linkStore.setState({ problem: decoded.error });
    return openStart(session);
  }
  const { run, view } = decoded.value;
  const opened = await openRun(session, run as RunSource);
  if (!opened) {
    linkStore.setState({ problem: { kind: 'unknown-scenario', name: run.catalogue ?? '' } });
    return openStart(session);
  }
  linkStore.setState({ problem: undefined });
  applyView(session, view);
}

/** Puts the cursor where the link says, as soon as the records are there; the rest of its view at once. */
function applyView(session: Session, view: SharedView): void {
  const { cursor, selection } = session;
  asked.setState({ linkLang: view.lang });
  if (view.level !== undefined) cursor.setState({ level: view.level });
  if (view.zoom !== undefined) selection.setState({ zoom: view.zoom as 0 | 1 | 2 | 3 | 4 });
  const [resource, namespace, name] = view.selection?.split('/') ?? [];
  if (resource !== undefined && namespace !== undefined && name !== undefined) {
    selection.setState({ selection: { kind: 'object', subject: { resource, namespace, name } } });
  }
  if (view.seq !== undefined || view.at !== undefined) placeCursor(session, view.seq, view.at);
}
