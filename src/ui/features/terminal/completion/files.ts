import type { Machine } from './machine.ts';

/** The words a part of a line may mean. `skip` counts letters of the word that are no part of them. */
export interface Offer {
  readonly words: readonly string[];
  readonly finished?: boolean;
  readonly skip?: number;
}

/** Files of the home directory, folder by folder. */
export function fileOffer(word: string, machine: Machine, skip = 0): Offer {
  const typed = word.slice(skip);
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
  const words = machine.files
    .filter((name) => name.startsWith(folder))
    .map((name) => {
      const end = name.indexOf('/', folder.length);
      return end < 0 ? name : name.slice(0, end + 1);
    });
  // Into a folder one goes on typing.
  const finished = !words.some((name) => name.startsWith(typed) && name.endsWith('/'));
  return { words, skip, finished };
}
