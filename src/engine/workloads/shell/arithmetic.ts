/** Where an expression's variables live. Values are text, as in the shell. */
export interface ArithmeticScope {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}

/** The expression has no value; `message` in ash's words. */
export class ArithmeticError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

const TOKEN =
  /\s*(0[xX][0-9a-fA-F]+|\d+(?:#[0-9a-zA-Z]+)?|[A-Za-z_][A-Za-z0-9_]*|<<=|>>=|\*\*|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&^|]=|[-+*/%<>=!~&^|?:(),])/y;

/** Levels of binary operators, loosest first. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const ASSIGNING = new Set(['=', '+=', '-=', '*=', '/=', '%=', '&=', '^=', '|=', '<<=', '>>=']);
const MAX_DEPTH = 100;

/** Evaluates a shell arithmetic expression in 64-bit integers; throws ArithmeticError. Models ash's math.c. */
export function arithmetic(text: string, scope: ArithmeticScope, depth = 0): bigint {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return 0n;
  const reader = new Expression(tokens, scope, depth);
  const value = reader.comma();
  if (!reader.ended) throw new ArithmeticError('arithmetic syntax error');
  return value;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) throw new ArithmeticError('arithmetic syntax error');
    tokens.push(found[1] as string);
    at = TOKEN.lastIndex;
  }
  return tokens;
}

class Expression {
  private at = 0;
  private skipping = 0;
  private readonly tokens: readonly string[];
  private readonly scope: ArithmeticScope;
  private depth: number;

  constructor(tokens: readonly string[], scope: ArithmeticScope, depth: number) {
    this.tokens = tokens;
    this.scope = scope;
    this.depth = depth;
    if (depth > MAX_DEPTH) throw new ArithmeticError('expression recursion loop detected');
  }

  get ended(): boolean {
    return this.at >= this.tokens.length;
  }

  comma(): bigint {
    let value = this.assignment();
    while (this.tokens[this.at] === ',') {
      this.at++;
      value = this.assignment();
    }
    return value;
  }

  private assignment(): bigint {
    const name = this.tokens[this.at];
    const operator = this.tokens[this.at + 1];
    if (name === undefined || operator === undefined || !isName(name) || !ASSIGNING.has(operator))
      return this.ternary();
    this.at += 2;
    const right = this.assignment();
    const value = operator === '=' ? right : this.apply(operator.slice(0, -1), this.valueOf(name), right);
    return this.store(name, value);
  }

  private store(name: string, value: bigint): bigint {
    if (this.skipping === 0) this.scope.set(name, value.toString());
    return value;
  }

  private ternary(): bigint {
    const test = this.binary(0);
    if (this.tokens[this.at] !== '?') return test;
    this.at++;
    const yes = this.guarded(test === 0n, () => this.assignment());
    if (this.tokens[this.at++] !== ':') throw new ArithmeticError('malformed ?: operator');
    const no = this.guarded(test !== 0n, () => this.assignment());
    return test === 0n ? no : yes;
  }

  private guarded(skip: boolean, read: () => bigint): bigint {
    if (skip) this.skipping++;
    const value = read();
    if (skip) this.skipping--;
    return value;
  }

  private binary(level: number): bigint {
    const operators = LEVELS[level];
    if (operators === undefined) return this.power();
    let left = this.binary(level + 1);
    for (;;) {
      const operator = this.tokens[this.at];
      if (operator === undefined || !operators.includes(operator)) return left;
      this.at++;
      if (operator === '&&' || operator === '||') {
        const decided = (left === 0n) === (operator === '&&');
        const right = this.guarded(decided, () => this.binary(level + 1));
        left = operator === '&&' ? truth(left !== 0n && right !== 0n) : truth(left !== 0n || right !== 0n);
      } else left = this.apply(operator, left, this.binary(level + 1));
    }
  }

  private power(): bigint {
    const base = this.unary();
    if (this.tokens[this.at] !== '**') return base;
    this.at++;
    const exponent = this.power();
    if (exponent < 0n) throw new ArithmeticError('exponent less than 0');
    let value = 1n;
    for (let i = 0n; i < exponent && i < 64n; i++) value = BigInt.asIntN(64, value * base);
    return value;
  }

  private unary(): bigint {
    if (++this.depth > MAX_DEPTH) throw new ArithmeticError('expression recursion loop detected');
    const token = this.tokens[this.at];
    const value = this.unaryOf(token);
    this.depth--;
    return value;
  }

  private unaryOf(token: string | undefined): bigint {
    if (token === undefined) throw new ArithmeticError('arithmetic syntax error');
    if (token === '++' || token === '--') {
      const name = this.tokens[this.at + 1];
      if (name === undefined || !isName(name)) throw new ArithmeticError('arithmetic syntax error');
      this.at += 2;
      return this.store(name, this.valueOf(name) + (token === '++' ? 1n : -1n));
    }
    if ('+-!~'.includes(token)) {
      this.at++;
      const value = this.unary();
      return token === '-'
        ? BigInt.asIntN(64, -value)
        : token === '!'
          ? truth(value === 0n)
          : token === '~'
            ? ~value
            : value;
    }
    if (token === '(') {
      this.at++;
      const value = this.comma();
      if (this.tokens[this.at++] !== ')') throw new ArithmeticError('arithmetic syntax error');
      return value;
    }
    return this.operand(token);
  }

  private operand(token: string): bigint {
    this.at++;
    if (/^\d/.test(token)) return numberOf(token);
    if (!isName(token)) throw new ArithmeticError('arithmetic syntax error');
    const value = this.valueOf(token);
    const after = this.tokens[this.at];
    if (after === '++' || after === '--') {
      this.at++;
      this.store(token, value + (after === '++' ? 1n : -1n));
    }
    return value;
  }

  private valueOf(name: string): bigint {
    const text = this.scope.get(name)?.trim() ?? '';
    if (text === '') return 0n;
    if (/^[-+]?\d+$/.test(text) && !/^[-+]?0\d/.test(text))
      return BigInt.asIntN(64, BigInt(text.replace(/^\+/, '')));
    return arithmetic(text, this.scope, this.depth + 1);
  }

  private apply(operator: string, left: bigint, right: bigint): bigint {
    switch (operator) {
      case '+':
        return BigInt.asIntN(64, left + right);
      case '-':
        return BigInt.asIntN(64, left - right);
      case '*':
        return BigInt.asIntN(64, left * right);
      case '/':
      case '%':
        if (right === 0n) {
          if (this.skipping > 0) return 0n;
          throw new ArithmeticError('divide by zero');
        }
        return operator === '/' ? BigInt.asIntN(64, left / right) : left % right;
      case '<<':
        return BigInt.asIntN(64, left << (right & 63n));
      case '>>':
        return left >> (right & 63n);
      case '&':
        return left & right;
      case '|':
        return left | right;
      case '^':
        return left ^ right;
      case '==':
        return truth(left === right);
      case '!=':
        return truth(left !== right);
      case '<':
        return truth(left < right);
      case '<=':
        return truth(left <= right);
      case '>':
        return truth(left > right);
      case '>=':
        return truth(left >= right);
      default:
        throw new ArithmeticError('arithmetic syntax error');
    }
  }
}

function isName(token: string): boolean {
  return /^[A-Za-z_]/.test(token);
}

function truth(value: boolean): bigint {
  return value ? 1n : 0n;
}

function numberOf(token: string): bigint {
  const hash = token.indexOf('#');
  if (hash > 0) {
    const value = Number.parseInt(token.slice(hash + 1), Number(token.slice(0, hash)));
    if (Number.isNaN(value)) throw new ArithmeticError('arithmetic syntax error');
    return BigInt(value);
  }
  if (/^0\d+$/.test(token)) {
    if (/[89]/.test(token)) throw new ArithmeticError('arithmetic syntax error');
    return BigInt(`0o${token.slice(1)}`);
  }
  return BigInt.asIntN(64, BigInt(token));
}
