/** How wide a text is about, in Latin letters: Hangul is nearly twice as wide. For places that cannot measure. */
export function breadth(text: string): number {
  let sum = 0;
  for (const letter of text) sum += letter >= '\u1100' ? 1.75 : 1;
  return sum;
}

/** The same in px, in the page's small letters. */
export const breadthPx = (text: string): number => breadth(text) * 6.6;
