/** How many of the ascending numbers are at or below `limit`. O(log n). */
export function countUpTo(sorted: ArrayLike<number>, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last of the ascending numbers at or below `limit`. O(log n). */
export function lastUpTo(sorted: ArrayLike<number>, limit: number): number | undefined {
  return sorted[countUpTo(sorted, limit) - 1];
}

/** The last of the things at or below `limit` by their ascending `seq`. O(log n). */
export function lastBySeq<T extends { readonly seq: number }>(
  sorted: readonly T[],
  limit: number,
): T | undefined {
  return sorted[countBySeq(sorted, limit) - 1];
}

/** How many of the things have a `seq` at or below `limit`. O(log n). */
export function countBySeq(sorted: readonly { readonly seq: number }[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as { readonly seq: number }).seq <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
