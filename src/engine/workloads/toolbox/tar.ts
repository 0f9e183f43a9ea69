import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { matchesPattern } from '../shell/pattern.ts';
import { FORMATS, unpacked } from './formats.ts';
import { fail, options, out, readAll, readFile, writeAll } from './io.ts';
import { type TarEntry, packTar, unpackTar } from './tar-archive.ts';
import { formatTime } from './time.ts';

// busybox tar: create, extract and list.

/** What a command line asks for. */
interface Asked {
  readonly flags: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
  readonly strip: number;
  readonly excluded: readonly string[];
}

export function* tar(sys: Syscalls, argv: readonly string[]): Task<number> {
  const asked = read(argv);
  if (typeof asked === 'string') return yield* fail(sys, `tar: unrecognized option: ${asked}`);
  const { flags } = asked;
  if (!flags.has('c') && !flags.has('x') && !flags.has('t'))
    return yield* fail(sys, "tar: must specify one of 'c', 'x' or 't'");
  const file = flags.get('f') ?? '-';
  // The archive is where tar was started, its members are where -C leads.
  const opened =
    file === '-'
      ? ({ ok: true, value: flags.has('c') ? 1 : 0 } as const)
      : sys.open(file, flags.has('c') ? 'write' : 'read', {
          create: flags.has('c'),
          truncate: flags.has('c'),
        });
  if (!opened.ok) return yield* fail(sys, `tar: can't open '${file}': ${ERRNO_TEXT[opened.error]}`);
  const directory = flags.get('C');
  const moved = directory === undefined ? undefined : sys.chdir(directory);
  if (moved?.ok === false)
    return yield* fail(sys, `tar: can't change directory to '${directory}': ${ERRNO_TEXT[moved.error]}`);
  if (flags.has('c')) return yield* create(sys, opened.value, asked);
  const archive = yield* readAll(sys, opened.value);
  const entries = archive.ok ? unpackTar(unpacked(archive.value)) : undefined;
  if (entries === undefined)
    return yield* fail(
      sys,
      archive.ok && archive.value === '' ? 'tar: short read' : 'tar: invalid tar magic',
    );
  const wanted = entries.filter((entry) => chosen(entry, asked));
  return flags.has('t') ? yield* list(sys, wanted, asked) : yield* extract(sys, wanted, asked);
}

function read(argv: readonly string[]): Asked | string {
  // The first word may be a bundle without a dash: `tar cf - x`.
  const words = argv[1]?.startsWith('-') === false ? ['tar', `-${argv[1]}`, ...argv.slice(2)] : argv;
  const long = words.filter((word) => word.startsWith('--'));
  const value = (name: string): readonly string[] =>
    long.flatMap((word) => (word.startsWith(`--${name}=`) ? [word.slice(name.length + 3)] : []));
  const { flags, rest, bad } = options(
    words.filter((word) => !word.startsWith('--')),
    'cxtf:C:vmozjJpahkOX:T:',
  );
  if (bad !== undefined) return bad;
  return {
    flags,
    operands: rest,
    strip: Number(value('strip-components')[0] ?? 0),
    excluded: value('exclude'),
  };
}

function chosen({ name }: TarEntry, { operands, excluded }: Asked): boolean {
  const plain = name.replace(/\/$/, '');
  if (
    excluded.some(
      (pattern) => matchesPattern(pattern, plain) || matchesPattern(pattern, plain.split('/').pop() ?? ''),
    )
  )
    return false;
  return (
    operands.length === 0 ||
    operands.some(
      (operand) => plain === operand.replace(/\/$/, '') || plain.startsWith(`${operand.replace(/\/$/, '')}/`),
    )
  );
}

function* list(sys: Syscalls, entries: readonly TarEntry[], { flags }: Asked): Task<number> {
  const line = ({ name, mode, text }: TarEntry): string =>
    flags.has('v')
      ? `${modeText(mode, name.endsWith('/'))} 0/0 ${String(text.length).padStart(9)} ${formatTime(sys.unixUs(), '%Y-%m-%d %H:%M:%S')} ${name}`
      : name;
  yield* out(sys, entries.map((entry) => `${line(entry)}\n`).join(''));
  return 0;
}

function modeText(mode: number, directory: boolean): string {
  const letters = Array.from('rwxrwxrwx', (letter, at) => ((mode >> (8 - at)) & 1 ? letter : '-'));
  return (directory ? 'd' : '-') + letters.join('');
}

function* extract(sys: Syscalls, entries: readonly TarEntry[], { flags, strip }: Asked): Task<number> {
  for (const { name: whole, mode, text } of entries) {
    const kept = whole
      .split('/')
      .filter((part) => part !== '')
      .slice(strip);
    if (kept.length === 0) continue;
    const directory = whole.endsWith('/');
    const name = kept.join('/');
    if (flags.has('v')) yield* out(sys, `${name}${directory ? '/' : ''}\n`);
    if (flags.has('O')) {
      yield* out(sys, text);
      continue;
    }
    const folders = directory ? kept : kept.slice(0, -1);
    for (let at = 1; at <= folders.length; at++) sys.mkdir(folders.slice(0, at).join('/'), 0o755);
    if (directory) continue;
    const opened = sys.open(name, 'write', { create: true, truncate: true, mode });
    if (!opened.ok) return yield* fail(sys, `tar: can't open '${name}': ${ERRNO_TEXT[opened.error]}`);
    yield* writeAll(sys, opened.value, text);
    sys.close(opened.value);
  }
  return 0;
}

function* create(sys: Syscalls, fd: number, asked: Asked): Task<number> {
  const { flags, operands, excluded } = asked;
  if (operands.length === 0) return yield* fail(sys, 'tar: empty archive');
  const entries: TarEntry[] = [];
  let status = 0;
  for (const operand of operands) {
    if (operand.startsWith('/')) yield* writeAll(sys, 2, "tar: removing leading '/' from member names\n");
    if (!(yield* collect(sys, operand, entries))) status = 1;
  }
  const kept = entries.filter((entry) => chosen(entry, { ...asked, operands: [], excluded }));
  if (flags.has('v')) yield* writeAll(sys, fd === 1 ? 2 : 1, kept.map(({ name }) => `${name}\n`).join(''));
  const format = flags.has('z') ? 'gzip' : flags.has('j') ? 'bzip2' : flags.has('J') ? 'xz' : undefined;
  yield* writeAll(sys, fd, (format === undefined ? '' : FORMATS[format].magic) + packTar(kept));
  return status === 0 ? 0 : yield* fail(sys, 'tar: error exit delayed from previous errors');
}

function* collect(sys: Syscalls, path: string, into: TarEntry[]): Task<boolean> {
  const stat = sys.stat(path);
  if (!stat.ok) {
    yield* writeAll(sys, 2, `tar: ${path}: ${ERRNO_TEXT[stat.error]}\n`);
    return false;
  }
  const name = path.replace(/^\/+/, '');
  if (stat.value.kind !== 'directory') {
    const text = yield* readFile(sys, path);
    if (text.ok) into.push({ name, mode: stat.value.mode & 0o777, text: text.value });
    return text.ok;
  }
  into.push({ name: `${name.replace(/\/+$/, '')}/`, mode: stat.value.mode & 0o777, text: '' });
  let good = true;
  const names = sys.readdir(path);
  if (names.ok)
    for (const child of names.value)
      good = (yield* collect(sys, `${path.replace(/\/+$/, '')}/${child}`, into)) && good;
  return good;
}
