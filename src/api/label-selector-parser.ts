import { type Result, err, ok } from '../base/result.ts';
import { FieldPath, errorText, invalid } from './field-error.ts';
import { isQualifiedName } from './names.ts';

// Models the Lexer and Parser of k8s.io/apimachinery/pkg/labels selector.go of 1.36.

/** As upstream's selection.Operator. */
export type SelectionOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';

export interface Requirement {
  readonly key: string;
  readonly operator: SelectionOperator;
  readonly values: readonly string[];
}

type TokenKind =
  | 'end'
  | 'word'
  | 'error'
  | ')'
  | ','
  | '!'
  | '=='
  | '='
  | '>'
  | 'in'
  | '<'
  | '!='
  | 'notin'
  | '(';

interface Token {
  readonly kind: TokenKind;
  readonly literal: string;
}

const SYMBOLS: ReadonlySet<string> = new Set([')', ',', '!', '==', '=', '>', '<', '!=', '(']);
const SYMBOL_CHARACTERS = '=!(),><';
const EXPECTED_OPERATORS = 'in, notin, =, ==, !=, gt, lt';

function isSpace(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\r' || char === '\n';
}

/** The longest run of symbol characters that begins with a known symbol; the rest is read again. */
function scanSymbol(text: string, start: number): { readonly token: Token; readonly end: number } {
  let best: string | undefined;
  let end = start;
  let buffer = '';
  while (end < text.length && SYMBOL_CHARACTERS.includes(text[end] ?? '')) {
    buffer += text[end];
    if (SYMBOLS.has(buffer)) best = buffer;
    else if (best !== undefined) break;
    end += 1;
  }
  if (best === undefined) {
    return { token: { kind: 'error', literal: `error expected: keyword found '${buffer}'` }, end };
  }
  return { token: { kind: best as TokenKind, literal: best }, end };
}

function scan(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (isSpace(char)) {
      at += 1;
    } else if (SYMBOL_CHARACTERS.includes(char)) {
      const { token, end } = scanSymbol(text, at);
      tokens.push(token);
      at = end;
    } else {
      let end = at;
      while (end < text.length && !isSpace(text[end] ?? '') && !SYMBOL_CHARACTERS.includes(text[end] ?? ''))
        end += 1;
      const word = text.slice(at, end);
      tokens.push({ kind: word === 'in' || word === 'notin' ? word : 'word', literal: word });
      at = end;
    }
  }
  tokens.push({ kind: 'end', literal: '' });
  return tokens;
}

const OPERATORS: Readonly<Partial<Record<TokenKind, SelectionOperator>>> = {
  in: 'in',
  '=': '=',
  '==': '==',
  '>': 'gt',
  '<': 'lt',
  notin: 'notin',
  '!=': '!=',
};

const END: Token = { kind: 'end', literal: '' };

class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;

  constructor(text: string) {
    this.tokens = scan(text);
  }

  /** Where values may stand, `in` and `notin` are words. */
  peek(): Token {
    const token = this.tokens[this.at] ?? END;
    return token.kind === 'in' || token.kind === 'notin' ? { kind: 'word', literal: token.literal } : token;
  }

  take(): Token {
    const token = this.peek();
    this.at += 1;
    return token;
  }

  private takeOperator(): Token {
    const token = this.tokens[this.at] ?? END;
    this.at += 1;
    return token;
  }

  requirement(): Result<Requirement, string> {
    let token = this.take();
    const negated = token.kind === '!';
    if (negated) token = this.take();
    if (token.kind !== 'word') return err(`found '${token.literal}', expected: identifier`);
    const key = token.literal;
    const messages = isQualifiedName(key);
    if (messages.length > 0) return err(errorText(invalid(new FieldPath(''), key, messages.join('; '))));
    const next = this.peek().kind;
    if (negated) return ok({ key, operator: '!', values: [] });
    if (next === 'end' || next === ',') return ok({ key, operator: 'exists', values: [] });
    const sign = this.takeOperator();
    const operator = OPERATORS[sign.kind];
    if (operator === undefined) return err(`found '${sign.literal}', expected: ${EXPECTED_OPERATORS}`);
    const values = operator === 'in' || operator === 'notin' ? this.values() : this.exactValue();
    return values.ok ? ok({ key, operator, values: [...new Set(values.value)].sort() }) : values;
  }

  private exactValue(): Result<readonly string[], string> {
    const next = this.peek().kind;
    if (next === 'end' || next === ',') return ok(['']);
    const token = this.take();
    return token.kind === 'word'
      ? ok([token.literal])
      : err(`found '${token.literal}', expected: identifier`);
  }

  private values(): Result<readonly string[], string> {
    const open = this.take();
    if (open.kind !== '(') return err(`found '${open.literal}' expected: '('`);
    const first = this.peek();
    if (first.kind === ')') {
      this.take();
      return ok(['']);
    }
    if (first.kind !== 'word' && first.kind !== ',') {
      return err(`found '${first.literal}', expected: ',', ')' or identifier`);
    }
    const list = this.identifiers();
    if (!list.ok) return list;
    return this.take().kind === ')' ? list : err(`found '${first.literal}', expected: ')'`);
  }

  private identifiers(): Result<readonly string[], string> {
    const found: string[] = [];
    for (;;) {
      const token = this.take();
      const next = this.peek();
      if (token.kind === 'word') {
        found.push(token.literal);
        if (next.kind === ')') return ok(found);
        if (next.kind !== ',') return err(`found '${next.literal}', expected: ',' or ')'`);
      } else if (token.kind === ',') {
        if (found.length === 0 || next.kind === ',' || next.kind === ')') found.push('');
        if (next.kind === ')') return ok(found);
      } else {
        return err(`found '${token.literal}', expected: ',', or identifier`);
      }
    }
  }
}

/** Reads requirements in the order written. `check` returns what is wrong with one, or undefined. */
export function parseSelectorTokens(
  text: string,
  check: (requirement: Requirement) => string | undefined,
): Result<readonly Requirement[], string> {
  const parser = new Parser(text);
  const requirements: Requirement[] = [];
  for (;;) {
    const first = parser.peek();
    if (first.kind === 'end') return ok(requirements);
    if (first.kind !== 'word' && first.kind !== '!') {
      return err(`found '${first.literal}', expected: !, identifier, or 'end of string'`);
    }
    const requirement = parser.requirement();
    const problem = requirement.ok ? check(requirement.value) : requirement.error;
    if (!requirement.ok || problem !== undefined) return err(`unable to parse requirement: ${problem ?? ''}`);
    requirements.push(requirement.value);
    const after = parser.take();
    if (after.kind === 'end') return ok(requirements);
    if (after.kind !== ',') return err(`found '${after.literal}', expected: ',' or 'end of string'`);
    const next = parser.peek();
    if (next.kind !== 'word' && next.kind !== '!') {
      return err(`found '${next.literal}', expected: identifier after ','`);
    }
  }
}
