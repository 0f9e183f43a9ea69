import { compareText } from '../base/compare.ts';
import { statusOf, type Verdict } from './verify.ts';

/**
 * Scenarios that agree and must go on agreeing: what a change may not break while others are still being worked on.
 * One `AREA/NAME` a line.
 */
export function readHeld(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
}

const nameOf = ({ area, name }: Verdict): string => `${area}/${name}`;

/** Those of the held scenarios that were played. */
export function playedHeld(verdicts: readonly Verdict[], held: ReadonlySet<string>): readonly Verdict[] {
  return verdicts.filter((verdict) => held.has(nameOf(verdict)));
}

/** Held scenarios that no longer agree. */
export function fallen(verdicts: readonly Verdict[], held: ReadonlySet<string>): string[] {
  return playedHeld(verdicts, held)
    .filter((verdict) => !agrees(verdict))
    .map(nameOf);
}

/** The list of all that agree now. */
export function heldText(verdicts: readonly Verdict[]): string {
  const names = verdicts.filter(agrees).map(nameOf).sort(compareText);
  return `# Scenarios that agree with their recordings in every facet. Written by verify --hold; a change may not take one away.\n${names.join('\n')}\n`;
}

/** In every facet: a difference that is known is one all the same. */
const agrees = (verdict: Verdict): boolean => statusOf(verdict, []) === 'exact';
