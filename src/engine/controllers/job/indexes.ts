/** Completion indexes in order, without gaps told one by one. */
export type Indexes = readonly number[];

/** Reads `0-2,5`; what is beyond `completions` or unreadable is left out. Models parseIndexesFromString (1.36). */
export function parseIndexes(text: string | undefined, completions: number): Indexes {
  const found: number[] = [];
  for (const part of (text ?? '').split(',')) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (match === null) continue;
    const first = Number(match[1]);
    const last = Math.min(Number(match[2] ?? match[1]), completions - 1);
    for (let index = first; index <= last; index++) found.push(index);
  }
  return found;
}

/** `0-2,5`; two neighbours stand apart: `0,1`. Models orderedIntervals.String. */
export function formatIndexes(indexes: Indexes): string {
  const parts: string[] = [];
  for (let place = 0; place < indexes.length; ) {
    const first = indexes[place] ?? 0;
    let last = first;
    while (indexes[place + 1] === last + 1) {
      last++;
      place++;
    }
    place++;
    if (last === first) parts.push(String(first));
    else parts.push(`${first}${last === first + 1 ? ',' : '-'}${last}`);
  }
  return parts.join(',');
}

/** Both, in order and once. */
export function unite(a: Indexes, b: Iterable<number>): Indexes {
  return [...new Set([...a, ...b])].sort((x, y) => x - y);
}
