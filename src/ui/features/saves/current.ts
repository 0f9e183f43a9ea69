import { stringify } from 'yaml';
import type { Json } from '../../../base/json.ts';
import { withInputs } from '../../../scenario/with-inputs.ts';
import type { ScenarioDocument } from '../../../scenario/document.ts';
import { documentOf } from '../../../scenario/format-scenario.ts';
import { checkScenario } from '../../../scenario/check-scenario.ts';
import { parseScenario } from '../../../scenario/parse.ts';
import { submittedFiles } from '../../../scenario/submitted.ts';
import { problemText } from '../../../scenario/problem.ts';
import type { Session } from '../../session/session.ts';

/** The run on screen as one scenario: what it began from, what the user did, and the editor's tabs. */
export function currentDocument({ runs, files }: Session): ScenarioDocument {
  const document = runs.active()?.document;
  const parsed = parseScenario(document?.scenario ?? '');
  const base = parsed.ok ? documentOf(parsed.value) : { title: '', steps: [] };
  // What a step carries in itself is in the file already.
  const carried = parsed.ok ? submittedFiles(parsed.value) : {};
  const tabs = Object.entries(files.store.getState().files).filter(([name, text]) => carried[name] !== text);
  return withInputs(base, document ?? { inputs: [] }, Object.fromEntries(tabs));
}

/** A scenario's YAML, as a file has it. */
export const yamlOf = (document: ScenarioDocument): string =>
  stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });

/** What keeps a scenario from being played, in words; none when it plays. */
export function problemsOf(document: ScenarioDocument): readonly string[] {
  const checked = checkScenario(JSON.parse(JSON.stringify(document)) as Json);
  return checked.ok ? [] : checked.error.map(problemText);
}

/** Offers a text as a file to be saved. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A title as a file's name. */
export const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60) || 'scenario';
