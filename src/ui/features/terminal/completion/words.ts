/** The simple command under the cursor, as far as it is typed. */
export interface Unfinished {
  /** Its words before the one being typed, quotes taken off. */
  readonly words: readonly string[];
  /** The word being typed, as it stands. */
  readonly word: string;
  /** Where it begins. */
  readonly from: number;
  /** Whether it is what a redirection names. */
  readonly redirected: boolean;
}

const SEPARATORS = new Set([';', '|', '&', '\n', '(', '`']);

/** Takes the end of a line apart: the command that is being typed there. */
export function unfinished(text: string): Unfinished {
  let words: string[] = [];
  let from = 0;
  let word = '';
  let quote = '';
  let inWord = false;
  let redirected = false;
  const endWord = (): void => {
    if (inWord && !redirected) words.push(word);
    if (inWord) redirected = false;
    word = '';
    inWord = false;
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (quote !== '') {
      if (letter === quote) quote = '';
      else word += letter;
      continue;
    }
    if (/[ \t\n;|&()`<>]/.test(letter)) {
      endWord();
      if (SEPARATORS.has(letter)) {
        words = [];
        redirected = false;
      }
      if (letter === '<' || letter === '>') redirected = true;
      from = at + 1;
      continue;
    }
    if (!inWord) from = at;
    inWord = true;
    if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '\\') word += text[++at] ?? '';
    else word += letter;
  }
  return { words, word: text.slice(from), from, redirected };
}
