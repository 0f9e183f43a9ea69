import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { findInPath } from '../shell/lookup.ts';
import { accounts } from './accounts.ts';
import { humanSize } from './ls.ts';
import { badOption, fail, linesOf, options, out, over, readFile } from './io.ts';
import { formatTime, parseDate } from './time.ts';

/** The kernel that the simulated nodes say they run. */
export const KERNEL_RELEASE = '6.12.0';

export function* date(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(
    argv.flatMap((arg) => (/^-I\w*$/.test(arg) ? ['-I', arg.slice(2)] : [arg])),
    'd:D:I:Rr:s:u',
  );
  if (bad !== undefined) return yield* badOption(sys, 'date', bad);
  const given = flags.get('d');
  let when: number | undefined = sys.unixUs();
  if (given !== undefined) when = parseDate(given, sys.unixUs());
  const reference = flags.get('r');
  if (reference !== undefined) {
    const stat = sys.stat(reference);
    if (!stat.ok) return yield* fail(sys, `date: ${reference}: ${ERRNO_TEXT[stat.error]}`);
    when = stat.value.modifiedUs;
  }
  if (when === undefined) return yield* fail(sys, `date: invalid date '${given}'`);
  const wanted = flags.get('s');
  if (wanted !== undefined) {
    when = parseDate(wanted, sys.unixUs());
    if (when === undefined) return yield* fail(sys, `date: invalid date '${wanted}'`);
    yield* fail(sys, "date: can't set date: Operation not permitted");
  }
  const iso = flags.get('I');
  let format = '%a %b %e %H:%M:%S UTC %Y';
  if (rest[0]?.startsWith('+') === true) format = rest[0].slice(1);
  else if (iso !== undefined)
    format = iso.startsWith('s')
      ? '%Y-%m-%dT%H:%M:%S+00:00'
      : iso.startsWith('m')
        ? '%Y-%m-%dT%H:%M+00:00'
        : '%Y-%m-%d';
  else if (flags.has('R')) format = '%a, %d %b %Y %H:%M:%S +0000';
  yield* out(sys, `${formatTime(when, format)}\n`);
  return 0;
}

export function* uname(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, bad } = options(argv, 'amnrspvio');
  if (bad !== undefined) return yield* badOption(sys, 'uname', bad);
  const fields = {
    s: 'Linux',
    n: sys.hostname(),
    r: KERNEL_RELEASE,
    v: '#1 SMP PREEMPT_DYNAMIC',
    m: 'x86_64',
    o: 'GNU/Linux',
  };
  const wanted = Object.entries(fields).filter(
    ([flag]) => flags.has('a') || flags.has(flag) || (flags.size === 0 && flag === 's'),
  );
  yield* out(sys, `${wanted.map(([, value]) => value).join(' ')}\n`);
  return 0;
}

export function* hostname(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'fsidF:');
  if (bad !== undefined) return yield* badOption(sys, 'hostname', bad);
  if (rest.length > 0 || flags.has('F'))
    return yield* fail(sys, 'hostname: sethostname: Operation not permitted');
  const name = sys.hostname();
  if (flags.size === 0) {
    yield* out(sys, `${name}\n`);
    return 0;
  }
  if (flags.has('s')) {
    yield* out(sys, `${name.split('.')[0]}\n`);
    return 0;
  }
  const hosts = yield* readFile(sys, '/etc/hosts');
  const entry = linesOf(hosts.ok ? hosts.value : '')
    .map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
    .find((fields) => fields.slice(1).includes(name));
  if (flags.has('i')) {
    const address = entry?.[0] ?? sys.interfaces().find(({ name: link }) => link !== 'lo')?.address;
    if (address === undefined) return yield* fail(sys, `hostname: ${name}: Name does not resolve`);
    yield* out(sys, `${address}\n`);
    return 0;
  }
  const full = entry?.[1] ?? name;
  yield* out(sys, flags.has('d') ? `${full.split('.').slice(1).join('.')}\n` : `${full}\n`);
  return 0;
}

export function* id(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'ugGnr');
  if (bad !== undefined) return yield* badOption(sys, 'id', bad);
  const known = yield* accounts(sys);
  const [name] = rest;
  const who = name === undefined ? sys : known.account(name);
  if (who === undefined) return yield* fail(sys, `id: unknown user ${name}`);
  const groups = [...new Set([who.gid, ...who.groups])].sort((a, b) => a - b);
  const named = flags.has('n');
  if (flags.has('u')) yield* out(sys, `${named ? (known.user(who.uid) ?? who.uid) : who.uid}\n`);
  else if (flags.has('g')) yield* out(sys, `${named ? (known.group(who.gid) ?? who.gid) : who.gid}\n`);
  else if (flags.has('G'))
    yield* out(sys, `${groups.map((gid) => (named ? (known.group(gid) ?? gid) : gid)).join(' ')}\n`);
  else {
    const label = (number: number, name: string | undefined): string =>
      name === undefined ? String(number) : `${number}(${name})`;
    const all = groups.map((gid) => label(gid, known.group(gid))).join(',');
    yield* out(
      sys,
      `uid=${label(who.uid, known.user(who.uid))} gid=${label(who.gid, known.group(who.gid))} groups=${all}\n`,
    );
  }
  return 0;
}

/** `groups [USER]`: the names of `id -Gn`. */
export function groups(sys: Syscalls, argv: readonly string[]): Task<number> {
  return id(sys, ['id', '-Gn', ...argv.slice(1)]);
}

export function* whoami(sys: Syscalls): Task<number> {
  const name = (yield* accounts(sys)).user(sys.uid);
  if (name === undefined) return yield* fail(sys, `whoami: unknown uid ${sys.uid}`);
  yield* out(sys, `${name}\n`);
  return 0;
}

export function* free(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, bad } = options(argv, 'bkmgth');
  if (bad !== undefined) return yield* badOption(sys, 'free', bad);
  const unit = flags.has('b') ? 1 : flags.has('m') ? 1024 ** 2 : flags.has('g') ? 1024 ** 3 : 1024;
  const { nodeMemoryBytes, nodeUsedBytes } = sys.resources();
  const used = nodeUsedBytes ?? sys.processes().reduce((sum, process) => sum + process.rssBytes, 0);
  const show = (bytes: number): string =>
    (flags.has('h') ? humanSize(bytes) : String(Math.floor(bytes / unit))).padStart(12);
  const left = nodeMemoryBytes - used;
  yield* out(
    sys,
    `              total        used        free      shared  buff/cache   available\nMem:   ${[nodeMemoryBytes, used, left, 0, 0, left].map(show).join('')}\nSwap:  ${[0, 0, 0].map(show).join('')}\n`,
  );
  return 0;
}

/** File systems that keep nothing. */
const BLOCKLESS: ReadonlySet<string> = new Set(['proc', 'sysfs', 'cgroup', 'cgroup2', 'devpts', 'mqueue']);

export function* df(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'PkmhTait');
  if (bad !== undefined) return yield* badOption(sys, 'df', bad);
  const targets = rest.length > 0 ? rest : sys.mounts().map(({ target }) => target);
  const unit = flags.has('m') ? 1024 ** 2 : 1024;
  const lines = [
    `Filesystem           ${flags.has('h') ? '     Size' : flags.has('m') ? '1M-blocks' : '1K-blocks'}      Used Available Use% Mounted on`,
  ];
  let status = 0;
  for (const target of targets) {
    const found = sys.statfs(target);
    if (!found.ok) {
      status = yield* fail(sys, `df: ${target}: ${ERRNO_TEXT[found.error]}`);
      continue;
    }
    const { source, sizeBytes, usedBytes, target: mounted } = found.value;
    // Like every df it passes over what has no blocks, unless it is asked for that.
    if (rest.length === 0 && !flags.has('a') && BLOCKLESS.has(source)) continue;
    const show = (bytes: number): string =>
      flags.has('h') ? humanSize(bytes) : String(Math.floor(bytes / unit));
    const share = sizeBytes === 0 ? 0 : Math.ceil((usedBytes / sizeBytes) * 100);
    lines.push(
      `${source.padEnd(20)} ${show(sizeBytes).padStart(9)} ${show(usedBytes).padStart(9)} ${show(sizeBytes - usedBytes).padStart(9)} ${String(share).padStart(3)}% ${mounted}`,
    );
  }
  yield* out(sys, `${lines.join('\n')}\n`);
  return status;
}

export function* mount(sys: Syscalls, argv: readonly string[]): Task<number> {
  if (argv.length > 1) return yield* fail(sys, 'mount: permission denied (are you root?)');
  yield* out(
    sys,
    sys
      .mounts()
      .map(({ source, target, type, options: flags }) => `${source} on ${target} type ${type} (${flags})\n`)
      .join(''),
  );
  return 0;
}

export function* uptime(sys: Syscalls): Task<number> {
  const since = Math.max(0, ...sys.processes().map((process) => sys.now() - process.startedAt)) / 1e6;
  yield* out(
    sys,
    ` ${formatTime(sys.unixUs(), '%H:%M:%S')} up ${Math.floor(since / 60)} min,  0 users,  load average: 0.00, 0.00, 0.00\n`,
  );
  return 0;
}

export function* nproc(sys: Syscalls): Task<number> {
  yield* out(sys, `${sys.resources().nodeCpus}\n`);
  return 0;
}

export function* pwd(sys: Syscalls): Task<number> {
  yield* out(sys, `${sys.cwd()}\n`);
  return 0;
}

export function* which(sys: Syscalls, argv: readonly string[]): Task<number> {
  let status = argv.length > 1 ? 0 : 1;
  for (const name of argv.slice(1).filter((arg) => arg !== '-a')) {
    const found = findInPath(sys, name);
    if (found.ok) yield* out(sys, `${found.value}\n`);
    else status = 1;
  }
  return status;
}

export function logger(): Task<number> {
  return over(0);
}
