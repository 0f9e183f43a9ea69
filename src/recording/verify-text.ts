import type { Json } from '../base/json.ts';
import { asList } from '../base/json.ts';
import { ALL_FACETS } from './comparable/compare.ts';
import type { Difference } from './comparable/differences.ts';
import type { KnownDifference } from './known-differences.ts';
import type { FacetCount, Proof, Verdict } from './verify.ts';
import { countAreas, countProven, countUnder, isKnown, staleKnown, statusOf } from './verify.ts';

const CONTEXT = 2;
/** A value longer than this is cut in the printed difference. */
const MAX_VALUE = 2_000;

/** The table by area and facet: `exact/of` in each cell, and a line for all areas together. */
export function tableText(verdicts: readonly Verdict[], known: readonly KnownDifference[]): string {
  const areas = countAreas(verdicts, known);
  const rows = areas.length > 1 ? [...areas, countUnder('all', verdicts, known)] : areas;
  const facets = ALL_FACETS.filter((facet) => rows.some((row) => row.facets.has(facet)));
  const head = ['area', 'exact', 'known', 'differs', 'crashed', ...facets];
  const body = rows.map((row) => [
    row.area,
    `${row.byStatus.exact}/${row.scenarios}`,
    String(row.byStatus.known),
    String(row.byStatus.differs),
    String(row.byStatus.crashed),
    ...facets.map((facet) => cellText(row.facets.get(facet))),
  ]);
  return columns([head, ...body]);
}

function cellText(count: FacetCount | undefined): string {
  return count === undefined ? '-' : `${count.exact}/${count.of}`;
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

/** One line: `differs  node/oom-kill  events 2, rows 1`. */
export function statusLine(verdict: Verdict, known: readonly KnownDifference[]): string {
  const differing = verdict.facets.filter(({ differences }) => differences.length > 0);
  const facets = differing.map(
    ({ facet, differences }) =>
      `${facet} ${differences.length}${isKnown(verdict, facet, known) ? ' (known)' : ''}`,
  );
  const crash = verdict.crashed?.split('\n')[0];
  const rest = crash ?? facets.join(', ');
  return `${statusOf(verdict, known).padEnd(7)}  ${verdict.area}/${verdict.name}${rest === '' ? '' : `  ${rest}`}\n`;
}

/** The differences facet by facet, at most `limit` of them, each as a small unified diff. */
export function differencesText(verdict: Verdict, limit: number): string {
  const all = verdict.facets.flatMap(({ differences }) => differences);
  const shown = all.slice(0, limit).map(differenceText).join('');
  const left = all.length - Math.min(limit, all.length);
  const crash = verdict.crashed === undefined ? '' : indent(verdict.crashed.split('\n').slice(0, 8));
  return `${crash}${shown}${left > 0 ? `    ${left} more\n` : ''}`;
}

function differenceText({ path, want, got }: Difference): string {
  if (Array.isArray(want) && Array.isArray(got))
    return `    ${path}\n${indent(lineDiff(asList(want).map(oneLine), asList(got).map(oneLine)))}`;
  const lines = [
    ...(want === undefined ? [] : [`- ${oneLine(want)}`]),
    ...(got === undefined ? [] : [`+ ${oneLine(got)}`]),
  ];
  return `    ${path}\n${indent(lines)}`;
}

function oneLine(value: Json): string {
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

const indent = (lines: readonly string[]): string => lines.map((line) => `      ${line}\n`).join('');

/** Lines with `-` for wanted, `+` for got, a blank for both; far from a change they are left out. */
export function lineDiff(want: readonly string[], got: readonly string[]): string[] {
  const marked = mark(want, got);
  const near = (place: number): boolean =>
    marked.slice(Math.max(0, place - CONTEXT), place + CONTEXT + 1).some((line) => !line.startsWith(' '));
  const out: string[] = [];
  marked.forEach((line, place) => {
    if (near(place)) out.push(line);
    else if (out[out.length - 1] !== '  …') out.push('  …');
  });
  return out;
}

/** The longest common subsequence decides which lines are common. */
function mark(want: readonly string[], got: readonly string[]): string[] {
  const [rows, width] = [want.length, got.length + 1];
  const length = new Uint32Array((rows + 1) * width);
  const at = (i: number, j: number): number => length[i * width + j] ?? 0;
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = got.length - 1; j >= 0; j--) {
      length[i * width + j] =
        want[i] === got[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const out: string[] = [];
  let [i, j] = [0, 0];
  while (i < rows || j < got.length) {
    if (i < rows && j < got.length && want[i] === got[j]) {
      out.push(`  ${want[i]}`);
      i++;
      j++;
    } else if (i < rows && (j >= got.length || at(i + 1, j) >= at(i, j + 1))) out.push(`- ${want[i++]}`);
    else out.push(`+ ${got[j++]}`);
  }
  return out;
}

/** Moments far from the recorded ones: `web phase Running  recorded 3.2s, here 9.8s`. */
export function timingText(verdict: Verdict): string {
  return verdict.timing
    .map(({ what, want, got }) => `    ${what}  recorded ${want.toFixed(1)}s, here ${got.toFixed(1)}s\n`)
    .join('');
}

/** What to take off the known list. */
export function staleText(verdicts: readonly Verdict[], known: readonly KnownDifference[]): string {
  return staleKnown(verdicts, known)
    .map((entry) => `${entry.scenario}: ${entry.facet} agrees; take it off the known list\n`)
    .join('');
}

/** How much of what is known is chance for certain, and which entries say so in vain. */
export function proofsText(
  verdicts: readonly Verdict[],
  known: readonly KnownDifference[],
  proofs: readonly Proof[],
): string {
  if (proofs.length === 0) return '';
  const all = verdicts.filter((verdict) => statusOf(verdict, known) === 'known').length;
  const vain = proofs.filter(({ holds }) => !holds);
  const lines = vain.map(
    ({ entry, seed }) => `${entry.scenario}: ${entry.facet} does not agree under seed ${seed}\n`,
  );
  return `chance, as another seed proves: ${countProven(verdicts, known, proofs)} of ${all} known\n${lines.join('')}`;
}
