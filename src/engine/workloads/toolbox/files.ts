import { compareText } from '../../../base/compare.ts';
import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT, type Errno } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import type { FileStat } from '../vfs/port.ts';
import { type Accounts, accounts } from './accounts.ts';
import { badOption, fail, openError, options, out, writeAll } from './io.ts';
import { formatTime } from './time.ts';

const HALF_YEAR_US = 182 * 86_400 * 1_000_000;

/** `-rw-r--r--` */
export function modeText(stat: FileStat): string {
  const kind =
    stat.kind === 'directory' ? 'd' : stat.kind === 'symlink' ? 'l' : stat.kind === 'device' ? 'c' : '-';
  let text = kind;
  for (let shift = 6; shift >= 0; shift -= 3) {
    const bits = stat.mode >> shift;
    const special = (stat.mode & (shift === 6 ? 0o4000 : shift === 3 ? 0o2000 : 0o1000)) !== 0;
    const run = (bits & 1) !== 0;
    const letter = shift === 0 ? (run ? 't' : 'T') : run ? 's' : 'S';
    text += `${(bits & 4) !== 0 ? 'r' : '-'}${(bits & 2) !== 0 ? 'w' : '-'}${special ? letter : run ? 'x' : '-'}`;
  }
  return text;
}

export function humanSize(bytes: number): string {
  if (bytes < 1024) return String(bytes);
  let value = bytes;
  let unit = -1;
  while (value >= 1024 && unit < 4) {
    value /= 1024;
    unit++;
  }
  return `${value.toFixed(1)}${'KMGTP'[unit]}`;
}

/** Models busybox coreutils/ls.c for output that is no terminal: one name a line. */
export function* ls(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, '1AaCdFhHiklLnopqrRSstucvxwI:T:g');
  if (bad !== undefined) return yield* badOption(sys, 'ls', bad);
  const names =
    flags.has('l') || flags.has('n') || flags.has('o') || flags.has('g') ? yield* accounts(sys) : undefined;
  let status = 0;
  const files: Entry[] = [];
  const directories: Entry[] = [];
  for (const path of rest.length === 0 ? ['.'] : rest) {
    const stat = sys.stat(path, { followLinks: (!flags.has('l') && !flags.has('d')) || flags.has('L') });
    const shown = stat.ok ? stat : sys.stat(path, { followLinks: false });
    if (!shown.ok) status = yield* fail(sys, `ls: ${path}: ${ERRNO_TEXT[shown.error]}`);
    else if (shown.value.kind === 'directory' && !flags.has('d'))
      directories.push({ name: path, path, stat: shown.value });
    else files.push({ name: path, path, stat: shown.value });
  }
  const listing: Listing = { flags, names, now: sys.unixUs() };
  yield* out(sys, render(sorted(files, flags), listing, false));
  let first = files.length === 0;
  const headings = rest.length > 1 || flags.has('R');
  const queue = sorted(directories, flags);
  while (queue.length > 0) {
    const directory = queue.shift() as Entry;
    const entries = readEntries(sys, directory.path, flags);
    if (typeof entries === 'string') {
      status = yield* fail(sys, `ls: can't open '${directory.path}': ${ERRNO_TEXT[entries]}`);
      continue;
    }
    if (headings) yield* out(sys, `${first ? '' : '\n'}${directory.path}:\n`);
    first = false;
    yield* out(sys, render(entries, listing, true));
    if (flags.has('R'))
      queue.unshift(
        ...entries.filter(({ name, stat }) => stat.kind === 'directory' && name !== '.' && name !== '..'),
      );
  }
  return status;
}

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly stat: FileStat;
}

interface Listing {
  readonly flags: ReadonlyMap<string, string>;
  readonly names: Accounts | undefined;
  readonly now: number;
}

function readEntries(sys: Syscalls, path: string, flags: ReadonlyMap<string, string>): Entry[] | Errno {
  const names = sys.readdir(path);
  if (!names.ok) return names.error;
  const hidden = flags.has('a') || flags.has('A');
  const entries: Entry[] = [];
  for (const name of [...(flags.has('a') ? ['.', '..'] : []), ...names.value]) {
    if (name.startsWith('.') && !hidden) continue;
    const full = path === '/' ? `/${name}` : `${path}/${name}`;
    const stat = sys.stat(full, { followLinks: flags.has('L') });
    if (stat.ok) entries.push({ name, path: full, stat: stat.value });
  }
  return sorted(entries, flags);
}

function sorted(entries: readonly Entry[], flags: ReadonlyMap<string, string>): Entry[] {
  const list = [...entries];
  list.sort((a, b) => {
    const bySize = flags.has('S') ? b.stat.sizeBytes - a.stat.sizeBytes : 0;
    const byTime = flags.has('t') ? b.stat.modifiedUs - a.stat.modifiedUs : 0;
    return bySize || byTime || compareText(a.name, b.name);
  });
  return flags.has('r') ? list.reverse() : list;
}

function render(entries: readonly Entry[], listing: Listing, total: boolean): string {
  const { flags, names, now } = listing;
  const long = names !== undefined;
  const blocks = entries.reduce((sum, { stat }) => sum + Math.ceil(stat.sizeBytes / 4096) * 4, 0);
  let text = long && total ? `total ${blocks}\n` : '';
  for (const { name, stat } of entries) {
    const mark =
      flags.has('F') || flags.has('p')
        ? stat.kind === 'directory'
          ? '/'
          : flags.has('F') && stat.kind === 'symlink'
            ? '@'
            : flags.has('F') && (stat.mode & 0o111) !== 0
              ? '*'
              : ''
        : '';
    const inode = flags.has('i') ? `${String(stat.inode).padStart(7)} ` : '';
    if (!long) {
      text += `${inode}${name}${mark}\n`;
      continue;
    }
    const user = flags.has('n') ? String(stat.uid) : (names.user(stat.uid) ?? String(stat.uid));
    const group = flags.has('n') ? String(stat.gid) : (names.group(stat.gid) ?? String(stat.gid));
    const size = flags.has('h') ? humanSize(stat.sizeBytes) : String(stat.sizeBytes);
    const recent = Math.abs(now - stat.modifiedUs) < HALF_YEAR_US;
    const when = formatTime(stat.modifiedUs, recent ? '%b %e %H:%M' : '%b %e  %Y');
    const link = stat.kind === 'symlink' ? ` -> ${stat.target ?? ''}` : '';
    text += `${inode}${modeText(stat)} ${String(stat.links).padStart(4)} ${user.padEnd(8)} ${group.padEnd(8)} ${size.padStart(9)} ${when} ${name}${mark}${link}\n`;
  }
  return text;
}

export function* touch(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'cd:hr:t:am');
  if (bad !== undefined) return yield* badOption(sys, 'touch', bad);
  if (rest.length === 0) return yield* fail(sys, 'touch: missing file operand');
  let status = 0;
  for (const path of rest) {
    const changed = sys.utime(path);
    if (changed.ok) continue;
    if (changed.error === 'ENOENT') {
      if (flags.has('c')) continue;
      const made = sys.open(path, 'write', { create: true });
      if (made.ok) sys.close(made.value);
      else status = yield* fail(sys, `touch: ${path}: ${ERRNO_TEXT[made.error]}`);
    } else status = yield* fail(sys, `touch: ${path}: ${ERRNO_TEXT[changed.error]}`);
  }
  return status;
}

export function* rm(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'fiRrv');
  if (bad !== undefined) return yield* badOption(sys, 'rm', bad);
  if (rest.length === 0) return flags.has('f') ? 0 : yield* fail(sys, 'rm: missing operand');
  const recursive = flags.has('r') || flags.has('R');
  let status = 0;
  for (const path of rest) {
    const problem = yield* removeTree(sys, path, recursive, flags.has('f'));
    if (problem !== undefined) status = yield* fail(sys, problem);
  }
  return status;
}

function* removeTree(
  sys: Syscalls,
  path: string,
  recursive: boolean,
  force: boolean,
): Task<string | undefined> {
  const stat = sys.stat(path, { followLinks: false });
  if (!stat.ok)
    return force && stat.error === 'ENOENT'
      ? undefined
      : `rm: can't remove '${path}': ${ERRNO_TEXT[stat.error]}`;
  if (stat.value.kind !== 'directory') {
    const gone = sys.unlink(path);
    return gone.ok ? undefined : `rm: can't remove '${path}': ${ERRNO_TEXT[gone.error]}`;
  }
  if (!recursive) return `rm: can't remove '${path}': Is a directory`;
  const names = sys.readdir(path);
  let problem: string | undefined;
  if (names.ok)
    for (const name of names.value)
      problem = (yield* removeTree(sys, `${path}/${name}`, true, force)) ?? problem;
  yield* sys.cpu(1);
  if (problem !== undefined) return problem;
  const gone = sys.rmdir(path);
  return gone.ok ? undefined : `rm: can't remove '${path}': ${ERRNO_TEXT[gone.error]}`;
}

export function* mkdir(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'm:pv');
  if (bad !== undefined) return yield* badOption(sys, 'mkdir', bad);
  if (rest.length === 0) return yield* fail(sys, 'mkdir: missing operand');
  const mode = flags.get('m') === undefined ? 0o777 : Number.parseInt(flags.get('m') as string, 8);
  let status = 0;
  for (const path of rest) {
    const steps = flags.has('p')
      ? path
          .split('/')
          .map((_, index, all) => all.slice(0, index + 1).join('/'))
          .filter((step) => step !== '')
      : [path];
    for (const step of steps) {
      const made = sys.mkdir(step, mode);
      if (made.ok || (flags.has('p') && made.error === 'EEXIST' && isDirectory(sys, step))) continue;
      status = yield* fail(sys, `mkdir: can't create directory '${path}': ${ERRNO_TEXT[made.error]}`);
      break;
    }
  }
  return status;
}

export function isDirectory(sys: Syscalls, path: string): boolean {
  const stat = sys.stat(path);
  return stat.ok && stat.value.kind === 'directory';
}

export function* rmdir(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { rest, bad } = options(argv, 'p');
  if (bad !== undefined) return yield* badOption(sys, 'rmdir', bad);
  let status = 0;
  for (const path of rest) {
    const gone = sys.rmdir(path);
    if (!gone.ok) status = yield* fail(sys, `rmdir: '${path}': ${ERRNO_TEXT[gone.error]}`);
  }
  return status;
}

/** The new mode from an octal or symbolic one (`u+x,go-w`, `a=r`); undefined when it is neither. */
export function parseMode(text: string, old: number, directory: boolean): number | undefined {
  if (/^[0-7]+$/.test(text)) return Number.parseInt(text, 8) & 0o7777;
  let mode = old;
  for (const clause of text.split(',')) {
    const found = /^([ugoa]*)([-+=])([rwxXst]*)$/.exec(clause);
    if (found === null) return undefined;
    const who = found[1] === '' || found[1]?.includes('a') === true ? 'ugo' : (found[1] as string);
    let bits = 0;
    for (const letter of found[3] ?? '') {
      const value =
        letter === 'r'
          ? 4
          : letter === 'w'
            ? 2
            : letter === 'x' || (letter === 'X' && (directory || (old & 0o111) !== 0))
              ? 1
              : 0;
      if (who.includes('u')) bits |= (value << 6) | (letter === 's' ? 0o4000 : 0);
      if (who.includes('g')) bits |= (value << 3) | (letter === 's' ? 0o2000 : 0);
      if (who.includes('o')) bits |= value;
      if (letter === 't') bits |= 0o1000;
    }
    const mask =
      (who.includes('u') ? 0o700 : 0) | (who.includes('g') ? 0o070 : 0) | (who.includes('o') ? 0o007 : 0);
    mode = found[2] === '+' ? mode | bits : found[2] === '-' ? mode & ~bits : (mode & ~mask) | bits;
  }
  return mode;
}

/** Runs `each` on the path and, with -R, on everything below it. */
export function* walkTree(
  sys: Syscalls,
  path: string,
  recursive: boolean,
  each: (path: string, stat: FileStat | Errno) => Task,
): Task {
  const stat = sys.stat(path, { followLinks: false });
  yield* each(path, stat.ok ? stat.value : stat.error);
  if (!recursive || !stat.ok || stat.value.kind !== 'directory') return;
  const names = sys.readdir(path);
  yield* sys.cpu(1);
  if (names.ok)
    for (const name of names.value)
      yield* walkTree(sys, path === '/' ? `/${name}` : `${path}/${name}`, true, each);
}

export function* chmod(sys: Syscalls, argv: readonly string[]): Task<number> {
  const args = argv.slice(1).filter((arg) => !/^-[Rvcf]+$/.test(arg));
  const recursive = argv.some((arg, index) => index > 0 && /^-[vcf]*R/.test(arg));
  const [spec, ...paths] = args;
  if (spec === undefined || paths.length === 0) return yield* fail(sys, 'chmod: missing operand');
  let status = 0;
  for (const path of paths) {
    const target = sys.stat(path);
    if (!target.ok) {
      status = yield* fail(sys, `chmod: ${path}: ${ERRNO_TEXT[target.error]}`);
      continue;
    }
    yield* walkTree(sys, path, recursive, function* (each, stat) {
      if (typeof stat === 'string' || (stat.kind === 'symlink' && each !== path)) return;
      const real = sys.stat(each);
      const mode = parseMode(spec, real.ok ? real.value.mode : stat.mode, stat.kind === 'directory');
      if (mode === undefined) {
        status = yield* fail(sys, `chmod: invalid mode '${spec}'`);
        return;
      }
      const changed = sys.chmod(each, mode);
      if (!changed.ok) status = yield* fail(sys, `chmod: ${each}: ${ERRNO_TEXT[changed.error]}`);
    });
  }
  return status;
}

export function* chown(sys: Syscalls, argv: readonly string[]): Task<number> {
  const name = (argv[0] ?? 'chown').split('/').pop() as string;
  const { flags, rest, bad } = options(argv, 'RhvLHPcf');
  if (bad !== undefined) return yield* badOption(sys, name, bad);
  const [owner, ...paths] = rest;
  if (owner === undefined || paths.length === 0) return yield* fail(sys, `${name}: missing operand`);
  const known = yield* accounts(sys);
  const [user = '', group = ''] = name === 'chgrp' ? ['', owner] : owner.split(/[:.]/);
  const uid = user === '' ? -1 : known.uid(user);
  const gid = group === '' ? -1 : known.gid(group);
  if (uid === undefined) return yield* fail(sys, `${name}: unknown user ${user}`);
  if (gid === undefined) return yield* fail(sys, `${name}: unknown group ${group}`);
  let status = 0;
  for (const path of paths) {
    yield* walkTree(sys, path, flags.has('R'), function* (each, stat) {
      if (typeof stat === 'string') {
        status = yield* fail(sys, `${name}: ${each}: ${ERRNO_TEXT[stat]}`);
        return;
      }
      const changed = sys.chown(each, uid === -1 ? stat.uid : uid, gid === -1 ? stat.gid : gid);
      if (!changed.ok) status = yield* fail(sys, `${name}: ${each}: ${ERRNO_TEXT[changed.error]}`);
    });
  }
  return status;
}

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

/** Copies the contents of one file over another. */
export function* copyFile(sys: Syscalls, from: string, to: string, name: string): Task<string | undefined> {
  const source = sys.open(from, 'read');
  if (!source.ok) return openError(name, from, source.error);
  const stat = sys.stat(from);
  const target = sys.open(to, 'write', {
    create: true,
    truncate: true,
    mode: stat.ok ? stat.value.mode & 0o777 : 0o644,
  });
  if (!target.ok) {
    sys.close(source.value);
    return `${name}: can't create '${to}': ${ERRNO_TEXT[target.error]}`;
  }
  let written = 0;
  for (;;) {
    const chunk = yield* sys.read(source.value);
    if (chunk === 'interrupted') continue;
    if (!chunk.ok || chunk.value === '') break;
    if (!(yield* writeAll(sys, target.value, chunk.value)))
      return `${name}: write error: ${ERRNO_TEXT.ENOSPC}`;
    written += chunk.value.length;
  }
  // What of the file is no text: a binary's bulk.
  if (stat.ok && stat.value.kind === 'file' && stat.value.sizeBytes > written * 4)
    yield* sys.write(target.value, { zeros: stat.value.sizeBytes - written });
  sys.close(source.value);
  sys.close(target.value);
  return undefined;
}
