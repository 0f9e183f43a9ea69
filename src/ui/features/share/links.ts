import type { StoredRun } from '../../../scenario/run-source.ts';
import type { SharedView } from '../../../share/link.ts';
import { isLink } from '../../../share/is-link.ts';
import { lastSitting, openSaved, sourceOf } from '../../session/autosave.ts';
import { openRun, openStart } from '../../session/documents.ts';
import { placeCursor } from '../../session/place-cursor.ts';
import type { Session } from '../../session/session.ts';
import { linkStore } from './link-store.ts';

/** What a link takes along besides the run's scenario. */
export interface LinkParts {
  /** The moment under the cursor; else it opens at the start. */
  readonly moment: boolean;
  readonly faults: boolean;
  /** The editor's tabs as they are now. */
  readonly files: boolean;
}

export const WHOLE: LinkParts = { moment: true, faults: true, files: true };

/** How much of each there is to take along: faults, and characters of the editor's tabs. */
export function partsOf(session: Session): { readonly faults: number; readonly files: number } {
  const { inputs = [], files = {} } = sourceOf(session);
  return {
    faults: inputs.filter(({ step }) => Object.hasOwn(step, 'fault')).length,
    files: Object.values(files).reduce((sum, text) => sum + text.length, 0),
  };
}

function runOf(session: Session, { faults, files }: LinkParts): StoredRun {
  const { files: tabs, inputs, ...run } = sourceOf(session);
  const kept = faults ? inputs : inputs?.filter(({ step }) => !Object.hasOwn(step, 'fault'));
  return {
    ...run,
    ...(kept === undefined ? {} : { inputs: kept }),
    ...(files && tabs !== undefined ? { files: tabs } : {}),
  };
}

/** The address that reproduces the run and the moment under the cursor. */
export async function linkTo(session: Session, lang: 'en' | 'ko', parts: LinkParts = WHOLE): Promise<string> {
  const branch = session.runs.active();
  const { seq, level } = session.cursor.getState();
  const { zoom, selection } = session.selection.getState();
  const view: SharedView = {
    ...(seq < 0 || !parts.moment ? {} : { seq, at: branch?.trace.at(seq).at }),
    level,
    ...(zoom === 1 ? {} : { zoom }),
    ...(selection.kind === 'object'
      ? {
          selection: `${selection.subject.resource}/${selection.subject.namespace}/${selection.subject.name}`,
        }
      : {}),
    lang,
  };
  const run = runOf(session, parts);
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
  if (view.seq !== undefined || view.at !== undefined) placeCursor(session, view.seq, view.at);
}
