import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import type { FileStat } from '../vfs/stat.ts';
import { type Accounts, accounts } from './accounts.ts';
import { badOption, fail, options, out } from './io.ts';
import { modeText } from './ls.ts';
import { formatTime } from './time.ts';

/** `-c` formats of stat(1). */
export function* stat(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'c:fLt');
  if (bad !== undefined) return yield* badOption(sys, 'stat', bad);
  const known = yield* accounts(sys);
  let status = 0;
  for (const path of rest) {
    const found = sys.stat(path, { followLinks: flags.has('L') });
    if (!found.ok) {
      status = yield* fail(sys, `stat: can't stat '${path}': ${ERRNO_TEXT[found.error]}`);
      continue;
    }
    const format = flags.get('c');
    yield* out(
      sys,
      `${format === undefined ? fullStat(path, found.value, known) : formatStat(format, path, found.value, known)}\n`,
    );
  }
  return status;
}

const KINDS: Readonly<Record<FileStat['kind'], string>> = {
  file: 'regular file',
  directory: 'directory',
  symlink: 'symbolic link',
  device: 'character special file',
};

function formatStat(format: string, path: string, found: FileStat, known: Accounts): string {
  const fields: Readonly<Record<string, string>> = {
    n: path,
    N: found.target === undefined ? `'${path}'` : `'${path}' -> '${found.target}'`,
    a: (found.mode & 0o7777).toString(8),
    A: modeText(found),
    f: found.mode.toString(16),
    u: String(found.uid),
    g: String(found.gid),
    U: known.user(found.uid) ?? 'UNKNOWN',
    G: known.group(found.gid) ?? 'UNKNOWN',
    s: String(found.sizeBytes),
    F: found.kind === 'file' && found.sizeBytes === 0 ? 'regular empty file' : KINDS[found.kind],
    i: String(found.inode),
    h: String(found.links),
    b: String(Math.ceil(found.sizeBytes / 512)),
    B: '512',
    o: '4096',
    Y: String(Math.floor(found.modifiedUs / 1e6)),
    X: String(Math.floor(found.modifiedUs / 1e6)),
    Z: String(Math.floor(found.modifiedUs / 1e6)),
    y: formatTime(found.modifiedUs, '%Y-%m-%d %H:%M:%S.%N +0000'),
    z: formatTime(found.modifiedUs, '%Y-%m-%d %H:%M:%S.%N +0000'),
    '%': '%',
  };
  return format.replace(/%([a-zA-Z%])/g, (whole, letter: string) => fields[letter] ?? whole);
}

function fullStat(path: string, found: FileStat, known: Accounts): string {
  const when = formatTime(found.modifiedUs, '%Y-%m-%d %H:%M:%S.%N +0000');
  const owner = (id: number, name: string | undefined): string =>
    `(${String(id).padStart(5)}/${(name ?? 'UNKNOWN').padStart(8)})`;
  return [
    `  File: ${path}${found.target === undefined ? '' : ` -> ${found.target}`}`,
    `  Size: ${String(found.sizeBytes).padEnd(10)}\tBlocks: ${String(Math.ceil(found.sizeBytes / 512)).padEnd(10)} IO Block: 4096   ${KINDS[found.kind]}`,
    `Device: 0h/0d\tInode: ${String(found.inode).padEnd(10)}  Links: ${found.links}`,
    `Access: (${(found.mode & 0o7777).toString(8).padStart(4, '0')}/${modeText(found)})  Uid: ${owner(found.uid, known.user(found.uid))}   Gid: ${owner(found.gid, known.group(found.gid))}`,
    `Access: ${when}`,
    `Modify: ${when}`,
    `Change: ${when}`,
  ].join('\n');
}

export function* readlink(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'fnmve');
  if (bad !== undefined) return yield* badOption(sys, 'readlink', bad);
  const [path = ''] = rest;
  const found = flags.has('f') ? realPath(sys, path) : sys.readlink(path);
  if (!found.ok) return 1;
  yield* out(sys, flags.has('n') ? found.value : `${found.value}\n`);
  return 0;
}

function realPath(sys: Syscalls, path: string): ReturnType<Syscalls['readlink']> {
  let at = path.startsWith('/') ? path : `${sys.cwd()}/${path}`;
  for (let links = 0; links < 40; links++) {
    const link = sys.readlink(at);
    if (!link.ok) break;
    at = link.value.startsWith('/') ? link.value : `${at.slice(0, at.lastIndexOf('/'))}/${link.value}`;
  }
  const stack: string[] = [];
  for (const part of at.split('/')) {
    if (part === '..') stack.pop();
    else if (part !== '' && part !== '.') stack.push(part);
  }
  return { ok: true, value: `/${stack.join('/')}` };
}

export function* realpath(sys: Syscalls, argv: readonly string[]): Task<number> {
  let status = 0;
  for (const path of argv.slice(1)) {
    const exists = sys.stat(path);
    if (!exists.ok) {
      status = yield* fail(sys, `realpath: ${path}: ${ERRNO_TEXT[exists.error]}`);
      continue;
    }
    const found = realPath(sys, path);
    if (found.ok) yield* out(sys, `${found.value}\n`);
  }
  return status;
}

export function* mktemp(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'dqtup:');
  if (bad !== undefined) return yield* badOption(sys, 'mktemp', bad);
  const template = rest[0] ?? `${flags.get('p') ?? '/tmp'}/tmp.XXXXXX`;
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const path = template.replace(/X{6}$/, () =>
    [1, 2, 3, 4, 5, 6].map(() => letters[sys.random().int(letters.length)]).join(''),
  );
  const made = flags.has('d')
    ? sys.mkdir(path, 0o700)
    : sys.open(path, 'write', { create: true, exclusive: true, mode: 0o600 });
  if (!made.ok) return yield* fail(sys, `mktemp: ${template}: ${ERRNO_TEXT[made.error]}`);
  if (typeof made.value === 'number') sys.close(made.value);
  yield* out(sys, `${path}\n`);
  return 0;
}
