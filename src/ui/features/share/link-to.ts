import type { StoredRun } from '../../../scenario/run-source.ts';
import { MAX_ENCODED } from '../../../share/codec.ts';
import { encodeLink, type SharedView } from '../../../share/link.ts';
import { sourceOf } from '../../session/autosave.ts';
import type { Session } from '../../session/session.ts';

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
  const fragment = await encodeLink({ run, view });
  return `${location.origin}${location.pathname}${location.search}${fragment}`;
}

/** Whether a link can be opened again: one that is too large is not offered. */
export const canBeOpened = (link: string): boolean => link.length <= MAX_ENCODED;
