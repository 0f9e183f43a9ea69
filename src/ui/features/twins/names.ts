import { twinsText } from '../../../i18n/catalogue/twins.ts';
import type { Lang } from '../../../i18n/lang.ts';
import { text } from '../../../i18n/text.ts';
import { readStepFault } from '../../../scenario/step-fault.ts';
import { titleOfText } from '../../../scenario/title.ts';
import { inputWords } from '../../projections/input-words.ts';
import type { Branch } from '../../session/branch.ts';

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
  const words = [
    title ?? [],
    shown.map(({ step }) => inputWords(step, readStepFault(step['fault']), lang)),
  ].flat();
  if (own.length === 0 && title === undefined && parent !== undefined && parent.document.seed !== seed)
    words.push(t('what-if.seed', { seed: String(seed ?? 1) }));
  return words.length === 0 ? t('origin') : words.join(', ');
}
