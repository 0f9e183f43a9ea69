/** Something is wrong with the program, or with what it does; the message as busybox words it. */
export class AwkError extends Error {}

export interface Token {
  readonly type: 'number' | 'string' | 'regex' | 'name' | 'call' | 'op' | 'newline' | 'end';
  readonly text: string;
  readonly line: number;
}

const OPERATOR =
  /^(?:\*\*=|\+\+|--|&&|\|\||>>|\+=|-=|\*=|\/=|%=|\^=|\*\*|==|<=|>=|!=|!~|[-+*/%^!<>|~?:=,;(){}[\]$])/;
const NUMBER = /^(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  '"': '"',
  '/': '/',
};

/** What the escapes of a string stand for; one that nobody knows stays. */
export function unescapeAwk(text: string): string {
  return text.replace(
    /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|([\s\S]))/g,
    (whole, octal?: string, hex?: string, char?: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      return char === '\n' ? '' : (ESCAPES[char ?? ''] ?? whole);
    },
  );
}

/** Whether an operand ends with the token: a slash after it divides. */
function endsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return token.type === 'op'
    ? [')', ']', '$', '++', '--'].includes(token.text)
    : ['number', 'string', 'regex', 'name'].includes(token.type);
}

export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let at = 0;
  const add = (type: Token['type'], text: string, width: number): void => {
    tokens.push({ type, text, line });
    at += width;
  };
  while (at < source.length) {
    const rest = source.slice(at, at + 4_096);
    const blank = /^(?:[ \t\r]+|\\\r?\n|#[^\n]*)/.exec(rest)?.[0];
    if (blank !== undefined) {
      if (blank.startsWith('\\')) line++;
      at += blank.length;
      continue;
    }
    if (rest.startsWith('\n')) {
      add('newline', '\n', 1);
      line++;
      continue;
    }
    const number = NUMBER.exec(rest)?.[0];
    if (number !== undefined) {
      add('number', number, number.length);
      continue;
    }
    const name = /^[A-Za-z_]\w*/.exec(rest)?.[0];
    if (name !== undefined) {
      add(rest[name.length] === '(' ? 'call' : 'name', name, name.length);
      continue;
    }
    const quoted = rest[0] === '"' ? closing(source, at, '"') : undefined;
    if (quoted !== undefined) {
      add('string', unescapeAwk(source.slice(at + 1, quoted)), quoted + 1 - at);
      continue;
    }
    if (rest[0] === '/' && !endsOperand(tokens.at(-1))) {
      const end = closing(source, at, '/');
      if (end === undefined) throw new AwkError(`cmd. line:${line}: Unexpected end of string`);
      add('regex', source.slice(at + 1, end).replaceAll('\\/', '/'), end + 1 - at);
      continue;
    }
    const operator = OPERATOR.exec(rest)?.[0];
    if (operator === undefined)
      throw new AwkError(
        `cmd. line:${line}: ${rest[0] === '"' ? 'Unexpected end of string' : 'Unexpected token'}`,
      );
    add('op', operator, operator.length);
  }
  tokens.push({ type: 'newline', text: '\n', line }, { type: 'end', text: '', line });
  return tokens;
}

/** Where the text that begins at `from` is closed; in a bracket expression a slash closes nothing. */
function closing(source: string, from: number, mark: '"' | '/'): number | undefined {
  let bracket = -1;
  for (let at = from + 1; at < source.length; at++) {
    const char = source[at];
    if (char === '\\') at++;
    else if (char === '\n') return undefined;
    else if (mark === '/' && char === '[' && bracket < 0) bracket = at;
    else if (char === ']' && bracket >= 0 && at > bracket + 1 && source.slice(bracket, at) !== '[^')
      bracket = -1;
    else if (char === mark && bracket < 0) return at;
  }
  return undefined;
}
