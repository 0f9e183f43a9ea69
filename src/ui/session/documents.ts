import type { CatalogueEntry } from '../../scenario/catalogue/entry.ts';
import { DEFAULT_SCENARIO, entryAtHand } from '../../scenario/catalogue/index.ts';
import type { RunDocument } from '../../worker/protocol.ts';
import { catalogueEntry } from './catalogue.ts';
import type { Made, RunSource } from './run-source.ts';
import type { Session } from './session.ts';
import { showStage, stageView } from './stage-view.ts';

/** The run of a source; undefined when it names a scenario that does not exist. */
function documentOf(
  { scenario, seed, inputs = [], untilUs }: Made,
  entry: CatalogueEntry | undefined,
): RunDocument | undefined {
  const rest = {
    inputs,
    ...(seed === undefined ? {} : { seed }),
    ...(untilUs === undefined ? {} : { untilUs }),
  };
  if (scenario !== undefined) return { scenario, ...rest };
  return entry === undefined
    ? undefined
    : { catalogue: entry.id, scenario: JSON.stringify(entry.document), ...rest };
}

type Opening = Parameters<Session['runs']['open']>;

function show(
  session: Session,
  source: RunSource,
  entry: CatalogueEntry | undefined,
  [list, shown, beside]: Opening,
): void {
  const own = source.scenario === undefined ? (entry?.document.files ?? {}) : undefined;
  session.files.load(own ?? {}, source.files ?? own);
  // Nothing of what was looked at need be there.
  session.selection.setState(session.selection.getInitialState(), true);
  session.cursor.setState({ seq: -1, fraction: 0, playing: false, moved: false });
  session.runs.open(list, shown, beside);
  if (own === undefined) void loadFiles(session, source.scenario ?? '', source.files);
}

/** Opens a run in a sitting, with its files in the editor. False when there is no such scenario; then nothing changes. */
export async function openRun(session: Session, source: RunSource): Promise<boolean> {
  const { scenario, catalogue } = source;
  const entry =
    scenario !== undefined || catalogue === undefined ? undefined : await catalogueEntry(catalogue);
  const document = documentOf(source, entry);
  if (document === undefined) return false;
  let opening: Opening = [[{ document, name: source.name ?? '' }]];
  if ((source.twin ?? source.branches) !== undefined) {
    const { branchesOf } = await import('./open-branches.ts');
    opening = await branchesOf(source, document, documentOf);
  }
  show(session, source, entry, opening);
  // A comparison was of what is gone.
  if (opening[2] !== undefined) showStage('twins');
  else if (stageView.getState().view === 'twins') showStage('run');
  return true;
}

/** The files of a scenario that came as text; its reader is not part of the first screen. */
async function loadFiles(session: Session, text: string, edited: RunSource['files']): Promise<void> {
  const [{ parseScenario }, { submittedFiles }] = await Promise.all([
    import('../../scenario/parse.ts'),
    import('../../scenario/submitted.ts'),
  ]);
  const parsed = parseScenario(text);
  // What has been typed meanwhile stays.
  const typed = edited === undefined ? undefined : session.files.store.getState().files;
  if (parsed.ok) session.files.load({ ...parsed.value.files, ...submittedFiles(parsed.value) }, typed);
}

/** What a visitor without a link sees; there at once. */
export function openStart(session: Session): void {
  const entry = entryAtHand(DEFAULT_SCENARIO);
  const document = documentOf({}, entry);
  if (document !== undefined) show(session, {}, entry, [[{ document, name: '' }]]);
}
