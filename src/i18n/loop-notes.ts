import type { Lang } from './lang.ts';
import { fill } from './template.ts';

/** A part of a note as a pattern, and what it is in Korean; `{1}` is the pattern's first group. */
export type NotePart = readonly [pattern: string, korean: string];

let parts: readonly (readonly [RegExp, string])[] = [];

/** Makes the Korean of the control loops' notes known: it comes when the page is Korean. */
export function knowLoopNotes(known: readonly NotePart[]): void {
  parts = known.map(([pattern, korean]) => [new RegExp(`^(?:${pattern})$`), korean]);
}

/** What a control loop notes of its reckoning, `2 Pods wanted, 1 is: create 1`; Kubernetes' own words stay as they are. */
export function loopNote(note: string, lang: Lang): string {
  return lang === 'en' ? note : note.split(': ').map(partOf).join(': ');
}

function partOf(text: string): string {
  for (const [pattern, korean] of parts) {
    const found = pattern.exec(text);
    if (found !== null) return fill(korean, Object.fromEntries(found.map((text, at) => [String(at), text])));
  }
  return text;
}
