import { compareText } from '../../../base/compare.ts';
import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT, type Errno } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import type { FileStat } from '../vfs/stat.ts';
import { type Accounts, accounts } from './accounts.ts';
import { badOption, fail, options, out } from './io.ts';
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
