import type { Task } from '../../../kernel/task.ts';
import { options, out, readAll } from '../../toolbox/io.ts';
import { type ShellCore, statusOfSignal } from '../port.ts';

/** Reads one line, character by character so that nothing after it is taken. */
export function* readBuiltin(shell: ShellCore, fields: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(fields, '+rp:n:t:d:su:');
  if (bad !== undefined) {
    yield* shell.complain(`read: illegal option -${bad}`);
    return 2;
  }
  const prompt = flags.get('p');
  if (prompt !== undefined && shell.sys.isTerminal(0)) yield* out(shell.sys, prompt);
  const raw = flags.has('r');
  const limit = Number(flags.get('n') ?? Number.POSITIVE_INFINITY);
  const end = flags.get('d')?.[0] ?? '\n';
  const line = yield* readLine(shell, { raw, limit, end });
  if (line.status > 128) return line.status;
  assign(shell, rest.length === 0 ? ['REPLY'] : rest, line.text);
  return line.status;
}

/** bash's mapfile and readarray: all lines of the input as an array. */
export function* mapfile(shell: ShellCore, fields: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(fields, '+td:n:s:');
  if (bad !== undefined) {
    yield* shell.complain(`${fields[0] ?? ''}: -${bad}: invalid option`);
    return 2;
  }
  const skip = Number(flags.get('s') ?? 0);
  const most = Number(flags.get('n') ?? 0);
  const lines = most > 0 ? yield* firstLines(shell, skip + most) : yield* allLines(shell);
  const wanted = lines.slice(skip);
  const kept = flags.has('t') ? wanted.map((line) => line.replace(/\n$/, '')) : wanted;
  shell.state.arrays.set(rest[0] ?? 'MAPFILE', kept);
  return 0;
}

function* allLines(shell: ShellCore): Task<readonly string[]> {
  const input = yield* readAll(shell.sys, 0);
  return (input.ok ? input.value : '').match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** No more is read than is wanted: the input may have no end. */
function* firstLines(shell: ShellCore, count: number): Task<readonly string[]> {
  const lines: string[] = [];
  while (lines.length < count) {
    const { text, status } = yield* readLine(shell, {
      raw: true,
      limit: Number.POSITIVE_INFINITY,
      end: '\n',
    });
    if (status === 0) lines.push(`${text}\n`);
    else return text === '' ? lines : [...lines, text];
  }
  return lines;
}

/** The line with escaped characters marked by a leading NUL, and 0, or 1 at the end of the input. */
function* readLine(
  shell: ShellCore,
  how: { readonly raw: boolean; readonly limit: number; readonly end: string },
): Task<{ readonly text: string; readonly status: number }> {
  let text = '';
  for (let count = 0; count < how.limit; count++) {
    yield* shell.step();
    const char = yield* shell.sys.read(0, 1);
    if (char === 'interrupted') {
      const signal = shell.pendingSignal();
      if (signal !== undefined) return { text, status: statusOfSignal(signal) };
      continue;
    }
    if (!char.ok || char.value === '') return { text, status: 1 };
    if (char.value === how.end) return { text, status: 0 };
    if (char.value !== '\\' || how.raw) {
      text += char.value;
      continue;
    }
    const next = yield* shell.sys.read(0, 1);
    if (next !== 'interrupted' && next.ok && next.value !== '\n') text += `\0${next.value}`;
  }
  return { text, status: 0 };
}

function assign(shell: ShellCore, names: readonly string[], line: string): void {
  const ifs = shell.state.value('IFS') ?? ' \t\n';
  const blank = (char: string | undefined): boolean =>
    char !== undefined && ' \t\n'.includes(char) && ifs.includes(char);
  let at = 0;
  const plain = (text: string): string => text.replace(/\0/g, '');
  while (blank(line[at])) at++;
  for (const [index, name] of names.entries()) {
    if (index === names.length - 1) {
      let end = line.length;
      while (end > at && blank(line[end - 1]) && line[end - 2] !== '\0') end--;
      shell.state.assign(name, plain(line.slice(at, end)));
      return;
    }
    let end = at;
    while (end < line.length && !(ifs.includes(line[end] as string) && line[end - 1] !== '\0')) end++;
    shell.state.assign(name, plain(line.slice(at, end)));
    at = end;
    while (blank(line[at])) at++;
    if (at < line.length && ifs.includes(line[at] as string) && !blank(line[at])) at++;
    while (blank(line[at])) at++;
  }
}
