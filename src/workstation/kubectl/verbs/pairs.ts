import { goQuote } from '../../../api/go-text.ts';
import { CommandError } from '../errors.ts';

/** Arguments apart into what is named and `key=value` or `key-` changes. Models cmdutil.GetResourcesAndPairs. */
export function resourcesAndPairs(
  args: readonly string[],
  pairType: string,
): { readonly resources: readonly string[]; readonly pairs: readonly string[] } {
  const resources: string[] = [];
  const pairs: string[] = [];
  for (const word of args) {
    const isPair = (word.includes('=') && !word.startsWith('=')) || (word.endsWith('-') && word !== '-');
    if (isPair) pairs.push(word);
    else if (pairs.length === 0) resources.push(word);
    else throw new CommandError(`all resources must be specified before ${pairType} changes: ${word}`);
  }
  return { resources, pairs };
}

export interface Pairs {
  readonly set: ReadonlyMap<string, string>;
  readonly remove: readonly string[];
}

/** Models cmdutil.ParsePairs. */
export function parsePairs(words: readonly string[], pairType: string): Pairs {
  const set = new Map<string, string>();
  const remove: string[] = [];
  const invalid: string[] = [];
  for (const word of words) {
    const equals = word.indexOf('=');
    if (equals > 0) set.set(word.slice(0, equals), word.slice(equals + 1));
    else if (equals < 0 && word.endsWith('-') && word !== '-') remove.push(word.slice(0, -1));
    else invalid.push(goQuote(word));
  }
  if (invalid.length > 0) throw new CommandError(`invalid ${pairType} format: ${invalid.join(', ')}`);
  return { set, remove };
}
