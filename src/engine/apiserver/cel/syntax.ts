import type { Token } from './lexer.ts';

// What the parser says where a token does not fit: the words of ANTLR's error strategy over cel-go's grammar (1.36).

/** Tokens by their place in the grammar: the order in which they are listed. */
const ORDER =
  `'[' ']' '{' '}' '(' ')' '.' ',' '-' '!' '?' ':' 'true' 'false' 'null' NUM_FLOAT NUM_INT NUM_UINT STRING BYTES IDENTIFIER`.split(
    ' ',
  );
const STARTERS =
  `'[' '{' '(' '.' '-' '!' 'true' 'false' 'null' NUM_FLOAT NUM_INT NUM_UINT STRING BYTES IDENTIFIER`.split(
    ' ',
  );
const OPENERS = ['[', '[?', '{', '(', '.', '-', '!'];

/** Whether an expression can begin with it. */
export function canStart(token: Token): boolean {
  switch (token.kind) {
    case 'end':
      return false;
    case 'punct':
      return OPENERS.includes(token.text);
    case 'name':
      return token.text !== 'in';
    default:
      return true;
  }
}

/** The tokens that may stand where an expression may, and `others`. */
export function startersAnd(...others: readonly string[]): string {
  return listed([...STARTERS, ...others.map(quoted)]);
}

/** `{'}', ','}`; one token stands alone. */
export function oneOf(...texts: readonly string[]): string {
  const [only] = texts;
  return texts.length === 1 && only !== undefined ? quoted(only) : listed(texts.map(quoted));
}

function listed(names: readonly string[]): string {
  return `{${ORDER.filter((name) => names.includes(name)).join(', ')}}`;
}

function quoted(text: string): string {
  return text === '<EOF>' ? text : `'${text}'`;
}

/** The token as the expression has it. */
export function shown(token: Token): string {
  return token.kind === 'end' ? '<EOF>' : token.raw;
}
