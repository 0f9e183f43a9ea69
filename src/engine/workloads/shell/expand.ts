import type { Task } from '../../kernel/task.ts';
import type { Syscalls } from '../program.ts';
import { accounts } from '../toolbox/accounts.ts';
import { ArithmeticError, arithmetic } from './arithmetic.ts';
import type { Command, ParameterOp, Word, WordPart } from './ast.ts';
import { globPaths } from './glob.ts';
import { escapePattern, hasPattern, matchWork, unescapePattern } from './pattern.ts';
import type { ShellState } from './state.ts';
import { replacePattern, withoutPrefix, withoutSuffix } from './trim.ts';

/** An expansion that ends the command (a non-interactive shell ends with it). `message` without the shell's prefix. */
export class ExpansionError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** What expansion needs of the shell around it. */
export interface ExpansionHost {
  readonly sys: Syscalls;
  readonly state: ShellState;
  /** Runs a command substitution and answers its output. */
  substitute(body: Command): Task<string>;
  /** Runs a command beside the one that is given the path answered here: of a pipe from it, or to it (`reads`). */
  handOver(body: Command, reads: boolean): Task<string>;
  /** Pays for work on so long a text. */
  handle(chars: number): Task;
}

/** Text on its way to a field; 'break' separates the fields of "$@". */
type Piece = { readonly text: string; readonly quoted: boolean; readonly split: boolean } | 'break';

const MAX_TEXT = 4_000_000;
const MAX_FIELDS = 1_000_000;

/** Turns words into fields. Models POSIX 2.6 and ash's expand.c. */
export class Expander {
  private readonly host: ExpansionHost;

  constructor(host: ExpansionHost) {
    this.host = host;
  }

  /** All expansions, with splitting and pathnames. */
  *fields(words: readonly Word[]): Task<string[]> {
    const found: string[] = [];
    for (const word of words) {
      const only = word[0];
      if (word.length === 1 && only?.kind === 'text' && (only.quoted || !hasPattern(only.text))) {
        found.push(only.text);
        continue;
      }
      const pieces = yield* this.pieces(word);
      for (const piece of pieces) if (piece !== 'break') yield* this.host.handle(4 * piece.text.length);
      yield* this.host.handle(20 * pieces.length);
      if (found.length + pieces.length > MAX_FIELDS) throw new ExpansionError('out of memory');
      for (const field of splitFields(pieces, this.host.state.value('IFS') ?? ' \t\n')) {
        const paths =
          this.host.state.options.noglob || !hasPattern(field)
            ? undefined
            : yield* globPaths(this.host.sys, field);
        if (paths === undefined || paths.length === 0) found.push(unescapePattern(field));
        else for (const path of paths) found.push(path);
      }
    }
    return found;
  }

  /** No splitting: assignments, here-documents, targets of redirections. */
  *text(word: Word): Task<string> {
    const only = word[0];
    if (word.length === 1 && only?.kind === 'text') return only.text;
    let text = '';
    for (const piece of yield* this.pieces(word)) text += piece === 'break' ? ' ' : piece.text;
    if (text.length > MAX_TEXT) throw new ExpansionError('out of memory');
    yield* this.host.handle(text.length);
    return text;
  }

  /** As `text`, with quoted characters escaped: patterns of case and of `${x#…}`. */
  *pattern(word: Word): Task<string> {
    let text = '';
    for (const piece of yield* this.pieces(word)) text += piece === 'break' ? ' ' : escaped(piece);
    return text;
  }

  *arithmetic(word: Word): Task<bigint> {
    return this.evaluate(yield* this.text(word));
  }

  /** The value of a parameter; undefined when unset. */
  value(name: string): string | undefined {
    const { state, sys } = this.host;
    switch (name) {
      case '?':
        return String(state.status);
      case '$':
        return String(state.mainPid);
      case '!':
        return state.lastBackground === undefined ? undefined : String(state.lastBackground);
      case '#':
        return String(state.positional.length);
      case '-':
        return flags(state);
      case '@':
      case '*':
        return state.positional.length === 0 ? undefined : state.positional.join(this.separator());
      case '0':
        return state.name;
      case 'RANDOM':
        return String(sys.random().int(32_768));
      case 'SECONDS':
        return String(Math.floor((sys.unixUs() - state.startedUs) / 1_000_000));
      case 'PPID':
        return String(sys.ppid);
      default:
        return /^\d/.test(name) ? state.positional[Number(name) - 1] : state.value(name);
    }
  }

  private separator(): string {
    const ifs = this.host.state.value('IFS');
    return ifs === undefined ? ' ' : (ifs[0] ?? '');
  }

  private *pieces(word: Word): Task<Piece[]> {
    const pieces: Piece[] = [];
    for (const part of word) yield* this.piece(part, pieces);
    return pieces;
  }

  private *piece(part: WordPart, into: Piece[]): Task {
    switch (part.kind) {
      case 'text':
        into.push({ text: part.text, quoted: part.quoted, split: false });
        return;
      case 'tilde':
        into.push({ text: yield* this.home(part.user), quoted: true, split: false });
        return;
      case 'length': {
        if (part.index !== undefined) {
          const list = yield* this.elements(part.name, part.index);
          const all = isAll(yield* this.text(part.index));
          into.push({
            text: String(all ? list.length : (list[0] ?? '').length),
            quoted: part.quoted,
            split: false,
          });
          return;
        }
        const value =
          part.name === '@' || part.name === '*'
            ? String(this.host.state.positional.length)
            : String(this.required(part.name).length);
        into.push({ text: value, quoted: part.quoted, split: !part.quoted });
        return;
      }
      case 'command': {
        const output = yield* this.host.substitute(part.body);
        into.push({ text: output.replace(/\n+$/, ''), quoted: part.quoted, split: !part.quoted });
        return;
      }
      case 'process':
        into.push({ text: yield* this.host.handOver(part.body, part.reads), quoted: true, split: false });
        return;
      case 'arithmetic': {
        const value = yield* this.arithmetic(part.expression);
        into.push({ text: value.toString(), quoted: part.quoted, split: !part.quoted });
        return;
      }
      case 'parameter':
        yield* this.parameter(part, into);
    }
  }

  private *parameter(part: Extract<WordPart, { kind: 'parameter' }>, into: Piece[]): Task {
    const { name, op, quoted } = part;
    if (part.index !== undefined) {
      const list = yield* this.elements(name, part.index);
      if (op === undefined || list.length > 0)
        return yield* this.listed({ ...part, index: undefined }, list, into);
    }
    if (op === undefined) {
      if (name === '@' || name === '*') return this.allPositional(name, quoted, into);
      into.push({ text: this.required(name), quoted, split: !quoted });
      return;
    }
    const argument = part.argument ?? [];
    if (
      op === ':-' ||
      op === '-' ||
      op === ':=' ||
      op === '=' ||
      op === ':?' ||
      op === '?' ||
      op === ':+' ||
      op === '+'
    ) {
      const value = this.value(name);
      const missing = value === undefined || (op.startsWith(':') && value === '');
      if (op.endsWith('+')) {
        if (!missing) yield* this.inner(argument, quoted, into);
        else if (quoted) into.push({ text: '', quoted, split: false });
      } else if (!missing) {
        if (name === '@' || name === '*') this.allPositional(name, quoted, into);
        else into.push({ text: value, quoted, split: !quoted });
      } else if (op.endsWith('-')) yield* this.inner(argument, quoted, into);
      else yield* this.assignOrFail(name, op, { argument, quoted }, into);
      return;
    }
    const value = this.required(name);
    into.push({ text: yield* this.trimmed(value, op, argument), quoted, split: !quoted });
  }

  /** The elements that an index means: all, or one if it is there. */
  private *elements(name: string, index: Word): Task<readonly string[]> {
    const list = this.host.state.arrays.get(name) ?? [this.value(name) ?? []].flat();
    const text = yield* this.text(index);
    if (isAll(text)) return list;
    const at = Number(this.evaluate(text));
    return [list[at < 0 ? list.length + at : at] ?? []].flat();
  }

  /** Elements of an array, each changed as the operator says. */
  private *listed(
    part: Extract<WordPart, { kind: 'parameter' }>,
    list: readonly string[],
    into: Piece[],
  ): Task {
    const { op, quoted, argument = [] } = part;
    for (const [index, text] of list.entries()) {
      if (index > 0) into.push('break');
      if (op?.endsWith('+') === true) return yield* this.inner(argument, quoted, into);
      const kept = op === undefined || /[-=?]$/.test(op);
      into.push({ text: kept ? text : yield* this.trimmed(text, op, argument), quoted, split: !quoted });
    }
  }

  /** The word of `${x:-word}`: its own quotes count. */
  private *inner(argument: Word, quoted: boolean, into: Piece[]): Task {
    if (argument.length === 0 && quoted) into.push({ text: '', quoted, split: false });
    for (const piece of yield* this.pieces(argument)) {
      if (piece === 'break') into.push(piece);
      else into.push({ text: piece.text, quoted: piece.quoted || quoted, split: !(piece.quoted || quoted) });
    }
  }

  private *assignOrFail(
    name: string,
    op: ParameterOp,
    word: { readonly argument: Word; readonly quoted: boolean },
    into: Piece[],
  ): Task {
    const text = yield* this.text(word.argument);
    if (op.endsWith('?'))
      throw new ExpansionError(
        `${name}: ${text === '' ? `parameter not set${op === ':?' ? ' or null' : ''}` : text}`,
      );
    if (!this.host.state.assign(name, text)) throw new ExpansionError(`${name}: is read only`);
    into.push({ text, quoted: word.quoted, split: !word.quoted });
  }

  private *trimmed(value: string, op: ParameterOp, argument: Word): Task<string> {
    if (this.host.state.dialect === 'dash' && /^[:/]/.test(op)) throw new ExpansionError('bad substitution');
    if (op === ':') return this.slice(value, yield* this.text(argument));
    if (op === ',,') return value.toLowerCase();
    if (op === '^^') return value.toUpperCase();
    const [wanted, instead] = op.startsWith('/') ? atSlash(argument) : [argument, []];
    const pattern = yield* this.pattern(wanted);
    yield* this.host.handle((op.startsWith('/') ? 40 : 8) * matchWork(pattern, value));
    switch (op) {
      case '#':
      case '##':
        return withoutPrefix(value, pattern, op === '##');
      case '%':
      case '%%':
        return withoutSuffix(value, pattern, op === '%%');
      default:
        return replacePattern(value, pattern, yield* this.text(instead), op === '//');
    }
  }

  private slice(value: string, spec: string): string {
    const colon = spec.indexOf(':');
    const offset = Number(this.evaluate(colon < 0 ? spec : spec.slice(0, colon)));
    const start = offset < 0 ? Math.max(0, value.length + offset) : offset;
    if (colon < 0) return value.slice(start);
    const length = Number(this.evaluate(spec.slice(colon + 1)));
    return length < 0 ? value.slice(start, value.length + length) : value.slice(start, start + length);
  }

  private evaluate(text: string): bigint {
    const { state } = this.host;
    try {
      return arithmetic(text, {
        get: (name) => this.value(name),
        set: (name, value) => {
          if (!state.assign(name, value)) throw new ArithmeticError(`${name}: is read only`);
        },
      });
    } catch (error) {
      if (error instanceof ArithmeticError) throw new ExpansionError(error.message);
      throw error;
    }
  }

  private allPositional(name: '@' | '*', quoted: boolean, into: Piece[]): void {
    const { positional } = this.host.state;
    if (quoted && name === '*') {
      into.push({ text: positional.join(this.separator()), quoted, split: false });
      return;
    }
    for (const [index, text] of positional.entries()) {
      if (index > 0) into.push('break');
      into.push({ text, quoted, split: !quoted });
    }
  }

  private required(name: string): string {
    const value = this.value(name);
    if (value !== undefined) return value;
    if (this.host.state.options.nounset && name !== '@' && name !== '*')
      throw new ExpansionError(`${name}: parameter not set`);
    return '';
  }

  private *home(user: string): Task<string> {
    if (user === '') return this.host.state.value('HOME') ?? '~';
    const known = yield* accounts(this.host.sys);
    return known.home(known.uid(user) ?? -1) ?? `~${user}`;
  }
}

/** The pattern of `${x/pattern/text}`, and its text: they part at the first slash that is written as one. */
function atSlash(argument: Word): readonly [Word, Word] {
  for (const [index, part] of argument.entries()) {
    const slash = part.kind === 'text' && !part.quoted ? part.text.indexOf('/') : -1;
    if (part.kind !== 'text' || slash < 0) continue;
    return [
      [...argument.slice(0, index), { ...part, text: part.text.slice(0, slash) }],
      [{ ...part, text: part.text.slice(slash + 1) }, ...argument.slice(index + 1)],
    ];
  }
  return [argument, []];
}

function isAll(index: string): boolean {
  return index === '@' || index === '*';
}

function flags(state: ShellState): string {
  const { options } = state;
  return `${options.allexport ? 'a' : ''}${options.errexit ? 'e' : ''}${options.noglob ? 'f' : ''}${options.nounset ? 'u' : ''}${options.xtrace ? 'x' : ''}`;
}

function escaped(piece: Exclude<Piece, 'break'>): string {
  return piece.quoted ? escapePattern(piece.text) : piece.text.replace(/\\/g, '\\\\');
}

/** Field splitting: fields come out with literal characters escaped, ready for pathname expansion. */
function splitFields(pieces: readonly Piece[], ifs: string): string[] {
  const fields: string[] = [];
  let current: string | undefined;
  let afterSpace = false;
  const finish = (): void => {
    if (current !== undefined) fields.push(current);
    current = undefined;
  };
  for (const piece of pieces) {
    if (piece === 'break') {
      finish();
      afterSpace = false;
      continue;
    }
    if (!piece.split) {
      if (piece.text !== '' || piece.quoted) current = (current ?? '') + escaped(piece);
      afterSpace = false;
      continue;
    }
    for (const char of piece.text) {
      if (!ifs.includes(char)) {
        current = (current ?? '') + (char === '\\' ? '\\\\' : char);
        afterSpace = false;
      } else if (' \t\n'.includes(char)) {
        if (current !== undefined) afterSpace = true;
        finish();
      } else {
        // A delimiter that is no blank ends a field even when that is empty.
        if (current === undefined && !afterSpace) fields.push('');
        finish();
        afterSpace = false;
      }
    }
  }
  finish();
  return fields;
}
