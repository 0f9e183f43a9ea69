import type { Json } from '../../../base/json.ts';
import { isObject } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Program, Syscalls } from '../../../engine/workloads/program.ts';
import { fail, out, readFile } from '../../../engine/workloads/toolbox/io.ts';
import { type Filter, JqError, JqSyntaxError } from './ast.ts';
import { Evaluator } from './evaluate.ts';
import { truth } from './results.ts';
import { undefinedIn } from './check.ts';
import { parseFilter } from './parse.ts';
import { type Documents, documents } from './documents.ts';

interface Options {
  raw: boolean;
  compact: boolean;
  slurp: boolean;
  rawInput: boolean;
  nothing: boolean;
  sorted: boolean;
  joined: boolean;
  exitStatus: boolean;
  indent: string;
  readonly variables: Map<string, Json>;
  readonly words: string[];
}

const USAGE = `Usage:\tjq [OPTIONS] FILTER [FILES...]\n`;

/** jq. Models jq 1.7's command line and a good part of its language; its README line says what is left out. */
export const jq: Program = function* (sys: Syscalls): Task<number> {
  const options = optionsOf(sys.argv.slice(1));
  if (typeof options === 'string') return yield* fail(sys, options, 2);
  const [source = '.', ...files] = options.words;
  options.variables.set('ENV', Object.fromEntries(sys.env));
  let filter: Filter;
  try {
    filter = parseFilter(source);
    const missing = undefinedIn(filter, new Set(options.variables.keys()));
    if (missing !== undefined) throw new JqSyntaxError(missing);
  } catch (error) {
    if (!(error instanceof JqSyntaxError)) throw error;
    const hint = error.message.startsWith('syntax error') ? ' (Unix shell quoting issues?)' : '';
    return yield* fail(
      sys,
      `jq: error: ${error.message}${hint} at <top-level>, line 1:\n${source}\njq: 1 compile error`,
      3,
    );
  }
  let text = '';
  for (const file of files.length === 0 ? ['-'] : files) {
    if (options.nothing && files.length === 0) break;
    const read = yield* readFile(sys, file);
    if (!read.ok)
      return yield* fail(sys, `jq: error: Could not open file ${file}: No such file or directory`, 2);
    text += read.value;
  }
  return yield* run(sys, filter, inputsOf(text, options), options);
};

function inputsOf(text: string, { nothing, slurp, rawInput }: Options): Documents {
  if (nothing) return { values: [null] };
  if (rawInput) {
    if (slurp) return { values: [text] };
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    return { values: lines };
  }
  const read = documents(text);
  return slurp ? { ...read, values: read.problem === undefined ? [read.values] : [] } : read;
}

/** Characters that are gathered before they are written. */
const WRITES = 65_536;

function* run(sys: Syscalls, filter: Filter, { values, problem }: Documents, options: Options): Task<number> {
  let status = 0;
  let last: Json | undefined;
  for (const value of values) {
    let text = '';
    try {
      for (const result of new Evaluator().values(filter, value, options.variables)) {
        text += written(result, options);
        last = result;
        if (text.length < WRITES) continue;
        if (!(yield* out(sys, text))) return 2;
        text = '';
      }
    } catch (error) {
      if (!(error instanceof JqError)) throw error;
      yield* out(sys, text);
      text = '';
      status = yield* fail(sys, `jq: error (at <stdin>:0)${message(error)}`, 5);
    }
    if (!(yield* out(sys, text))) return 2;
  }
  if (problem !== undefined) return yield* fail(sys, `jq: error (at <stdin>:0): ${problem}`, 2);
  if (status !== 0 || !options.exitStatus) return status;
  return last === undefined ? 4 : truth(last) ? 0 : 1;
}

function message({ value }: JqError): string {
  return typeof value === 'string' ? `: ${value}` : ` (not a string): ${JSON.stringify(value)}`;
}

function written(value: Json, { raw, compact, sorted, joined, indent }: Options): string {
  const end = joined ? '' : '\n';
  if (raw && typeof value === 'string') return value + end;
  const shown = sorted ? inOrder(value) : value;
  return (compact ? JSON.stringify(shown) : JSON.stringify(shown, undefined, indent)) + end;
}

function inOrder(value: Json): Json {
  if (Array.isArray(value)) return (value as Json[]).map(inOrder);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, inOrder(value[key] as Json)]),
  );
}

const LONG: Readonly<Record<string, string>> = {
  'raw-output': 'r',
  'compact-output': 'c',
  slurp: 's',
  'raw-input': 'R',
  'null-input': 'n',
  'sort-keys': 'S',
  'join-output': 'j',
  'exit-status': 'e',
  'monochrome-output': 'M',
  'color-output': 'C',
  tab: 't',
};

/** The options, or what is wrong with them. */
function optionsOf(argv: readonly string[]): Options | string {
  const options: Options = {
    raw: false,
    compact: false,
    slurp: false,
    rawInput: false,
    nothing: false,
    sorted: false,
    joined: false,
    exitStatus: false,
    indent: '  ',
    variables: new Map(),
    words: [],
  };
  const named: Record<string, Json> = {};
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const long = word.startsWith('--') ? word.slice(2) : undefined;
    if (long === 'arg' || long === 'argjson') {
      const [name, value] = [rest.shift(), rest.shift()];
      if (name === undefined || value === undefined)
        return `jq: error: --${long} takes two parameters (e.g. --${long} varname value)\n${USAGE}`;
      const read = long === 'arg' ? { values: [value] } : documents(value);
      if (read.values.length !== 1) return `jq: Invalid JSON text passed to --argjson\n${USAGE}`;
      options.variables.set(name, (named[name] = read.values[0] as Json));
    } else if (long === 'indent') options.indent = ' '.repeat(Number(rest.shift() ?? 2));
    else if (long !== undefined || /^-[a-zA-Z]+$/.test(word)) {
      const letters = long === undefined ? word.slice(1) : LONG[long];
      for (const letter of letters ?? '?')
        if (!set(options, letter)) return `Unknown option: ${word}\n${USAGE}`;
    } else options.words.push(word);
  }
  options.variables.set('__prog_args', options.words);
  options.variables.set('__named', named);
  return options;
}

function set(options: Options, letter: string): boolean {
  switch (letter) {
    case 'r':
      options.raw = true;
      return true;
    case 'j':
      options.raw = options.joined = true;
      return true;
    case 'c':
      return (options.compact = true);
    case 's':
      return (options.slurp = true);
    case 'R':
      return (options.rawInput = true);
    case 'n':
      return (options.nothing = true);
    case 'S':
      return (options.sorted = true);
    case 'e':
      return (options.exitStatus = true);
    case 't':
      options.indent = '\t';
      return true;
    default:
      return letter === 'M' || letter === 'C';
  }
}
