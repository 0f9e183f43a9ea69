import { KUBECTL } from '../kubectl/grammar/root.ts';
import { COMMON_VERBS } from '../kubectl/verbs/common.ts';

const rare = (KUBECTL.commands ?? []).filter(({ name }) => !Object.hasOwn(COMMON_VERBS, name));
const makers = (KUBECTL.commands ?? []).find(({ name }) => name === 'create')?.commands ?? [];
const namesOf = (commands: typeof makers): string =>
  commands.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])]).join('|');

/** What stands between kubectl and its command: quotes, signs and flags, with or without a value. */
const GAP = String.raw`\W{1,9}(?:-\S+ +(?:[^-\s]\S* +)?)*`;
const ASKS = new RegExp(
  String.raw`\b(?:kubectl|k)${GAP}(?:(?:${namesOf(rare)})\b|create +(?:${namesOf(makers)})\b)` +
    String.raw`|\b__complete|\b(?:ssh|docker) |-sort-by|\bkyaml\b|(?:custom-columns|jsonpath|template)(?:-file|-as-json)?=`,
);

/** Whether a run, as JSON, names a tool of the machine whose code is not always there. */
export function asksForRareTools(document: string): boolean {
  return ASKS.test(document);
}
