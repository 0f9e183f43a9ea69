/** How well `query` fits `text`: 0 not at all, more for a start, a word's start, letters in order. Case is ignored. */
export function matchScore(query: string, text: string): number {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return 1;
  const given = text.toLowerCase();
  const at = given.indexOf(wanted);
  if (at === 0) return 4;
  if (at > 0) return /[\s\-/.:]/.test(given[at - 1] ?? '') ? 3 : 2;
  let from = 0;
  for (const letter of wanted) {
    from = given.indexOf(letter, from) + 1;
    if (from === 0) return 0;
  }
  return 1;
}
