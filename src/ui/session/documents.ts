import type { CatalogueEntry } from '../../scenario/catalogue/entry.ts';
import { DEFAULT_SCENARIO, entryAtHand } from '../../scenario/catalogue/index.ts';
import type { TimedInput } from '../../scenario/timed-input.ts';
import type { RunDocument } from '../../worker/protocol.ts';
import { catalogueEntry } from './catalogue.ts';
import type { Session } from './session.ts';
import { showStage, stageView } from './stage-view.ts';

/** What a run is made from: a scenario that comes with the product, or a whole text; and what was done to it. */
export interface RunSource {
  readonly catalogue?: string;
  readonly scenario?: string;
  readonly seed?: number;
  readonly inputs?: readonly TimedInput[];
  readonly untilUs?: number;
  /** The editor's tabs, when they are not the scenario's own files. */
  readonly files?: Readonly<Record<string, string>>;
  /** Another run beside it; without a scenario of its own it plays this one's. */
  readonly twin?: Omit<RunSource, 'files' | 'twin'> & { readonly name?: string };
}

/** The run of a source; undefined when it names a scenario that does not exist. */
function documentOf(
  { scenario, seed, inputs = [], untilUs }: RunSource,
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

function show(session: Session, source: RunSource, entry: CatalogueEntry | undefined): boolean {
  const document = documentOf(source, entry);
  if (document === undefined) return false;
  const own = source.scenario === undefined ? (entry?.document.files ?? {}) : undefined;
  session.files.load(own ?? {}, source.files ?? own);
  session.cursor.setState({ seq: -1, fraction: 0, playing: false, moved: false });
  session.runs.open(document);
  if (own === undefined) void loadFiles(session, document.scenario, source.files);
  return true;
}

/** Opens a run in a sitting, with its files in the editor. False when there is no such scenario; then nothing changes. */
export async function openRun(session: Session, source: RunSource): Promise<boolean> {
  const entry =
    source.scenario !== undefined || source.catalogue === undefined
      ? undefined
      : await catalogueEntry(source.catalogue);
  if (!show(session, source, entry)) return false;
  if (source.twin !== undefined) await showTwin(session, source.twin);
  // A comparison was of what is gone.
  else if (stageView.getState().view === 'twins') showStage('run');
  return true;
}

/** Plays a link's second run beside the one just opened. */
async function showTwin(session: Session, twin: NonNullable<RunSource['twin']>): Promise<void> {
  const first = session.runs.active()?.document;
  const entry = twin.catalogue === undefined ? undefined : await catalogueEntry(twin.catalogue);
  const own = twin.catalogue === undefined && twin.scenario === undefined;
  const document = documentOf(own ? { ...twin, scenario: first?.scenario ?? '' } : twin, entry);
  if (document === undefined || first === undefined) return;
  const { catalogue } = first;
  session.runs.twin(own && catalogue !== undefined ? { ...document, catalogue } : document, twin.name);
  showStage('twins');
}

/** The files of a scenario that came as text; its reader is not part of the first screen. */
async function loadFiles(session: Session, text: string, edited: RunSource['files']): Promise<void> {
  const { parseScenario } = await import('../../scenario/parse.ts');
  const parsed = parseScenario(text);
  // What has been typed meanwhile stays.
  const typed = edited === undefined ? undefined : session.files.store.getState().files;
  if (parsed.ok) session.files.load(parsed.value.files, typed);
}

/** What a visitor without a link sees; there at once. */
export function openStart(session: Session): void {
  show(session, {}, entryAtHand(DEFAULT_SCENARIO));
}
