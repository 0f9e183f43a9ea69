const CONTEXT = 3;

type Edit = { readonly kind: ' ' | '-' | '+'; readonly line: string };

/** Two texts as `diff -u` shows them, without its two head lines; '' when they are equal. */
export function unifiedDiff(from: string, to: string): string {
  const edits = editScript(linesOf(from), linesOf(to));
  if (edits.every(({ kind }) => kind === ' ')) return '';
  let out = '';
  let at = 0;
  const counts = { from: 0, to: 0 };
  while (at < edits.length) {
    const change = edits.findIndex(({ kind }, place) => place >= at && kind !== ' ');
    if (change < 0) break;
    const start = Math.max(at, change - CONTEXT);
    advance(counts, edits.slice(at, start));
    const end = hunkEnd(edits, change);
    out += hunk(edits.slice(start, end), counts);
    advance(counts, edits.slice(start, end));
    at = end;
  }
  return out;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Where a hunk ends: its last change and the lines behind it, as long as no further change is near. */
function hunkEnd(edits: readonly Edit[], change: number): number {
  let last = change;
  for (let place = change; place < edits.length && place <= last + 2 * CONTEXT + 1; place++)
    if (edits[place]?.kind !== ' ') last = place;
  return Math.min(edits.length, last + CONTEXT + 1);
}

interface Counts {
  from: number;
  to: number;
}

function advance(counts: Counts, edits: readonly Edit[]): void {
  for (const { kind } of edits) {
    if (kind !== '+') counts.from++;
    if (kind !== '-') counts.to++;
  }
}

function hunk(edits: readonly Edit[], { from, to }: Counts): string {
  const oldLines = edits.filter(({ kind }) => kind !== '+').length;
  const newLines = edits.filter(({ kind }) => kind !== '-').length;
  const span = (first: number, count: number): string =>
    count === 1 ? String(first + 1) : `${count === 0 ? first : first + 1},${count}`;
  return `@@ -${span(from, oldLines)} +${span(to, newLines)} @@\n${edits.map(({ kind, line }) => `${kind}${line}\n`).join('')}`;
}

/** The longest common subsequence's edits; long texts that differ all over are replaced whole. */
function editScript(a: readonly string[], b: readonly string[]): Edit[] {
  const head = commonHead(a, b);
  const tail = commonTail(a.slice(head), b.slice(head));
  const left = a.slice(head, a.length - tail);
  const right = b.slice(head, b.length - tail);
  const same = (lines: readonly string[]): Edit[] => lines.map((line) => ({ kind: ' ', line }));
  return [...same(a.slice(0, head)), ...middle(left, right), ...same(a.slice(a.length - tail))];
}

function commonHead(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count++;
  return count;
}

function commonTail(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[a.length - 1 - count] === b[b.length - 1 - count]) count++;
  return count;
}

const MOST_CELLS = 4_000_000;

function middle(a: readonly string[], b: readonly string[]): Edit[] {
  const removed = a.map((line): Edit => ({ kind: '-', line }));
  const added = b.map((line): Edit => ({ kind: '+', line }));
  if (a.length === 0 || b.length === 0 || a.length * b.length > MOST_CELLS) return [...removed, ...added];
  const width = b.length + 1;
  const length = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const below = length[(i + 1) * width + j] ?? 0;
      const beside = length[i * width + j + 1] ?? 0;
      length[i * width + j] =
        a[i] === b[j] ? (length[(i + 1) * width + j + 1] ?? 0) + 1 : Math.max(below, beside);
    }
  }
  const out: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      out.push({ kind: ' ', line: a[i++] as string });
      j++;
    } else if ((length[(i + 1) * width + j] ?? 0) >= (length[i * width + j + 1] ?? 0))
      out.push(removed[i++] as Edit);
    else out.push(added[j++] as Edit);
  }
  return [...out, ...removed.slice(i), ...added.slice(j)];
}
