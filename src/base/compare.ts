/** Orders text by code units, as Go's `<` on strings does for ASCII: never by locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A comparator over a key. */
export function byKey<T>(key: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => compareText(key(a), key(b));
}
