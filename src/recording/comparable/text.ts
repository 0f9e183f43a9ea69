import type { Json } from '../../base/json.ts';
import { asObject, mapObject } from '../../base/json.ts';

/** Replaces in a text what no two runs share. */
export type Clean = (text: string) => string;

/** Go's printing of a duration or an age: `5m`, `2d3h`, `120ms`. */
const AGE = '(?:\\d+(?:ms|us|µs|s|m|h|d|y))+';
const WORD = '[\\p{L}\\p{N}_]';
const START = `(?<!${WORD})`;
const END = `(?!${WORD})`;
/** White space as the recorder's tools count it: also the four separators U+001C to U+001F and U+0085. */
const SPACE = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const LONG = '(?:[\\d.]+(?:ms|s|m|µs))+';

type Rule = readonly [pattern: RegExp, replacement: string];
const rule = (pattern: string, replacement: string): Rule => [new RegExp(pattern, 'gu'), replacement];

const UID_RULE = rule('[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '<uid>');
const TOKEN_RULE = rule('kube-api-access-[a-z0-9]{5}', 'kube-api-access-<rand>');
const STAMP_RULE = rule('\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z', '<time>');
const CLOCK = '\\d\\d:\\d\\d:\\d\\d';

/** In order: later rules see what earlier ones left. */
const RULES: readonly Rule[] = [
  UID_RULE,
  rule('sha256:[0-9a-f]{64}', 'sha256:<digest>'),
  rule(`${START}[0-9a-f]{64}${END}`, '<id>'),
  TOKEN_RULE,
  rule('containerd-mount\\d+', 'containerd-mount<rand>'),
  rule('(10\\.\\d+\\.\\d+\\.\\d+):\\d{5}(?=->)', '$1:<port>'),
  rule('(resourceVersion"?: )"\\d+"', '$1"<rv>"'),
  STAMP_RULE,
  rule(`\\d{4}-\\d\\d-\\d\\d ${CLOCK} \\+0000 UTC`, '<time>'),
  rule(`(?<=[a-z0-9])\\.[0-9a-f]{16}${END}`, '.<rand>'),
  rule(`[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} ${CLOCK} [+\\-]\\d{4}`, '<time>'),
  rule(
    `${START}\\d{4}/\\d\\d/\\d\\d ${CLOCK}${END}|${START}\\d\\d/[A-Z][a-z]{2}/\\d{4}:${CLOCK} [+\\-]\\d{4}`,
    '<time>',
  ),
  rule(`${START}10\\.\\d+\\.\\d+\\.\\d+${END}`, '<ip>'),
  rule(`in ${LONG} \\(${LONG} including waiting\\)`, 'in <dur> (<dur> including waiting)'),
  rule('Image size: \\d+ bytes', 'Image size: <n> bytes'),
  rule(`(\\d+ )\\(${AGE} ago\\)`, '$1(<age> ago)'),
  rule(`\\(x\\d+ over ${AGE}\\)`, '(x<n> over <age>)'),
  rule(`\\(lasts ${AGE}\\)`, '(lasts <age>)'),
];

/** What the scheduler's goldens fold. */
const SCHEDULER_RULES: readonly Rule[] = [
  UID_RULE,
  TOKEN_RULE,
  STAMP_RULE,
  rule(`${START}10\\.244\\.\\d+\\.\\d+${END}`, '<ip>'),
];

function apply(rules: readonly Rule[], text: string): string {
  let out = text;
  for (const [pattern, replacement] of rules) out = out.replace(pattern, replacement);
  return out;
}

/** Ids, digests, addresses, times, durations and counts become placeholders. */
export function foldText(text: string): string {
  return apply(RULES, text);
}

/** The shorter list of placeholders that the scheduler's goldens use. */
export function foldSchedulerText(text: string): string {
  return apply(SCHEDULER_RULES, text);
}

/** A pattern that finds `word` where no letter, digit or underscore touches it. */
export function wholeWord(words: readonly string[]): RegExp {
  const escaped = words.map((word) => `${START}${word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}${END}`);
  return new RegExp(escaped.join('|'), 'gu');
}

/** `clean` with a memory: recordings repeat the same texts many times. */
export function remembering(clean: Clean): Clean {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const after = clean(text);
    known.set(text, after);
    return after;
  };
}

/** Every key and text inside the value, cleaned. `drop` names keys that are left out wherever they are. */
export function scrub(value: Json, clean: Clean, drop: ReadonlySet<string> = NO_KEYS): Json {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => scrub(item, clean, drop));
  if (typeof value !== 'object' || value === null) return value;
  const object = asObject(value);
  const kept =
    drop.size === 0 ? object : Object.fromEntries(Object.entries(object).filter(([key]) => !drop.has(key)));
  return mapObject(kept, clean, (item) => scrub(item, clean, drop));
}
const NO_KEYS: ReadonlySet<string> = new Set();

const CELL_AGE = new RegExp(`(?<=[${SPACE}])${AGE}(?=[${SPACE}]|$)`, 'gmu');
const GAP = new RegExp(`(?<=[^${SPACE}])[ \\t]+`, 'gu');
const TRAILING = new RegExp(`[${SPACE}]+$`, 'u');
const BLANK = new RegExp(`^[${SPACE}]*$`, 'u');
const SPACES = new RegExp(`[${SPACE}]+`, 'u');

/** The lines that are not blank, ages folded, columns one blank apart: their widths follow the ids and ages dropped. */
export function squeezeOutput(text: string): string[] {
  return text
    .replace(CELL_AGE, '<age>')
    .split('\n')
    .filter((line) => !BLANK.test(line))
    .map((line) => line.replace(GAP, ' ').replace(TRAILING, ''));
}

/** The words of a line. */
export function cells(line: string): string[] {
  return line.split(SPACES).filter((cell) => cell !== '');
}
