import { twinsText } from '../../../i18n/catalogue/twins.ts';
import type { Lang } from '../../../i18n/lang.ts';
import { text } from '../../../i18n/text.ts';
import type { TimedInput } from '../../../scenario/timed-input.ts';
import { titleOfText } from '../../../scenario/title.ts';
import { faultWords } from '../../projections/faults/words.ts';
import type { Branch } from '../../session/branch.ts';
import { readStepFault } from './read-step.ts';

/** What the reader did, in a few words: the command line, the fault, the manifest. */
export function inputWords({ step }: TimedInput, lang: Lang): string {
  const t = text(twinsText, lang);
  if (typeof step['kubectl'] === 'string') return `kubectl ${step['kubectl']}`;
  if (typeof step['run'] === 'string') return step['run'];
  const manifest = step['apply'] ?? step['create'];
  if (typeof manifest === 'string') return t('step.apply', { what: kindAndName(manifest) });
  const fault = readStepFault(step['fault']);
  if (fault !== undefined) return faultWords(fault, lang);
  return step['addNode'] === undefined ? Object.keys(step).join(', ') : t('step.node');
}

function kindAndName(manifest: string): string {
  const kind = /^kind:\s*(\S+)/m.exec(manifest)?.[1] ?? '';
  const name = /\bname:\s*([\w.-]+)/.exec(manifest)?.[1] ?? '';
  return `${kind} ${name}`.trim();
}

/** What a branch is called: its own name, or what it has that its parent does not: a scenario, what was done, chance. */
export function branchName(branch: Branch, parent: Branch | undefined, lang: Lang): string {
  if (branch.name !== '') return branch.name;
  const t = text(twinsText, lang);
  const { scenario, inputs, seed } = branch.document;
  const other =
    parent === undefined || parent.document.scenario === scenario ? undefined : titleOfText(scenario);
  const title = typeof other === 'object' ? other[lang] : other;
  const before = new Set((parent?.document.inputs ?? []).map((input) => JSON.stringify(input)));
  const own = inputs.filter((input) => !before.has(JSON.stringify(input)));
  const shown = own.length === 0 && title === undefined ? inputs : own;
  const words = [title ?? [], shown.map((input) => inputWords(input, lang))].flat();
  if (own.length === 0 && title === undefined && parent !== undefined && parent.document.seed !== seed)
    words.push(t('what-if.seed', { seed: String(seed ?? 1) }));
  return words.length === 0 ? t('origin') : words.join(', ');
}
