import type { StoredRun } from '../../../scenario/run-source.ts';
import { isFault } from '../../../scenario/timed-input.ts';
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
  /** The other branches, but for the one it is compared with. */
  readonly branches: boolean;
}

export const WHOLE: LinkParts = { moment: true, faults: true, files: true, branches: true };

/** Longest link that takes the other branches along by itself: what address bars, mail and browsers take. */
const FITS = 8_000;

type Inputs = NonNullable<StoredRun['inputs']>;

const harmless = (inputs: Inputs): Inputs => inputs.filter((input) => !isFault(input));

/** How much of each there is to take along: faults of any branch, characters of the editor's tabs, branches. */
export function partsOf(session: Session): {
  readonly faults: number;
  readonly files: number;
  readonly branches: number;
} {
  const { inputs = [], files = {}, twin, branches = [] } = sourceOf(session);
  const all = [inputs, twin?.inputs ?? [], ...branches.map((branch) => branch.inputs ?? [])].flat();
  return {
    // The twin is told with what it shares with the run on screen.
    faults: new Set(all.filter(isFault).map((input) => JSON.stringify(input))).size,
    files: Object.values(files).reduce((sum, text) => sum + text.length, 0),
    branches: branches.length,
  };
}

/** A run and its branches without anybody's faults. */
function withoutFaults({ inputs = [], twin, branches, ...run }: StoredRun): StoredRun {
  return {
    ...run,
    inputs: harmless(inputs),
    ...(twin === undefined ? {} : { twin: { ...twin, inputs: harmless(twin.inputs ?? []) } }),
    ...(branches === undefined
      ? {}
      : {
          branches: branches.map((branch) => ({
            ...branch,
            // The inputs they share are counted among those that are left.
            same: harmless(inputs.slice(0, branch.same ?? 0)).length,
            inputs: harmless(branch.inputs ?? []),
          })),
        }),
  };
}

/** A run with the one it is compared with alone: places in the list of all are nothing to them. */
function withoutBranches({ branches: _all, from: _from, place: _place, twin, ...run }: StoredRun): StoredRun {
  if (twin === undefined) return run;
  const { from: _left, place: _at, ...own } = twin;
  return { ...run, twin: own };
}

/** What a link holds of a run: the parts that are taken along. */
export function partOf(source: StoredRun, { faults, files, branches }: LinkParts): StoredRun {
  const { files: tabs, ...run } = faults ? source : withoutFaults(source);
  return {
    ...(branches ? run : withoutBranches(run)),
    ...(files && tabs !== undefined ? { files: tabs } : {}),
  };
}

/** What a link takes along by itself: everything, but no branches that make it longer than can be handed on. */
export async function usualParts(session: Session, lang: 'en' | 'ko'): Promise<LinkParts> {
  const whole = await linkTo(session, lang);
  return { ...WHOLE, branches: whole.length <= FITS };
}

/** The address that reproduces the run and the moment under the cursor. */
export async function linkTo(session: Session, lang: 'en' | 'ko', parts: LinkParts = WHOLE): Promise<string> {
  const branch = session.runs.active();
  const { seq, level } = session.cursor.getState();
  const { zoom, selection } = session.selection.getState();
  const view: SharedView = {
    ...(seq < 0 || !parts.moment ? {} : { seq, at: branch?.trace.find(seq)?.at }),
    level,
    ...(zoom === 1 ? {} : { zoom }),
    ...(selection.kind === 'object'
      ? {
          selection: `${selection.subject.resource}/${selection.subject.namespace}/${selection.subject.name}`,
        }
      : {}),
    lang,
  };
  const run = partOf(sourceOf(session), parts);
  const fragment = await encodeLink({ run, view });
  return `${location.origin}${location.pathname}${location.search}${fragment}`;
}

/** Whether a link can be opened again: one that is too large is not offered. */
export const canBeOpened = (link: string): boolean => link.length <= MAX_ENCODED;
