import type { KubeObject } from '../../../api/object.ts';
import { type FieldWriter, type WrittenLine, writtenText } from './field-writers.ts';
import { diffLines } from './revisions.ts';

/** A line of two versions laid over each other. */
export interface ComparedLine {
  readonly text: string;
  readonly mark?: 'added' | 'removed';
  /** Its number in the version shown; a removed line has none. */
  readonly no?: number;
  /** Who wrote its field, of the writers of the version it stands in. */
  readonly by: readonly FieldWriter[];
}

/** Lines that are the same in both and are left out. */
export interface Fold {
  readonly folded: number;
}

export interface Comparison {
  readonly lines: readonly ComparedLine[];
  readonly writers: readonly FieldWriter[];
  /** The parts of the object that differ: `spec`, `status`, `metadata` … */
  readonly changed: readonly string[];
}

/** One version of an object beside another, every line with its writer. No `before`: the version alone. */
export function compare(before: KubeObject | undefined, after: KubeObject | undefined): Comparison {
  const now = writtenText(after);
  const own = (line: WrittenLine | undefined, writers: readonly FieldWriter[]): readonly FieldWriter[] =>
    (line?.by ?? []).flatMap((at) => writers[at] ?? []);
  if (before === undefined)
    return {
      writers: now.writers,
      changed: [],
      lines: now.lines.map((line, at) => ({ text: line.text, no: at + 1, by: own(line, now.writers) })),
    };
  const then = writtenText(before);
  const textOf = (lines: readonly WrittenLine[]): string => lines.map(({ text }) => text).join('\n');
  let old = 0;
  let no = 0;
  const lines = diffLines(textOf(then.lines), textOf(now.lines)).map(({ text, mark }): ComparedLine => {
    if (mark === 'removed') return { text, mark, by: own(then.lines[old++], then.writers) };
    if (mark === undefined) old++;
    const by = own(now.lines[no++], now.writers);
    return mark === undefined ? { text, no, by } : { text, mark, no, by };
  });
  return { lines, writers: now.writers, changed: partsOf(lines) };
}

/** Every version has one of its own, which says nothing of what changed. */
const isVersion = (text: string): boolean => text.startsWith('  resourceVersion: ');

/** The keys at the left edge above lines that changed. */
function partsOf(lines: readonly ComparedLine[]): readonly string[] {
  const parts = new Set<string>();
  let part = '';
  for (const { text, mark } of lines) {
    if (!text.startsWith(' ') && !text.startsWith('-')) part = text.slice(0, text.indexOf(':'));
    if (mark !== undefined && !isVersion(text)) parts.add(part);
  }
  return [...parts];
}

/** Only what changed, with the lines around it and the keys it stands under; what is left out is counted. */
export function changesOnly(all: readonly ComparedLine[], around = 1): readonly (ComparedLine | Fold)[] {
  const lines = all.flatMap((line): ComparedLine[] => {
    const { mark, ...same } = line;
    if (!isVersion(line.text)) return [line];
    return mark === 'removed' ? [] : [same];
  });
  const keep = new Set<number>();
  lines.forEach(({ mark }, at) => {
    if (mark === undefined) return;
    for (let near = at - around; near <= at + around; near++) keep.add(near);
    for (const parent of parentsOf(lines, at)) keep.add(parent);
  });
  const shown: (ComparedLine | Fold)[] = [];
  let folded = 0;
  lines.forEach((line, at) => {
    if (!keep.has(at)) {
      folded++;
      return;
    }
    if (folded > 0) shown.push({ folded });
    folded = 0;
    shown.push(line);
  });
  if (folded > 0) shown.push({ folded });
  return shown;
}

const indentOf = (text: string): number => /^ */.exec(text)?.[0].length ?? 0;
const isItem = (text: string): boolean => text.trimStart().startsWith('- ');

/** A list is not indented under its key: its dashes stand where the key does. */
const limitOf = (text: string): number => indentOf(text) + (isItem(text) ? 1 : 0);

/** The lines of the keys and items that a line stands under. */
function parentsOf(lines: readonly ComparedLine[], at: number): readonly number[] {
  const parents: number[] = [];
  let limit = limitOf(lines[at]?.text ?? '');
  for (let above = at - 1; above >= 0 && limit > 0; above--) {
    const { text = '', mark } = lines[above] ?? {};
    const inside = isItem(text) ? indentOf(text) + 2 : indentOf(text) + 1;
    if (inside > limit || mark !== undefined) continue;
    parents.push(above);
    limit = limitOf(text);
  }
  return parents;
}
