import type { Task } from '../../engine/kernel/task.ts';
import type { Program, Syscalls } from '../../engine/workloads/program.ts';
import { fail, out, writeAll } from '../../engine/workloads/toolbox/io.ts';
import { encodeBase64 } from '../../base/base64.ts';
import type { EtcdEntry, EtcdView } from './port.ts';
import { humanSize } from './units.ts';

const ENDPOINT = 'https://127.0.0.1:2379';
const AS_JSON = 'podscope: the API server stores protobuf here; it is shown as JSON\n';

const REFUSED = `Error: podscope does not write to etcd behind the API server.

etcd would take this: it checks no types and knows no Kubernetes. What a write here goes round:
  authentication, authorization     nobody is asked who you are
  mutating admission, defaults      fields that every reader relies on are missing
  validation                        an object no controller can read stops it from listing all of them
  resourceVersion                   what others have written meanwhile is lost
  the watch cache                   components learn of it late, or see an object that the API server cannot decode
  audit                             nothing says that it happened
Use kubectl: the API server is the only one that writes to etcd.
`;

const MEMBER = '8e9e05c52164694d';
const VERSION = '3.6.8';
const QUOTA_FREE = '0 B';

/** What a database of that much text takes: pages of it are free after compaction. Modelled. */
function sizes(etcd: EtcdView): { readonly total: number; readonly used: number } {
  const used = etcd.entries().reduce((sum, { object }) => sum + JSON.stringify(object).length, 0);
  return { used, total: Math.ceil((used * 3) / 2 / 4096) * 4096 };
}

/** A table as etcdctl's -w table draws it. */
function drawn(head: readonly string[], row: readonly string[]): string {
  const widths = head.map((name, at) => Math.max(name.length, row[at]?.length ?? 0));
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+\n`;
  const centred = (text: string, width: number): string => {
    const left = Math.floor((width - text.length) / 2);
    return `${' '.repeat(left)}${text}`.padEnd(width);
  };
  const names = `| ${head.map((name, at) => centred(name, widths[at] ?? 0)).join(' | ')} |\n`;
  const cells = `| ${row.map((cell, at) => cell.padStart(widths[at] ?? 0)).join(' | ')} |\n`;
  return `${rule}${names}${rule}${cells}${rule}`;
}

const STATUS_HEAD =
  'ENDPOINT,ID,VERSION,STORAGE VERSION,DB SIZE,IN USE,PERCENTAGE NOT IN USE,QUOTA,IS LEADER,IS LEARNER,RAFT TERM,RAFT INDEX,RAFT APPLIED INDEX,ERRORS,DOWNGRADE TARGET VERSION,DOWNGRADE ENABLED'.split(
    ',',
  );
const MEMBER_HEAD = ['ID', 'STATUS', 'NAME', 'PEER ADDRS', 'CLIENT ADDRS', 'IS LEARNER'];

const told = (head: readonly string[], row: readonly string[], { flags }: Asked): string =>
  (flags.get('w') ?? flags.get('write-out')) === 'table' ? drawn(head, row) : `${row.join(', ')}\n`;

/** Answers that need no more than the store. */
const STATIC: Readonly<Record<string, (etcd: EtcdView, asked: Asked) => string>> = {
  version: () => `etcdctl version: ${VERSION}\nAPI version: 3.6\n`,
  'endpoint health': () => `${ENDPOINT} is healthy: successfully committed proposal: took = 2.1ms\n`,
  'endpoint status': (etcd, asked) => {
    const { total, used } = sizes(etcd);
    const index = String(etcd.revision);
    const free = `${Math.floor((1 - used / total) * 100)}%`;
    const size = [humanSize(total), humanSize(used), free, QUOTA_FREE].map((text) =>
      text.replace(/([a-zA-Z]+)$/, ' $1').replace('  ', ' '),
    );
    const row = [
      ENDPOINT,
      MEMBER,
      VERSION,
      '3.6.0',
      ...size,
      'true',
      'false',
      '2',
      index,
      index,
      '',
      '',
      'false',
    ];
    return told(STATUS_HEAD, row, asked);
  },
  'member list': (_, asked) =>
    told(
      MEMBER_HEAD,
      [MEMBER, 'started', 'control-plane', 'https://10.99.0.2:2380', ENDPOINT, 'false'],
      asked,
    ),
  'alarm list': () => '',
};

/** The store as one file, which nothing here reads again. */
function* snapshot(sys: Syscalls, etcd: EtcdView, path: string | undefined): Task<number> {
  if (path === undefined) return yield* fail(sys, 'Error: snapshot save expects one argument', 128);
  const opened = sys.open(path, 'write', { create: true, truncate: true, mode: 0o600 });
  if (!opened.ok) return yield* fail(sys, `Error: could not open ${path}.part (${opened.error})`);
  yield* writeAll(sys, opened.value, JSON.stringify(etcd.entries()));
  sys.close(opened.value);
  yield* out(sys, `Snapshot saved at ${path}\nServer version 3.6.0\n`);
  return 0;
}

interface Asked {
  readonly verb: string;
  readonly args: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
}

const WITH_VALUE = new Set([
  'endpoints',
  'cacert',
  'cert',
  'key',
  'limit',
  'w',
  'write-out',
  'rev',
  'command-timeout',
  'dial-timeout',
]);

function askedOf(words: readonly string[]): Asked {
  const args: string[] = [];
  const flags = new Map<string, string>();
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith('-')) {
      args.push(word);
      continue;
    }
    const [name = '', value] = word.replace(/^--?/, '').split('=');
    flags.set(name, value ?? (WITH_VALUE.has(name) ? (rest.shift() ?? '') : 'true'));
  }
  const [verb = '', ...others] = args;
  return { verb, args: others, flags };
}

/** `etcdctl get|endpoint|member|alarm|snapshot save`: what the API server has stored. Models etcdctl 3.6; writes are refused, with the reason. */
export function etcdctl(etcd: EtcdView): Program {
  return function* (sys: Syscalls): Task<number> {
    const asked = askedOf(sys.argv.slice(1));
    const { verb, args } = asked;
    if (!etcd.up && verb !== '')
      return yield* fail(
        sys,
        `{"level":"warn","msg":"retrying of unary invoker failed","target":"etcd-endpoints://127.0.0.1:2379","error":"rpc error: code = DeadlineExceeded desc = latest balancer error: connection error: desc = \\"transport: Error while dialing: dial tcp 127.0.0.1:2379: connect: connection refused\\""}\nError: context deadline exceeded`,
      );
    switch (verb) {
      case 'get':
        return yield* get(sys, etcd, asked);
      case 'put':
      case 'del':
      case 'txn':
        yield* writeAll(sys, 2, REFUSED);
        return 1;
      default:
    }
    const told = STATIC[`${verb} ${args[0] ?? ''}`.trim()];
    if (told !== undefined) {
      yield* out(sys, told(etcd, asked));
      return 0;
    }
    if (verb === 'snapshot' && args[0] === 'save') return yield* snapshot(sys, etcd, args[1]);
    return yield* fail(
      sys,
      'etcdctl: simulated are get, endpoint, member list, alarm list and snapshot save',
    );
  };
}

function* get(sys: Syscalls, etcd: EtcdView, { args, flags }: Asked): Task<number> {
  const [from, to] = args;
  if (from === undefined)
    return yield* fail(
      sys,
      'Error: get command needs one argument as key and an optional argument as range_end',
      128,
    );
  const prefix = flags.has('prefix');
  const limit = Number(flags.get('limit') ?? 0);
  const found = etcd
    .entries()
    .filter(({ key }) =>
      prefix ? key.startsWith(from) : to === undefined ? key === from : key >= from && key < to,
    );
  const shown = limit > 0 ? found.slice(0, limit) : found;
  const format = flags.get('w') ?? flags.get('write-out') ?? 'simple';
  const values = !flags.has('keys-only') && !flags.has('count-only');
  if (values && shown.length > 0) yield* writeAll(sys, 2, AS_JSON);
  if (format === 'json') {
    yield* out(
      sys,
      `${JSON.stringify(jsonAnswer(etcd, shown, { values, more: found.length > shown.length, count: found.length }))}\n`,
    );
    return 0;
  }
  const simple = ({ key, object }: EtcdEntry): string => {
    if (!values) return `${key}\n\n`;
    const value = `${JSON.stringify(object)}\n`;
    return flags.has('print-value-only') ? value : `${key}\n${value}`;
  };
  yield* out(sys, shown.map(simple).join(''));
  return 0;
}

function jsonAnswer(
  etcd: EtcdView,
  shown: readonly EtcdEntry[],
  { values, more, count }: { readonly values: boolean; readonly more: boolean; readonly count: number },
): unknown {
  const kvs = shown.map(({ key, object, modRevision }) => ({
    key: encodeBase64(key),
    mod_revision: modRevision,
    ...(values ? { value: encodeBase64(JSON.stringify(object)) } : {}),
  }));
  return {
    header: { revision: etcd.revision },
    ...(kvs.length === 0 ? {} : { kvs }),
    ...(more ? { more } : {}),
    count,
  };
}
