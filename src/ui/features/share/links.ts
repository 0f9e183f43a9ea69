import type { SharedView } from '../../../share/link.ts';
import { isLink } from '../../../share/is-link.ts';
import { openRun, openStart } from '../../session/documents.ts';
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
  const { catalogue, scenario = '', seed, inputs = [] } = branch?.document ?? {};
  const files = session.files.store.getState().files;
  const run = {
    ...(catalogue === undefined ? { scenario } : { catalogue }),
    ...(seed === undefined ? {} : { seed }),
    ...(inputs.length === 0
      ? {}
      : {
          inputs: inputs.map(({ at, step, files: own }) => ({
            at,
            step: { ...step },
            ...(own === undefined ? {} : { files: { ...own } }),
          })),
        }),
    ...(session.files.isEdited() ? { files: { ...files } } : {}),
  };
  const { encodeLink } = await import('../../../share/link.ts');
  const fragment = await encodeLink({ run, view });
  return `${location.origin}${location.pathname}${location.search}${fragment}`;
}

/** Opens what the address holds: a link, or the start. A link that does not open leaves a fresh cluster and says why. */
export async function openAddress(session: Session, fragment: string): Promise<void> {
  if (!isLink(fragment)) return openStart(session);
  const { decodeLink } = await import('../../../share/link.ts');
  const decoded = await decodeLink(fragment);
  if (!decoded.ok) {
    linkStore.setState({ problem: decoded.error });
    return openStart(session);
  }
  const { run, view } = decoded.value;
  const opened = await openRun(session, { ...run, inputs: run.inputs as never });
  if (!opened) {
    linkStore.setState({ problem: { kind: 'unknown-scenario', name: run.catalogue ?? '' } });
    return openStart(session);
  }
  linkStore.setState({ problem: undefined });
  applyView(session, view);
}

/** Puts the cursor where the link says, as soon as the records are there. */
function applyView(session: Session, view: SharedView): void {
  const { runs, cursor, selection } = session;
  if (view.level !== undefined) cursor.setState({ level: view.level });
  if (view.zoom !== undefined) selection.setState({ zoom: view.zoom as 0 | 1 | 2 | 3 | 4 });
  const [resource, namespace, name] = view.selection?.split('/') ?? [];
  if (resource !== undefined && namespace !== undefined && name !== undefined) {
    selection.setState({ selection: { kind: 'object', subject: { resource, namespace, name } } });
  }
  const { seq: wanted } = view;
  if (wanted === undefined) return;
  const settle = (): boolean => {
    const branch = runs.active();
    if (branch === undefined || (branch.trace.length <= wanted && branch.status === 'simulating'))
      return false;
    const sameMoment = branch.trace.find(wanted)?.at === (view.at ?? branch.trace.find(wanted)?.at);
    // When the numbering has changed between versions, the time still says where to look.
    const seq = sameMoment ? wanted : branch.trace.countUntil(view.at ?? 0) - 1;
    cursor.setState({ seq: Math.min(seq, branch.trace.length - 1), fraction: 0 });
    return true;
  };
  if (settle()) return;
  const stop = runs.store.subscribe(() => {
    if (settle()) stop();
  });
}
