import type { Task } from '../../kernel/task.ts';
import type { Syscalls } from '../program.ts';
import { fail, out } from '../toolbox/io.ts';

/**
 * The few lines of Python that manuals write into Jobs: print, sleep, exit, and choices by environment variables.
 * Undefined when a line is anything else: then nothing of the script is run.
 */
export function pythonScript(sys: Syscalls, text: string): (() => Task<number>) | undefined {
  const lines = text
    .split(/\n|;/)
    .map((line) => line.replace(/(^|\s)#.*$/, '').trimEnd())
    .filter((line) => line.trim() !== '' && !/^\s*(?:import|from)\s/.test(line))
    .map((line) => ({ indent: line.length - line.trimStart().length, words: line.trim() }));
  return lines.every(({ words }) => STATEMENT.test(words) && known(sys, words))
    ? () => run(sys, lines)
    : undefined;
}

interface Line {
  readonly indent: number;
  readonly words: string;
}

const VALUE = String.raw`(?:int\()?os\.(?:environ\.get|getenv)\(["']\w+["'](?:, *["']?\w*["']?)?\)\)?(?: *% *\d+)?|["'][^"']*["']|-?\d+(?:\.\d+)?`;
const TEST = new RegExp(`^(${VALUE}) *(==|!=|<=|>=|<|>|in) *(${VALUE})$`);
const STATEMENT = /^(?:(?:if|elif) .*:|else:|pass|print\(.*\)|(?:sys\.)?exit\(.*\)|(?:time\.)?sleep\(.*\))$/;

function known(sys: Syscalls, words: string): boolean {
  const [, test] = /^(?:el)?if (.*):$/.exec(words) ?? [];
  if (test !== undefined) return TEST.test(test);
  const [, argument = ''] = /^[\w.]+\((.*)\)$/.exec(words) ?? [];
  return argument === '' || valueOf(sys, argument) !== undefined;
}

function* run(sys: Syscalls, lines: readonly Line[]): Task<number> {
  /** By indent, whether a branch of the choice there has been taken. */
  const taken = new Map<number, boolean>();
  let skipped = Number.POSITIVE_INFINITY;
  for (const { indent, words } of lines) {
    if (indent > skipped) continue;
    skipped = Number.POSITIVE_INFINITY;
    const choice = /^(if|elif|else)\b(.*):$/.exec(words);
    if (choice !== null) {
      const open = choice[1] === 'if' || taken.get(indent) === false;
      const holds = open && (choice[1] === 'else' || holdsTrue(sys, choice[2]?.trim() ?? ''));
      taken.set(indent, holds || (choice[1] !== 'if' && taken.get(indent) === true));
      if (!holds) skipped = indent;
      continue;
    }
    const [, name = '', argument = ''] = /^([\w.]+)\((.*)\)$/.exec(words) ?? [];
    const value = argument === '' ? '' : (valueOf(sys, argument) ?? '');
    if (name === 'print') yield* out(sys, `${value}\n`);
    else if (name.endsWith('sleep')) {
      const until = sys.now() + Number(value) * 1_000_000;
      while (sys.now() < until) yield* sys.sleep(until - sys.now());
    } else if (name.endsWith('exit')) {
      if (argument === '' || typeof value === 'number') return Number(value) & 0xff;
      return yield* fail(sys, value);
    }
  }
  return 0;
}

function holdsTrue(sys: Syscalls, test: string): boolean {
  const [, left = '', operator, right = ''] = TEST.exec(test) ?? [];
  const [a, b] = [valueOf(sys, left) ?? '', valueOf(sys, right) ?? ''];
  switch (operator) {
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case 'in':
      return String(b).includes(String(a));
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    default:
      return a >= b;
  }
}

/** A literal, or an environment variable, as a number where it is made one. */
function valueOf(sys: Syscalls, text: string): string | number | undefined {
  const literal = /^(["'])([^"']*)\1$/.exec(text);
  if (literal !== null) return literal[2]?.replaceAll('\\n', '\n');
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const found =
    /^(int\()?os\.(?:environ\.get|getenv)\(["'](\w+)["'](?:, *["']?(\w*)["']?)?\)\)?(?: *% *(\d+))?$/.exec(
      text,
    );
  if (found === null) return undefined;
  const held = sys.env.get(found[2] ?? '') ?? found[3] ?? 'None';
  if (found[1] === undefined) return held;
  return found[4] === undefined ? Number(held) : Number(held) % Number(found[4]);
}
