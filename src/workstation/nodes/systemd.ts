import { parseTime } from '../../api/time.ts';
import { type Task, wait } from '../../engine/kernel/task.ts';
import type { Program, Syscalls } from '../../engine/workloads/program.ts';
import { fail, out } from '../../engine/workloads/toolbox/io.ts';
import { formatTime } from '../../engine/workloads/toolbox/time.ts';
import type { JournalLine, NodeConsole, NodeUnit } from './port.ts';

interface UnitFile {
  readonly description: string;
  readonly path: string;
  readonly dropIn?: readonly [folder: string, file: string];
  readonly docs: string;
  readonly command: string;
}

const UNITS: Readonly<Record<NodeUnit['name'], UnitFile>> = {
  kubelet: {
    description: 'kubelet: The Kubernetes Node Agent',
    path: '/usr/lib/systemd/system/kubelet.service',
    dropIn: ['/usr/lib/systemd/system/kubelet.service.d', '10-kubeadm.conf'],
    docs: 'https://kubernetes.io/docs/',
    command:
      '/usr/bin/kubelet --bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf --kubeconfig=/etc/kubernetes/kubelet.conf --config=/var/lib/kubelet/config.yaml --v=2',
  },
  containerd: {
    description: 'containerd container runtime',
    path: '/usr/lib/systemd/system/containerd.service',
    docs: 'https://containerd.io',
    command: '/usr/bin/containerd',
  },
};

const DATE = '%a %Y-%m-%d %H:%M:%S UTC';
const STATUS_LINES = 10;

function span(us: number): string {
  const seconds = Math.max(0, Math.floor(us / 1e6));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}min ${seconds % 60}s`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}min`;
}

const nameOf = (word: string): string => word.replace(/\.service$/, '');

function unitOf(node: NodeConsole, word: string): NodeUnit | undefined {
  return node.units().find(({ name }) => name === nameOf(word));
}

/**
 * `systemctl status|start|stop|restart|is-active UNIT`, `systemctl poweroff|reboot`. Models systemd 257 for the two units that
 * are simulated.
 */
export function systemctl(node: NodeConsole): Program {
  return function* (sys: Syscalls): Task<number> {
    const [verb = '', ...names] = sys.argv.slice(1).filter((word) => !word.startsWith('-'));
    if (verb === 'poweroff' || verb === 'reboot') {
      node.shutDown(verb);
      return 0;
    }
    if (verb === 'daemon-reload') return 0;
    if (verb === 'list-units') {
      yield* out(sys, unitList(node));
      return 0;
    }
    if (!['status', 'start', 'stop', 'restart', 'is-active', 'is-enabled'].includes(verb))
      return yield* fail(sys, verb === '' ? 'systemctl: which units?' : `Unknown command verb '${verb}'.`);
    if (names.length === 0) return yield* fail(sys, 'Too few arguments.');
    let exit = 0;
    for (const word of names) {
      const unit = unitOf(node, word);
      if (unit === undefined) {
        const name = `${nameOf(word)}.service`;
        if (verb === 'is-active') yield* out(sys, 'inactive\n');
        else if (verb === 'status') yield* fail(sys, `Unit ${name} could not be found.`);
        else yield* fail(sys, `Failed to ${verb} ${name}: Unit ${name} not found.`);
        exit = verb === 'start' || verb === 'restart' || verb === 'stop' ? 5 : 4;
      } else exit = (yield* act(sys, node, unit, verb)) || exit;
    }
    return exit;
  };
}

function* act(sys: Syscalls, node: NodeConsole, unit: NodeUnit, verb: string): Task<number> {
  if (verb === 'status') {
    yield* out(sys, statusText(unit, node, sys.unixUs()));
    return unit.active ? 0 : 3;
  }
  if (verb === 'is-enabled') {
    yield* out(sys, 'enabled\n');
    return 0;
  }
  if (verb === 'is-active') {
    yield* out(sys, unit.active ? 'active\n' : 'inactive\n');
    return unit.active ? 0 : 3;
  }
  if (verb !== 'start' && unit.active) node.switchUnit(unit.name, false);
  if (verb !== 'stop') node.switchUnit(unit.name, true);
  return 0;
}

/** The units that are simulated, those that run. */
function unitList(node: NodeConsole): string {
  const rows = node
    .units()
    .filter(({ active }) => active)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(
      ({ name }) => `  ${`${name}.service`.padEnd(18)} loaded active running ${UNITS[name].description}\n`,
    );
  const legend = `\n${rows.length} loaded units listed. Pass --all to see loaded but inactive units, too.\nTo show all installed unit files use 'systemctl list-unit-files'.\n`;
  return `  ${'UNIT'.padEnd(18)} LOAD   ACTIVE SUB     DESCRIPTION\n${rows.join('')}${legend}`;
}

function statusText({ name, active, sinceUs, pid }: NodeUnit, node: NodeConsole, now: number): string {
  const { description, path, dropIn, docs, command } = UNITS[name];
  const since = `since ${formatTime(sinceUs, DATE)}; ${span(now - sinceUs)} ago`;
  const lines = [
    `${active ? '●' : '○'} ${name}.service - ${description}`,
    `     Loaded: loaded (${path}; enabled; preset: enabled)`,
    ...(dropIn === undefined ? [] : [`    Drop-In: ${dropIn[0]}`, `             └─${dropIn[1]}`]),
    `     Active: ${active ? 'active (running)' : 'inactive (dead)'} ${since}`,
    `       Docs: ${docs}`,
    ...(active
      ? [
          `   Main PID: ${pid} (${name})`,
          `     CGroup: /system.slice/${name}.service`,
          `             └─${pid} ${command}`,
        ]
      : [
          `    Process: ${pid} ExecStart=${command} (code=exited, status=0/SUCCESS)`,
          `   Main PID: ${pid} (code=exited, status=0/SUCCESS)`,
        ]),
  ];
  const log = node
    .journal(name)
    .slice(-STATUS_LINES)
    .map((line) => lineText(line, node.name, name));
  return `${lines.join('\n')}\n${log.length === 0 ? '' : `\n${log.join('')}`}`;
}

function lineText({ atUnixUs, pid, text, by }: JournalLine, host: string, unit: string): string {
  return `${formatTime(atUnixUs, '%b %d %H:%M:%S')} ${host} ${by ?? unit}[${pid}]: ${text}\n`;
}

interface Wanted {
  readonly unit: string | undefined;
  /** Unix µs from which on lines are wanted. */
  readonly since: string | undefined;
  readonly kernel: boolean;
  readonly lines: number | undefined;
  readonly follow: boolean;
  readonly plain: boolean;
  readonly reverse: boolean;
}

function wantedOf(words: readonly string[]): Wanted {
  let unit: string | undefined;
  let lines: number | undefined;
  let since: string | undefined;
  let kernel = false;
  const rest = [...words];
  let [follow, plain, reverse] = [false, false, false];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [name, given] = word.split('=') as [string, string | undefined];
    if (name === '-u' || name === '--unit') unit = given ?? rest.shift();
    else if (/^-u./.test(name)) unit = name.slice(2);
    else if (name === '-n' || name === '--lines') lines = Number(given ?? rest.shift());
    else if (/^-n\d+$/.test(name)) lines = Number(name.slice(2));
    else if (name === '-o' || name === '--output') plain = (given ?? rest.shift()) === 'cat';
    else if (name === '--since' || name === '-S') since = given ?? rest.shift();
    else if ((name === '--until' || name === '-U') && given === undefined) rest.shift();
    else if (name === '--dmesg') kernel = true;
    else if (name === '--follow') follow = true;
    else if (name === '--reverse') reverse = true;
    else if (/^-[a-z]+$/.test(name)) {
      follow ||= name.includes('f');
      reverse ||= name.includes('r');
      kernel ||= name.includes('k');
      if (name.endsWith('u')) unit = rest.shift();
      if (name.endsWith('n')) lines = Number(rest.shift());
    }
  }
  return { unit, since, kernel, lines: lines ?? (follow ? STATUS_LINES : undefined), follow, plain, reverse };
}

interface Entry {
  readonly line: JournalLine;
  readonly name: NodeUnit['name'];
}

const SPANS: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3_600,
  hour: 3_600,
  d: 86_400,
  day: 86_400,
};

/** `5 min ago`, `-5m`, `today`, `2026-11-30 09:00:00` as Unix µs. */
function sinceUs(text: string, now: number): number | undefined {
  const ago = /^-?(\d+) *([a-z]+?)s?(?: ago)?$/.exec(text);
  const seconds = SPANS[ago?.[2] ?? ''];
  if (ago !== null && seconds !== undefined) return now - Number(ago[1]) * seconds * 1e6;
  if (text === 'now') return now;
  if (text === 'today') return now - (now % 86_400e6);
  const full = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text} 00:00:00` : text;
  return parseTime(`${full.replace(' ', 'T')}${/:\d\d:\d\d/.test(full) ? '' : ':00'}Z`);
}

/** `journalctl [-u kubelet|containerd] [--since TIME] [-n N] [-f] [-r] [-o cat]`. `--until` and priorities are not modelled. */
export function journalctl(node: NodeConsole): Program {
  return function* (sys: Syscalls): Task<number> {
    const { unit: word, since, kernel, lines, follow, plain, reverse } = wantedOf(sys.argv.slice(1));
    const unit = word === undefined ? undefined : unitOf(node, word);
    // Without a unit it is the whole journal: of the two units that write to it here, and of no kernel.
    if (kernel || (word !== undefined && unit === undefined)) {
      yield* out(sys, '-- No entries --\n');
      return 0;
    }
    const from = since === undefined ? undefined : sinceUs(since, sys.unixUs());
    if (since !== undefined && from === undefined)
      return yield* fail(sys, `Failed to parse timestamp: ${since}`);
    const names = unit === undefined ? node.units().map(({ name }) => name) : [unit.name];
    const text = ({ line, name }: Entry): string =>
      plain ? `${line.text}\n` : lineText(line, node.name, name);
    const entries = (): readonly Entry[] =>
      names
        .flatMap((name) => node.journal(name).map((line) => ({ line, name })))
        .sort((a, b) => a.line.atUnixUs - b.line.atUnixUs);
    const all = entries();
    let seen = all.length;
    const recent = all.filter(({ line }) => line.atUnixUs >= (from ?? 0));
    const shown = (lines === undefined ? recent : recent.slice(Math.max(0, recent.length - lines))).map(text);
    if (shown.length === 0) yield* out(sys, '-- No entries --\n');
    yield* out(sys, (reverse ? shown.reverse() : shown).join(''));
    while (follow) {
      yield* wait(node.journalGrows(names[0] ?? 'kubelet'));
      const fresh = entries();
      yield* out(sys, fresh.slice(seen).map(text).join(''));
      seen = fresh.length;
    }
    return 0;
  };
}
