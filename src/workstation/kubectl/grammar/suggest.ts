import type { CommandSpec } from './command.ts';
import { COMMAND_GROUPS } from './groups.ts';

const DISTANCE = 2;

/** Commands a mistyped word may have meant. Models cobra's SuggestionsFor. */
export function suggestions(command: CommandSpec, word: string): string[] {
  const typed = word.toLowerCase();
  return (command.commands ?? [])
    .map(({ name }) => name)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .filter(
      (name) => distance(typed, name.toLowerCase()) <= DISTANCE || name.toLowerCase().startsWith(typed),
    );
}

const PLACES = COMMAND_GROUPS.flatMap(([, names]) => names);

/** Commands were added in the order of their groups. */
function placeOf(name: string): number {
  const place = PLACES.indexOf(name);
  return place < 0 ? PLACES.length : place;
}

/** Levenshtein's distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
