import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { copyFile, isDirectory, walkTree } from './files.ts';
import { humanSize } from './ls.ts';
import { badOption, fail, openError, options, out, readFile, writeAll } from './io.ts';

function into(sys: Syscalls, target: string, source: string): string {
  return isDirectory(sys, target)
    ? `${target.replace(/\/$/, '')}/${source.replace(/\/+$/, '').split('/').pop() ?? ''}`
    : target;
}

export function* cp(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'aRrfidLPpHlnsuvT');
  if (bad !== undefined) return yield* badOption(sys, 'cp', bad);
  const target = rest[rest.length - 1];
  const sources = rest.slice(0, -1);
  if (target === undefined || sources.length === 0) return yield* fail(sys, 'cp: missing operand');
  if (sources.length > 1 && !isDirectory(sys, target))
    return yield* fail(sys, `cp: target '${target}' is not a directory`);
  const recursive = flags.has('a') || flags.has('R') || flags.has('r');
  let status = 0;
  for (const named of sources) {
    // What an image nobody knows may well hold is taken to be there.
    const standIn = sys.stat(named).ok ? undefined : sys.standIn();
    if (standIn !== undefined && recursive) continue;
    const to = into(sys, target, named);
    if (flags.has('n') && sys.stat(to).ok) continue;
    const problem = yield* copyTree(sys, standIn ?? named, to, {
      recursive,
      links: flags.has('a') || flags.has('d') || flags.has('P'),
    });
    if (problem !== undefined) status = yield* fail(sys, problem);
  }
  return status;
}

function* copyTree(
  sys: Syscalls,
  from: string,
  to: string,
  how: { readonly recursive: boolean; readonly links: boolean },
): Task<string | undefined> {
  const stat = sys.stat(from, { followLinks: !how.links });
  if (!stat.ok) return `cp: can't stat '${from}': ${ERRNO_TEXT[stat.error]}`;
  if (stat.value.kind === 'symlink') {
    const linked = sys.symlink(stat.value.target ?? '', to);
    return linked.ok ? undefined : `cp: can't create symlink '${to}': ${ERRNO_TEXT[linked.error]}`;
  }
  if (stat.value.kind !== 'directory') return yield* copyFile(sys, from, to, 'cp');
  if (`${to}/`.startsWith(`${from.replace(/\/+$/, '')}/`))
    return `cp: recursion detected, omitting directory '${from}'`;
  if (!how.recursive) return `cp: omitting directory '${from}'`;
  const made = sys.mkdir(to, stat.value.mode & 0o777);
  if (!made.ok && made.error !== 'EEXIST')
    return `cp: can't create directory '${to}': ${ERRNO_TEXT[made.error]}`;
  const names = sys.readdir(from);
  let problem: string | undefined;
  yield* sys.cpu(1);
  if (names.ok)
    for (const name of names.value)
      problem = (yield* copyTree(sys, `${from}/${name}`, `${to}/${name}`, how)) ?? problem;
  return problem;
}

export function* mv(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { rest, bad } = options(argv, 'finvT');
  if (bad !== undefined) return yield* badOption(sys, 'mv', bad);
  const target = rest[rest.length - 1];
  const sources = rest.slice(0, -1);
  if (target === undefined || sources.length === 0) return yield* fail(sys, 'mv: missing operand');
  let status = 0;
  for (const source of sources) {
    const place = into(sys, target, source);
    const moved = sys.rename(source, place);
    if (moved.ok) continue;
    if (moved.error !== 'EXDEV') {
      status = yield* fail(sys, `mv: can't rename '${source}': ${ERRNO_TEXT[moved.error]}`);
      continue;
    }
    const problem = yield* copyTree(sys, source, place, { recursive: true, links: true });
    if (problem !== undefined) status = yield* fail(sys, problem.replace(/^cp/, 'mv'));
    else sys.unlink(source);
  }
  return status;
}

export function* ln(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'sfnbvT');
  if (bad !== undefined) return yield* badOption(sys, 'ln', bad);
  const [source, target] = rest;
  if (source === undefined) return yield* fail(sys, 'ln: missing operand');
  const place = into(sys, target ?? '.', source);
  if (flags.has('f')) sys.unlink(place);
  if (!flags.has('s')) {
    const problem = yield* copyFile(sys, source, place, 'ln');
    return problem === undefined ? 0 : yield* fail(sys, problem);
  }
  const linked = sys.symlink(source, place);
  return linked.ok ? 0 : yield* fail(sys, `ln: ${place}: ${ERRNO_TEXT[linked.error]}`);
}

/** Models busybox editors/cmp.c: exit 0 the same, 1 different, 2 trouble. */
export function* cmp(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'sln:');
  if (bad !== undefined) return yield* badOption(sys, 'cmp', bad);
  const [first = '-', second = '-'] = rest;
  const one = yield* readFile(sys, first);
  if (!one.ok) return flags.has('s') ? 2 : yield* fail(sys, openError('cmp', first, one.error), 2);
  const two = yield* readFile(sys, second);
  if (!two.ok) return flags.has('s') ? 2 : yield* fail(sys, openError('cmp', second, two.error), 2);
  if (one.value === two.value) return 0;
  if (flags.has('s')) return 1;
  let at = 0;
  while (at < one.value.length && one.value[at] === two.value[at]) at++;
  const shorter = at >= one.value.length ? first : at >= two.value.length ? second : undefined;
  if (shorter !== undefined) return yield* fail(sys, `cmp: EOF on ${shorter}`);
  yield* out(
    sys,
    `${first} ${second} differ: char ${at + 1}, line ${one.value.slice(0, at).split('\n').length}\n`,
  );
  return 1;
}

function ddSize(text: string | undefined, fallback: number): number {
  const found = /^(\d+)([cwbkKmMgG]?)[bB]?$/.exec(text ?? '');
  if (found === null) return fallback;
  const unit =
    { c: 1, w: 2, b: 512, k: 1024, K: 1024, m: 1024 ** 2, M: 1024 ** 2, g: 1024 ** 3, G: 1024 ** 3, '': 1 }[
      found[2] ?? ''
    ] ?? 1;
  return Number(found[1]) * unit;
}

/** What is to be skipped is read and thrown away. */
function* skipInput(sys: Syscalls, fd: number, bytes: number): Task {
  for (let left = bytes; left > 0; ) {
    const chunk = yield* sys.read(fd, Math.min(left, 65_536));
    if (chunk === 'interrupted') continue;
    if (!chunk.ok || chunk.value === '') return;
    left -= chunk.value.length;
  }
}

/** Models busybox coreutils/dd.c. Zeros are moved without being held; the block they fill counts as memory all the same. */
export function* dd(sys: Syscalls, argv: readonly string[]): Task<number> {
  const settings = new Map(
    argv.slice(1).map((arg) => [arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1)] as const),
  );
  const block = ddSize(settings.get('bs') ?? settings.get('obs'), 512);
  const count =
    settings.get('count') === undefined ? Number.POSITIVE_INFINITY : ddSize(settings.get('count'), 0);
  const from = settings.get('if');
  const to = settings.get('of');
  const input = from === undefined ? { ok: true as const, value: 0 } : sys.open(from, 'read');
  if (!input.ok) return yield* fail(sys, openError('dd', from ?? '', input.error));
  const output =
    to === undefined
      ? { ok: true as const, value: 1 }
      : sys.open(to, 'write', { create: true, truncate: settings.get('conv')?.includes('notrunc') !== true });
  if (!output.ok) return yield* fail(sys, openError('dd', to ?? '', output.error));
  const endless = from === '/dev/zero' || from === '/dev/urandom' || from === '/dev/random';
  const started = sys.unixUs();
  yield* skipInput(sys, input.value, block * ddSize(settings.get('skip'), 0));
  let blocks = 0;
  let partial = 0;
  let bytes = 0;
  let full = false;
  if (endless && count > 0) yield* sys.grow(block);
  while (blocks + partial < count) {
    if (endless) {
      // Some hundred MB a second, as a disk's cache takes them.
      yield* sys.cpu(Math.max(1, block / 500));
      const written = yield* sys.write(output.value, { zeros: block });
      if (written !== 'interrupted' && !written.ok) {
        full = true;
        break;
      }
      blocks++;
      bytes += block;
      continue;
    }
    const chunk = yield* sys.read(input.value, block);
    if (chunk === 'interrupted') continue;
    if (!chunk.ok || chunk.value === '') break;
    if (chunk.value.length === block) blocks++;
    else partial++;
    bytes += chunk.value.length;
    if (!(yield* writeAll(sys, output.value, chunk.value))) {
      full = true;
      break;
    }
  }
  if (full) yield* fail(sys, `dd: error writing '${to ?? 'standard output'}': ${ERRNO_TEXT.ENOSPC}`);
  if (settings.get('status') !== 'none') {
    const seconds = Math.max(0.000_001, (sys.unixUs() - started) / 1e6);
    const records = `${blocks + (full ? 1 : 0)}+${partial} records in\n${blocks}+${partial} records out\n`;
    const summary =
      settings.get('status') === 'noxfer'
        ? ''
        : `${bytes} bytes (${humanSize(bytes)}B) copied, ${seconds.toFixed(6)} seconds, ${humanSize(Math.round(bytes / seconds))}B/s\n`;
    yield* writeAll(sys, 2, records + summary);
  }
  return full ? 1 : 0;
}

export function* du(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'aHLdclsxhmk');
  if (bad !== undefined) return yield* badOption(sys, 'du', bad);
  let status = 0;
  for (const path of rest.length === 0 ? ['.'] : rest) {
    const sizes = new Map<string, number>();
    yield* walkTree(sys, path, true, function* (each, stat) {
      if (typeof stat === 'string') {
        status = yield* fail(sys, `du: ${each}: ${ERRNO_TEXT[stat]}`);
        return;
      }
      const bytes = Math.ceil(stat.sizeBytes / 4096) * 4096;
      if (stat.kind === 'directory' || flags.has('a') || each === path) sizes.set(each, 0);
      for (const directory of sizes.keys())
        if (each === directory || each.startsWith(`${directory === '/' ? '' : directory}/`))
          sizes.set(directory, (sizes.get(directory) ?? 0) + bytes);
    });
    const shown = flags.has('s') ? [...sizes].slice(0, 1) : [...sizes].reverse();
    const show = (bytes: number): string =>
      flags.has('h') ? humanSize(bytes) : String(Math.ceil(bytes / (flags.has('m') ? 1024 ** 2 : 1024)));
    yield* out(sys, shown.map(([name, bytes]) => `${show(bytes)}\t${name}\n`).join(''));
  }
  return status;
}
