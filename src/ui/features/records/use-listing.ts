import { useDeferredValue, useMemo, useState } from 'react';
import { type Asked, listing, placeOf } from '../../projections/records/listing.ts';
import type { Branch } from '../../session/branch.ts';
import { useActiveBranch, useCursor } from '../../session/use-session.tsx';

/** What the table shows, and how to ask for something else. */
export interface Listing {
  readonly branch: Branch | undefined;
  readonly seqs: readonly number[];
  /** The row of the last record that has happened; -1 before the first. */
  readonly place: number;
  readonly scope: Asked['scope'];
  readonly words: string;
  setScope(scope: Asked['scope']): void;
  setWords(words: string): void;
}

/** The records asked for, at the level of detail that the whole page has. */
export function useListing(): Listing {
  const branch = useActiveBranch();
  const [scope, setScope] = useState<Asked['scope']>('story');
  const [words, setWords] = useState('');
  // Looking through 100,000 records takes longer than a key: typing goes first.
  const wanted = useDeferredValue(words);
  const level = useCursor((cursor) => cursor.level);
  const seqs = useMemo(
    () => (branch === undefined ? [] : listing(branch.trace, branch.story, { scope, level, words: wanted })),
    [branch, scope, level, wanted],
  );
  const place = useCursor((cursor) => placeOf(seqs, cursor.seq));
  return { branch, seqs, place, scope, words, setScope, setWords };
}
