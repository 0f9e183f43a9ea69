/** Whether a fragment claims to be one of our links at all (`#1.…`). */
export function isLink(fragment: string): boolean {
  return /^#?\d+\./.test(fragment);
}
