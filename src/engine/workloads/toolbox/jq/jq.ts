import type { Task } from '../../../kernel/task.ts';
import { ERRNO_TEXT } from '../../errno.ts';
import type { Syscalls } from '../../program.ts';
import { fail, linesOf, out, readFile } from '../io.ts';
import { RegexError } from '../regex.ts';
import { evaluate } from './evaluate.ts';
import { type Filter, JqError, parseJq } from './parser.ts';

interface Asked {
  readonly filter: string;
  readonly files: readonly string[];
  readonly letters: string;
  readonly variables: ReadonlyMap<string, unknown>;
}

const LONG: Readonly<Record<string, string>> = {
  '--raw-output': 'r',
  '--compact-output': 'c',
  '--exit-status': 'e',
  '--slurp': 's',
  '--null-input': 'n',
  '--raw-input': 'R',
  '--sort-keys': 'S',
  '--join-output': 'j',
  '--tab': 't',
  '--monochrome-output': 'M',
  '--color-output': 'C',
};

/** jq 1.7: filters over JSON, without modules, streaming and the rarer functions. */
export function* jq(sys: Syscalls, argv: readonly string[]): Task<number> {
  const asked = command(sys, argv.slice(1));
  if (typeof asked === 'string') return yield* fail(sys, asked, 2);
  let filter: Filter;
  try {
    filter = parseJq(asked.filter);
  } catch (error) {
    if (!(error instanceof JqError)) throw error;
    return yield* fail(
      sys,
      `jq: error: ${error.message} (Unix shell quoting issues?) at <top-level>, line 1:\n${asked.filter}\njq: 1 compile error`,
      3,
    );
  }
  const inputs = yield* read(sys, asked);
  let status = inputs.status;
  let last: unknown;
  for (const input of inputs.values) {
    try {
      const scope = { variables: asked.variables, steps: { count: 0 }, nowSeconds: () => sys.unixUs() / 1e6 };
      const results = evaluate(filter, input, scope);
      yield* sys.cpu(1 + Math.ceil(scope.steps.count / 10));
      for (const result of results) {
        last = result;
        yield* out(sys, printed(result, asked.letters));
      }
    } catch (error) {
      if (!(error instanceof JqError || error instanceof RegexError)) throw error;
      status = yield* fail(sys, `jq: error (at <stdin>:${inputs.lines}): ${error.message}`, 5);
    }
  }
  if (inputs.problem !== undefined) return yield* fail(sys, inputs.problem, 2);
  if (!asked.letters.includes('e') || status !== 0) return status;
  return last === undefined ? 4 : last === false || last === null ? 1 : 0;
}

function command(sys: Syscalls, words: readonly string[]): Asked | string {
  let letters = '';
  const operands: string[] = [];
  const variables = new Map<string, unknown>([['$ENV', Object.fromEntries(sys.env)]]);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--arg' || word === '--argjson') {
      const [name = '', value = ''] = [words[++at], words[++at]];
      const json = word === '--arg' ? value : parse(value);
      if (json === undefined) return `jq: invalid JSON text passed to --argjson`;
      variables.set(`$${name}`, json);
    } else if (word === '--indent') at++;
    else if (word === '--version' || word === '-V') return 'jq-1.7.1';
    else if (word.startsWith('--')) {
      const letter = LONG[word];
      if (letter === undefined) return `jq: Unknown option ${word}`;
      letters += letter;
    } else if (/^-[a-zA-Z]+$/.test(word)) letters += word.slice(1);
    else operands.push(word);
  }
  const [filter, ...files] = operands;
  if (filter === undefined)
    return 'jq - commandline JSON processor [version 1.7.1]\n\nUsage:\tjq [OPTIONS] FILTER [FILES...]';
  return { filter, files, letters, variables };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function* read(
  sys: Syscalls,
  { files, letters }: Asked,
): Task<{
  readonly values: readonly unknown[];
  readonly lines: number;
  readonly status: number;
  readonly problem?: string;
}> {
  if (letters.includes('n')) return { values: [null], lines: 0, status: 0 };
  let text = '';
  let status = 0;
  for (const path of files.length === 0 ? ['-'] : files) {
    const got = yield* readFile(sys, path);
    if (got.ok) text += got.value;
    else status = yield* fail(sys, `jq: error: Could not open ${path}: ${ERRNO_TEXT[got.error]}`, 2);
  }
  const lines = linesOf(text).length;
  if (letters.includes('R')) {
    const values = letters.includes('s') ? [text] : linesOf(text);
    return { values, lines, status };
  }
  const { values, rest } = documents(text);
  const problem = rest
    ? `jq: parse error: Invalid numeric literal at line ${lines}, column ${text.length}`
    : undefined;
  return {
    values: letters.includes('s') ? [values] : values,
    lines,
    status,
    ...(problem === undefined ? {} : { problem }),
  };
}

/** The JSON texts that stand behind each other. */
function documents(text: string): { readonly values: unknown[]; readonly rest: boolean } {
  const whole = text.trim() === '' ? [] : [parse(text)];
  if (whole[0] !== undefined || whole.length === 0) return { values: whole, rest: false };
  const values: unknown[] = [];
  let depth = 0;
  let start = 0;
  let quoted = false;
  for (let at = 0; at <= text.length; at++) {
    const char = text[at] ?? '\n';
    if (quoted) {
      if (char === '\\') at++;
      else if (char === '"') quoted = false;
      continue;
    }
    if (char === '"') quoted = true;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    if (depth > 0 || !/[\s}\]]/.test(char)) continue;
    const piece = text.slice(start, at + 1).trim();
    start = at + 1;
    if (piece === '') continue;
    const value = parse(piece);
    if (value === undefined) return { values, rest: true };
    values.push(value);
  }
  return { values, rest: depth !== 0 || quoted };
}

function printed(value: unknown, letters: string): string {
  const raw = letters.includes('r') || letters.includes('j');
  const end = letters.includes('j') ? '' : '\n';
  if (raw && typeof value === 'string') return value + end;
  const sorted = letters.includes('S') ? ordered(value) : value;
  return (
    JSON.stringify(
      sorted ?? null,
      undefined,
      letters.includes('c') ? undefined : letters.includes('t') ? '\t' : 2,
    ) + end
  );
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map(ordered);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, ordered(item)]));
}
