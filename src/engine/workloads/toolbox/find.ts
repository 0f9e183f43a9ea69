import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { matchesPattern } from '../shell/pattern.ts';
import type { FileStat } from '../vfs/stat.ts';
import { walkTree } from './files.ts';
import { fail, out } from './io.ts';
import { runCommand } from './processes.ts';

interface Found {
  readonly path: string;
  readonly stat: FileStat;
}

type Action = (found: Found) => Task<boolean>;

const LETTERS: Readonly<Record<string, string>> = { directory: 'd', symlink: 'l', file: 'f', device: 'c' };
const SIZES: Readonly<Record<string, number>> = { c: 1, w: 2, b: 512, k: 1024, M: 1024 ** 2, G: 1024 ** 3 };

class FindError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** Compares as `+N`, `-N` and `N` ask. */
function within(value: number, asked: string): boolean {
  const wanted = Number(asked.replace(/^[-+]|[a-zA-Z]$/g, ''));
  return asked.startsWith('+') ? value > wanted : asked.startsWith('-') ? value < wanted : value === wanted;
}

/** Reads tests and actions: `!`, brackets and -o with their precedence. Models busybox findutils/find.c. */
class FindParser {
  acts = false;
  maxDepth = Number.POSITIVE_INFINITY;
  minDepth = 0;
  private readonly sys: Syscalls;
  private readonly words: string[];

  constructor(sys: Syscalls, words: readonly string[]) {
    this.sys = sys;
    this.words = [...words];
  }

  get ended(): boolean {
    return this.words.length === 0;
  }

  or(): Action {
    const left = this.and();
    if (this.words[0] !== '-o' && this.words[0] !== '-or') return left;
    this.words.shift();
    const right = this.or();
    return function* (found) {
      return (yield* left(found)) || (yield* right(found));
    };
  }

  private and(): Action {
    const all: Action[] = [];
    while (this.words.length > 0 && !['-o', '-or', ')'].includes(this.words[0] as string)) {
      if (this.words[0] === '-a' || this.words[0] === '-and') this.words.shift();
      else all.push(this.primary());
    }
    return function* (found) {
      for (const one of all) if (!(yield* one(found))) return false;
      return true;
    };
  }

  private primary(): Action {
    const word = this.words.shift() as string;
    if (word === '!' || word === '-not') {
      const inner = this.primary();
      return function* (found) {
        return !(yield* inner(found));
      };
    }
    if (word === '(') {
      const inner = this.or();
      if (this.words.shift() !== ')') throw new FindError("unmatched '('");
      return inner;
    }
    return this.action(word) ?? this.test(word);
  }

  private action(word: string): Action | undefined {
    const { sys } = this;
    switch (word) {
      case '-print':
      case '-print0':
        this.acts = true;
        return function* ({ path }) {
          yield* out(sys, word === '-print' ? `${path}\n` : `${path}\0`);
          return true;
        };
      case '-delete':
        this.acts = true;
        return function* ({ path, stat }) {
          const gone = stat.kind === 'directory' ? sys.rmdir(path) : sys.unlink(path);
          if (!gone.ok) yield* fail(sys, `find: ${path}: ${ERRNO_TEXT[gone.error]}`);
          return gone.ok;
        };
      case '-exec': {
        this.acts = true;
        const end = this.words.findIndex((one) => one === ';' || one === '+');
        if (end < 0) throw new FindError('-exec requires an argument');
        const command = this.words.splice(0, end + 1).slice(0, -1);
        return function* ({ path }) {
          const argv = command.map((one) => one.replaceAll('{}', path));
          const status = yield* runCommand(sys, argv, { name: 'find' });
          return (typeof status === 'number' ? status : status.code) === 0;
        };
      }
      default:
        return undefined;
    }
  }

  private test(word: string): Action {
    const decide = this.decision(word);
    return function* (found) {
      return decide(found);
    };
  }

  private decision(word: string): (found: Found) => boolean {
    if (word === '-empty')
      return ({ path, stat }) => {
        const names = stat.kind === 'directory' ? this.sys.readdir(path) : undefined;
        return names === undefined
          ? stat.kind === 'file' && stat.sizeBytes === 0
          : names.ok && names.value.length === 0;
      };
    if (word === '-xdev' || word === '-depth' || word === '-follow') return () => true;
    const value = this.words.shift();
    if (value === undefined) throw new FindError(`${word} requires an argument`);
    const pattern = word.startsWith('-i') ? value.toLowerCase() : value;
    const shown = (text: string): string => (word.startsWith('-i') ? text.toLowerCase() : text);
    switch (word) {
      case '-name':
      case '-iname':
        return ({ path }) => matchesPattern(pattern, shown(path.split('/').pop() ?? ''));
      case '-path':
      case '-ipath':
        return ({ path }) => matchesPattern(pattern, shown(path));
      case '-type':
        return ({ stat }) => value.split(',').includes(LETTERS[stat.kind] ?? '');
      case '-size': {
        const unit = SIZES[value.slice(-1)] ?? 512;
        return ({ stat }) => within(Math.ceil(stat.sizeBytes / unit), value);
      }
      case '-mtime':
      case '-mmin':
        return ({ stat }) =>
          within(
            Math.floor((this.sys.unixUs() - stat.modifiedUs) / 1e6 / (word === '-mmin' ? 60 : 86_400)),
            value,
          );
      case '-newer': {
        const than = this.sys.stat(value);
        return ({ stat }) => than.ok && stat.modifiedUs > than.value.modifiedUs;
      }
      case '-maxdepth':
        this.maxDepth = Number(value);
        return () => true;
      case '-mindepth':
        this.minDepth = Number(value);
        return () => true;
      default:
        throw new FindError(`unrecognized: ${word}`);
    }
  }
}

export function* find(sys: Syscalls, argv: readonly string[]): Task<number> {
  const args = argv.slice(1);
  const first = args.findIndex((arg) => arg.startsWith('-') || arg === '!' || arg === '(');
  const paths = first < 0 ? args : args.slice(0, first);
  const parser = new FindParser(sys, first < 0 ? [] : args.slice(first));
  let status = 0;
  try {
    const test = parser.or();
    if (!parser.ended) throw new FindError('syntax error');
    for (const path of paths.length === 0 ? ['.'] : paths) {
      const found: Found[] = [];
      yield* walkTree(sys, path, true, function* (each, stat) {
        if (typeof stat === 'string') status = yield* fail(sys, `find: ${each}: ${ERRNO_TEXT[stat]}`);
        else found.push({ path: each, stat });
      });
      // Folders come after what is in them when they are to be deleted.
      if (args.includes('-delete')) found.reverse();
      for (const one of found) {
        const level = one.path === path ? 0 : one.path.slice(path.length).split('/').filter(Boolean).length;
        if (level > parser.maxDepth || level < parser.minDepth) continue;
        if ((yield* test(one)) && !parser.acts) yield* out(sys, `${one.path}\n`);
      }
    }
  } catch (error) {
    if (!(error instanceof FindError)) throw error;
    return yield* fail(sys, `find: ${error.message}`);
  }
  return status;
}
