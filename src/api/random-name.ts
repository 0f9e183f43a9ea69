import type { Random } from '../base/rng.ts';

// Models k8s.io/apimachinery/pkg/util/rand and apiserver/pkg/storage/names of 1.36.

/** No vowels, no 0, 1 and 3: no word and no doubtful sign can come out. */
export const SAFE_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

const SUFFIX_LENGTH = 5;
/** 63 less the suffix. */
const MAX_BASE_LENGTH = 58;

/** `length` characters of the safe alphabet. */
export function randomSuffix(random: Random, length = SUFFIX_LENGTH): string {
  let text = '';
  for (let i = 0; i < length; i++) text += SAFE_ALPHABET[random.int(SAFE_ALPHABET.length)] ?? '';
  return text;
}

/** A name from a generateName: the base cut to 58 characters and five random ones. */
export function generateName(base: string, random: Random): string {
  return base.slice(0, MAX_BASE_LENGTH) + randomSuffix(random);
}

/** Maps every character to the safe alphabet. Models SafeEncodeString. */
export function safeEncodeString(text: string): string {
  let encoded = '';
  for (let i = 0; i < text.length; i++)
    encoded += SAFE_ALPHABET[text.charCodeAt(i) % SAFE_ALPHABET.length] ?? '';
  return encoded;
}
