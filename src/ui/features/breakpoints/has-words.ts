/** Whether a text has every word of a query, or its beginning, in any order and case. */
export function hasWords(text: string, query: string): boolean {
  const low = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word));
}
