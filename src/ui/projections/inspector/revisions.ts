import type { KubeObject } from '../../../api/object.ts';
import { toYaml } from '../../../api/yaml/writer.ts';
import type { History } from '../../../trace/world.ts';

/** A line of an object, and whether this revision brought or took it. */
export interface DiffLine {
  readonly text: string;
  readonly mark?: 'added' | 'removed';
}

/** The object as text without managedFields, which say who wrote what and hide the rest. */
export function objectText(object: KubeObject | undefined): string {
  if (object === undefined) return '';
  const { managedFields: _hidden, ...metadata } = object.metadata ?? {};
  return toYaml({ ...object, metadata });
}

/** The versions of an object up to `seq`: their records and revisions. */
export function revisionsUntil(
  history: History,
  seq: number,
): readonly { readonly seq: number; readonly rev: number; readonly writer: string }[] {
  return history.versions
    .filter((version) => version.seq <= seq)
    .map(({ seq: at, rev, object }) => ({ seq: at, rev, writer: writerOf(object) }));
}

/** Who wrote a version last, by its managedFields. */
function writerOf(object: KubeObject | undefined): string {
  const fields = (object?.metadata?.managedFields ?? []) as readonly {
    readonly manager?: string;
    readonly time?: string;
  }[];
  let writer = '';
  let latest = '';
  for (const { manager = '', time = '' } of fields) {
    if (time >= latest) {
      latest = time;
      writer = manager;
    }
  }
  return writer;
}

/** Lines of `after`, with what `before` had and lost in between. Longest common subsequence over lines. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const a = before === '' ? [] : before.trimEnd().split('\n');
  const b = after === '' ? [] : after.trimEnd().split('\n');
  const table = commonLengths(a, b);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ text: b[j] as string });
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && at(table, i + 1, j) >= at(table, i, j + 1))) {
      lines.push({ text: a[i++] as string, mark: 'removed' });
    } else lines.push({ text: b[j++] as string, mark: 'added' });
  }
  return lines;
}

function at(table: readonly Uint16Array[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}

/** table[i][j] = length of the longest common subsequence of a from i and b from j. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = table[i] as Uint16Array;
      row[j] =
        a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}
