import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT, type Errno } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import type { FileStat } from '../vfs/stat.ts';
import { accounts } from './accounts.ts';
import { badOption, fail, openError, options, writeAll } from './io.ts';
import { parseDate } from './time.ts';

export function* touch(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'cd:hr:t:am');
  if (bad !== undefined) return yield* badOption(sys, 'touch', bad);
  if (rest.length === 0) return yield* fail(sys, 'touch: missing file operand');
  let status = 0;
  const given = flags.get('d');
  const when = given === undefined ? undefined : parseDate(given, sys.unixUs());
  if (given !== undefined && when === undefined) return yield* fail(sys, `touch: invalid date '${given}'`);
  for (const path of rest) {
    const changed = sys.utime(path, when);
    if (changed.ok) continue;
    if (changed.error === 'ENOENT') {
      if (flags.has('c')) continue;
      const made = sys.open(path, 'write', { create: true });
      if (made.ok) {
        sys.close(made.value);
        if (when !== undefined) sys.utime(path, when);
      } else status = yield* fail(sys, `touch: ${path}: ${ERRNO_TEXT[made.error]}`);
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
