// A unified diff with three lines of context and no file names. Models apimachinery pkg/util/diff over go-difflib.

const CONTEXT = 3;

interface Edit {
  readonly kind: ' ' | '-' | '+';
  readonly line: string;
}

interface Block {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

type Range = readonly [aLow: number, aHigh: number, bLow: number, bHigh: number];

interface Texts {
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** The longest run of equal lines within the two ranges, the first one of several. */
function longestMatch(texts: Texts, range: Range): Block {
  const { a, b, places } = texts;
  const [aLow, aHigh, bLow, bHigh] = range;
  let best: Block = { a: aLow, b: bLow, size: 0 };
  let previous = new Map<number, number>();
  for (let i = aLow; i < aHigh; i++) {
    const current = new Map<number, number>();
    for (const j of places.get(a[i] ?? '') ?? []) {
      if (j < bLow || j >= bHigh) continue;
      const size = (previous.get(j - 1) ?? 0) + 1;
      current.set(j, size);
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size };
    }
    previous = current;
  }
  let { a: start, b: other, size } = best;
  while (start > aLow && other > bLow && a[start - 1] === b[other - 1])
    [start, other, size] = [start - 1, other - 1, size + 1];
  while (start + size < aHigh && other + size < bHigh && a[start + size] === b[other + size]) size += 1;
  return { a: start, b: other, size };
}

const POPULAR_FROM = 200;

/** Where each line stands in b; in a long text the lines that stand nearly everywhere are no anchors. */
function placesOf(b: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [j, line] of b.entries()) {
    const at = places.get(line);
    if (at) at.push(j);
    else places.set(line, [j]);
  }
  if (b.length < POPULAR_FROM) return places;
  const popular = Math.floor(b.length / 100) + 1;
  return new Map([...places].filter(([, at]) => at.length <= popular));
}

function matchingBlocks(a: readonly string[], b: readonly string[]): readonly Block[] {
  const texts = { a, b, places: placesOf(b) };
  const blocks: Block[] = [];
  const ranges: Range[] = [[0, a.length, 0, b.length]];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const match = longestMatch(texts, range);
    if (match.size === 0) continue;
    blocks.push(match);
    ranges.push(
      [range[0], match.a, range[2], match.b],
      [match.a + match.size, range[1], match.b + match.size, range[3]],
    );
  }
  return blocks.sort((x, y) => x.a - y.a);
}

function editsOf(a: readonly string[], b: readonly string[]): readonly Edit[] {
  const edits: Edit[] = [];
  let i = 0;
  let j = 0;
  for (const block of [...matchingBlocks(a, b), { a: a.length, b: b.length, size: 0 }]) {
    for (; i < block.a; i++) edits.push({ kind: '-', line: a[i] ?? '' });
    for (; j < block.b; j++) edits.push({ kind: '+', line: b[j] ?? '' });
    for (; i < block.a + block.size; i++, j++) edits.push({ kind: ' ', line: a[i] ?? '' });
  }
  return edits;
}

/** Ranges of edits that stand together with their context. */
function hunksOf(edits: readonly Edit[]): readonly (readonly [number, number])[] {
  const hunks: [number, number][] = [];
  for (const [i, edit] of edits.entries()) {
    if (edit.kind === ' ') continue;
    const last = hunks.at(-1);
    if (last && i - CONTEXT <= last[1]) last[1] = Math.min(i + CONTEXT + 1, edits.length);
    else hunks.push([Math.max(0, i - CONTEXT), Math.min(i + CONTEXT + 1, edits.length)]);
  }
  return hunks;
}

function rangeText(start: number, length: number): string {
  if (length === 1) return `${start + 1}`;
  return length === 0 ? `${start},0` : `${start + 1},${length}`;
}

/** The text, each line ended; '' when nothing differs. */
export function unifiedDiff(a: readonly string[], b: readonly string[]): string {
  const edits = editsOf(a, b);
  let text = '';
  let before = 0;
  let aLine = 0;
  let bLine = 0;
  for (const [start, end] of hunksOf(edits)) {
    for (; before < start; before++) {
      aLine += 1;
      bLine += 1;
    }
    const hunk = edits.slice(start, end);
    const removed = hunk.filter(({ kind }) => kind !== '+').length;
    const added = hunk.filter(({ kind }) => kind !== '-').length;
    text += `@@ -${rangeText(aLine, removed)} +${rangeText(bLine, added)} @@\n`;
    for (const { kind, line } of hunk) text += `${kind}${line}\n`;
    aLine += removed;
    bLine += added;
    before = end;
  }
  return text;
}
