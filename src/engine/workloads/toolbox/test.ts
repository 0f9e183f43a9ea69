import type { Task } from '../../kernel/task.ts';
import type { Syscalls } from '../program.ts';
import { matchesPattern } from '../shell/pattern.ts';
import { fail } from './io.ts';
import { compileRegex } from './regex.ts';

class TestError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** `test` and `[`. Models busybox coreutils/test.c: precedence of `!`, `-a`, `-o` and brackets; errors end with 2. */
export function* testApplet(sys: Syscalls, argv: readonly string[]): Task<number> {
  const name = argv[0] ?? 'test';
  const closing = name.endsWith('[[') ? ']]' : name.endsWith('[') ? ']' : undefined;
  const args = [...argv.slice(1)];
  if (closing !== undefined && args.pop() !== closing) return yield* fail(sys, `sh: missing ${closing}`, 2);
  if (args.length === 0) return 1;
  try {
    const parser = new TestParser(sys, args, closing === ']]');
    const value = parser.or();
    parser.end();
    return value ? 0 : 1;
  } catch (error) {
    if (!(error instanceof TestError)) throw error;
    return yield* fail(sys, `sh: ${error.message}`, 2);
  }
}

const BINARY = new Set([
  '=',
  '==',
  '!=',
  '<',
  '>',
  '-eq',
  '-ne',
  '-gt',
  '-ge',
  '-lt',
  '-le',
  '-nt',
  '-ot',
  '-ef',
  '=~',
]);
const UNARY = new Set([
  '-e',
  '-f',
  '-d',
  '-r',
  '-w',
  '-x',
  '-s',
  '-L',
  '-h',
  '-z',
  '-n',
  '-p',
  '-S',
  '-b',
  '-c',
  '-t',
  '-u',
  '-g',
  '-k',
  '-O',
  '-G',
]);

class TestParser {
  private at = 0;
  private readonly sys: Syscalls;
  private readonly args: readonly string[];

  private readonly patterns: boolean;

  constructor(sys: Syscalls, args: readonly string[], patterns: boolean) {
    this.sys = sys;
    this.args = args;
    this.patterns = patterns;
  }

  end(): void {
    const left = this.args[this.at];
    if (left !== undefined) throw new TestError(`${left}: unknown operand`);
  }

  or(): boolean {
    let value = this.and();
    while (this.args[this.at] === '-o' || this.args[this.at] === '||') {
      this.at++;
      const right = this.and();
      value = value || right;
    }
    return value;
  }

  private and(): boolean {
    let value = this.not();
    while (this.args[this.at] === '-a' || this.args[this.at] === '&&') {
      this.at++;
      const right = this.not();
      value = value && right;
    }
    return value;
  }

  private not(): boolean {
    const rest = this.args.length - this.at;
    if (
      this.args[this.at] === '!' &&
      rest > 1 &&
      !(rest === 3 && BINARY.has(this.args[this.at + 1] as string))
    ) {
      this.at++;
      return !this.not();
    }
    return this.primary();
  }

  private primary(): boolean {
    const first = this.args[this.at];
    if (first === undefined) throw new TestError('argument expected');
    const second = this.args[this.at + 1];
    if (second !== undefined && BINARY.has(second) && this.at + 2 < this.args.length) {
      this.at += 3;
      return this.binary(first, second, this.args[this.at - 1] as string);
    }
    if (first === '(' && this.args.length - this.at > 1) {
      this.at++;
      const value = this.or();
      if (this.args[this.at++] !== ')') throw new TestError('closing paren expected');
      return value;
    }
    this.at++;
    if (UNARY.has(first) && second !== undefined && second !== '-a' && second !== '-o') {
      this.at++;
      return this.unary(first, second);
    }
    return first !== '';
  }

  private binary(left: string, operator: string, right: string): boolean {
    switch (operator) {
      case '=':
      case '==':
      case '!=':
        return (this.patterns ? matchesPattern(right, left) : left === right) === (operator !== '!=');
      case '=~':
        return compileRegex(right, { extended: true }).test(left);
      case '<':
        return left < right;
      case '>':
        return left > right;
      case '-nt':
      case '-ot': {
        const one = this.modified(left);
        const two = this.modified(right);
        return operator === '-nt' ? one > two : one < two;
      }
      case '-ef': {
        const one = this.sys.stat(left);
        const two = this.sys.stat(right);
        return (
          one.ok && two.ok && one.value.inode === two.value.inode && one.value.device === two.value.device
        );
      }
      default:
        return compare(operator, integer(left), integer(right));
    }
  }

  private modified(path: string): number {
    const stat = this.sys.stat(path);
    return stat.ok ? stat.value.modifiedUs : 0;
  }

  private unary(operator: string, operand: string): boolean {
    if (operator === '-z') return operand === '';
    if (operator === '-n') return operand !== '';
    if (operator === '-t') return this.sys.isTerminal(Number(operand));
    const link = operator === '-L' || operator === '-h';
    const stat = this.sys.stat(operand, { followLinks: !link });
    if (!stat.ok) return false;
    switch (operator) {
      case '-e':
        return true;
      case '-f':
        return stat.value.kind === 'file';
      case '-d':
        return stat.value.kind === 'directory';
      case '-L':
      case '-h':
        return stat.value.kind === 'symlink';
      case '-s':
        return stat.value.sizeBytes > 0;
      case '-c':
        return stat.value.kind === 'device';
      case '-r':
        return this.sys.access(operand, 'read').ok;
      case '-w':
        return this.sys.access(operand, 'write').ok;
      case '-x':
        return this.sys.access(operand, 'execute').ok;
      case '-O':
        return stat.value.uid === this.sys.uid;
      case '-G':
        return stat.value.gid === this.sys.gid;
      case '-u':
        return (stat.value.mode & 0o4000) !== 0;
      case '-g':
        return (stat.value.mode & 0o2000) !== 0;
      case '-k':
        return (stat.value.mode & 0o1000) !== 0;
      default:
        return false;
    }
  }
}

function integer(text: string): bigint {
  const trimmed = text.trim();
  if (!/^[-+]?\d+$/.test(trimmed)) throw new TestError(`${text}: bad number`);
  return BigInt(trimmed.replace(/^\+/, ''));
}

function compare(operator: string, left: bigint, right: bigint): boolean {
  switch (operator) {
    case '-eq':
      return left === right;
    case '-ne':
      return left !== right;
    case '-gt':
      return left > right;
    case '-ge':
      return left >= right;
    case '-lt':
      return left < right;
    case '-le':
      return left <= right;
    default:
      return false;
  }
}
