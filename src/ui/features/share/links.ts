import type { SharedView } from '../../../share/link.ts';
import { isLink } from '../../../share/is-link.ts';
import { lastSitting, openSaved, sourceOf } from '../../session/autosave.ts';
import { openRun, openStart } from '../../session/documents.ts';
import { placeCursor } from '../../session/place-cursor.ts';
import type { Session } from '../../session/session.ts';
import { linkStore } from './link-store.ts';

/** The address that reproduces the run and the moment under the cursor. */
export async function linkTo(session: Session, lang: 'en' | 'ko'): Promise<string> {
  const branch = session.runs.active();
  const { seq, level } = session.cursor.getState();
  const { zoom, selection } = session.selection.getState();
  const view: SharedView = {
    ...(seq < 0 ? {} : { seq, at: branch?.trace.at(seq).at }),
    level,
    ...(zoom === 1 ? {} : { zoom }),
    ...(selection.kind === 'object'
      ? {
          selection: `${selection.subject.resource}/${selection.subject.namespace}/${selection.subject.name}`,
        }
      : {}),
    lang,
  };
  const run = sourceOf(session);
  const { encodeLink } = await import('../../../share/link.ts');
  const fragment = await encodeLink({ run, view });
  return `${location.origin}${location.pathname}${location.search}${fragment}`;
}

/** What a visitor without a link finds: the sitting that was left, or the start. Answers whether there was one. */
export async function openWithoutLink(session: Session): Promise<boolean> {
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
  const opened = await openRun(session, { ...run, inputs: run.inputs as never, twin: run.twin as never });
  if (!opened) {
    linkStore.setState({ problem: { kind: 'unknown-scenario', name: run.catalogue ?? '' } });
    return openStart(session);
  }
  linkStore.setState({ problem: undefined });
  applyView(session, view);
}

/** Puts the cursor where the link says, as soon as the records are there. */
function applyView(session: Session, view: SharedView): void {
  const { cursor, selection } = session;
  if (view.level !== undefined) cursor.setState({ level: view.level });
  if (view.zoom !== undefined) selection.setState({ zoom: view.zoom as 0 | 1 | 2 | 3 | 4 });
  const [resource, namespace, name] = view.selection?.split('/') ?? [];
  if (resource !== undefined && namespace !== undefined && name !== undefined) {
    selection.setState({ selection: { kind: 'object', subject: { resource, namespace, name } } });
  }
  const { seq: wanted } = view;
  if (wanted !== undefined) placeCursor(session, wanted, view.at);
}
