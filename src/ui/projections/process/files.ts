import { asList, asObject, isObject, type Json, type JsonObject, textOf } from '../../../base/json.ts';

/** One line of a file shown; `mark` is what it says of a namespace. */
export interface FileLine {
  readonly text: string;
  readonly mark?: 'own' | 'join' | 'net';
}

const WIDTH = 56;

/** JSON as a reader lays it out: what is short stays on one line, of long lists the beginning; namespaces are marked as made or joined. */
export function jsonLines(value: Json): readonly FileLine[] {
  const lines: FileLine[] = [];
  put(lines, value, { indent: '', head: '', tail: '', namespaces: false });
  return lines;
}

interface Place {
  readonly indent: string;
  readonly head: string;
  readonly tail: string;
  readonly namespaces: boolean;
}

function put(lines: FileLine[], value: Json, place: Place): void {
  const { indent, head, tail, namespaces } = place;
  const flat = oneLine(value);
  if (!isNested(value) || indent.length + head.length + flat.length <= WIDTH) {
    const mark = namespaces ? markOf(value) : undefined;
    lines.push({ text: indent + head + flat + tail, ...(mark === undefined ? {} : { mark }) });
    return;
  }
  const begun = beginning(value, WIDTH - indent.length - head.length);
  if (begun !== undefined) {
    lines.push({ text: indent + head + begun + tail });
    return;
  }
  const list = Array.isArray(value);
  const inner = `${indent}  `;
  const parts: readonly (readonly [string, Json])[] = list
    ? (value as readonly Json[]).map((item) => ['', item] as const)
    : Object.entries(value as JsonObject).map(
        ([key, item]) => [`${JSON.stringify(key)}: `, item ?? null] as const,
      );
  const mark = namespaces && !list ? markOf(value) : undefined;
  const marked = mark === undefined ? {} : { mark };
  lines.push({ text: `${indent}${head}${list ? '[' : '{'}`, ...marked });
  parts.forEach(([key, item], index) => {
    const inNamespaces = key === '"namespaces": ' || (list && namespaces);
    put(lines, item, {
      indent: inner,
      head: key,
      tail: index < parts.length - 1 ? ',' : '',
      namespaces: inNamespaces,
    });
  });
  lines.push({ text: `${indent}${list ? ']' : '}'}${tail}`, ...marked });
}

/** As much of a list of plain values as fits, at least one, and how many more there are. */
function beginning(value: Json, width: number): string | undefined {
  if (!Array.isArray(value) || value.length < 2 || value.some(isNested)) return undefined;
  const words = (value as readonly Json[]).map(oneLine);
  let shown = 1;
  let length = (words[0] ?? '').length;
  for (; shown < words.length - 1; shown++) {
    length += (words[shown] ?? '').length + 2;
    if (length > width - 12) break;
  }
  return `[${words.slice(0, shown).join(', ')}, … +${words.length - shown}]`;
}

const isNested = (value: Json): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

function oneLine(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(oneLine).join(', ')}]`;
  if (isObject(value)) {
    const parts = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}: ${oneLine(item ?? null)}`,
    );
    return `{${parts.join(', ')}}`;
  }
  return JSON.stringify(value);
}

function markOf(value: Json): FileLine['mark'] {
  const { type, path } = asObject(value);
  if (type === undefined) return undefined;
  if (path === undefined) return 'own';
  return type === 'network' ? 'net' : 'join';
}

/** Bits of capabilities as the kernel numbers them, for CapEff. */
const CAPABILITY_BITS: Readonly<Record<string, number>> = {
  CAP_CHOWN: 0,
  CAP_DAC_OVERRIDE: 1,
  CAP_FOWNER: 3,
  CAP_FSETID: 4,
  CAP_KILL: 5,
  CAP_SETGID: 6,
  CAP_SETUID: 7,
  CAP_SETPCAP: 8,
  CAP_NET_BIND_SERVICE: 10,
  CAP_NET_ADMIN: 12,
  CAP_NET_RAW: 13,
  CAP_SYS_MODULE: 16,
  CAP_SYS_CHROOT: 18,
  CAP_SYS_PTRACE: 19,
  CAP_SYS_ADMIN: 21,
  CAP_SYS_RESOURCE: 24,
  CAP_SYS_TIME: 25,
  CAP_MKNOD: 27,
  CAP_AUDIT_WRITE: 29,
  CAP_SETFCAP: 31,
};

/** The hexadecimal word of /proc/PID/status. */
export function capabilityWord(names: readonly string[]): string {
  let bits = 0n;
  for (const name of names) {
    const bit = CAPABILITY_BITS[name];
    if (bit !== undefined) bits |= 1n << BigInt(bit);
  }
  return bits.toString(16).padStart(16, '0');
}

export interface ProcFacts {
  readonly pid: number | undefined;
  readonly nsPid: number | undefined;
  readonly argv: readonly string[];
  readonly memoryBytes: number | undefined;
  readonly children: number;
}

/** What of /proc/PID is known: the status the kernel keeps, the command line, and where it stands. */
export function procLines(spec: JsonObject, facts: ProcFacts): readonly FileLine[] {
  if (facts.pid === undefined) return [];
  const process = asObject(spec['process']);
  const user = asObject(process['user']);
  const groups = asList(user['additionalGids']).map(String);
  const caps = asList(asObject(process['capabilities'])['effective']).filter(
    (cap) => typeof cap === 'string',
  );
  const name = (facts.argv[0] ?? '').split('/').at(-1) ?? '';
  const four = (value: Json | undefined): string =>
    Array.from({ length: 4 }, () => String(value ?? 0)).join('\t');
  return [
    `$ cat /proc/${facts.pid}/cmdline`,
    facts.argv.join(' '),
    '',
    `$ cat /proc/${facts.pid}/status`,
    `Name:\t${name.slice(0, 15)}`,
    'State:\tS (sleeping)',
    `Pid:\t${facts.pid}`,
    `Uid:\t${four(user['uid'])}`,
    `Gid:\t${four(user['gid'])}`,
    `Groups:\t${groups.join(' ')}`,
    `NSpid:\t${facts.pid}\t${facts.nsPid ?? 1}`,
    ...(facts.memoryBytes === undefined ? [] : [`VmRSS:\t${Math.round(facts.memoryBytes / 1024)} kB`]),
    `CapEff:\t${capabilityWord(caps)}`,
    `NoNewPrivs:\t${process['noNewPrivileges'] === true ? 1 : 0}`,
    '',
    `$ cat /proc/${facts.pid}/oom_score_adj`,
    String(process['oomScoreAdj'] ?? 0),
    '',
    `$ readlink /proc/${facts.pid}/cwd`,
    textOf(process['cwd']) ?? '/',
    '',
    `$ tr '\\0' '\\n' < /proc/${facts.pid}/environ`,
    ...asList(process['env']).map(String),
  ].map((text) => ({ text }));
}

export interface CgroupFacts {
  readonly path: string;
  readonly weight: number;
  readonly cpuMax: string | undefined;
  readonly memoryMax: number | undefined;
  readonly memoryBytes: number | undefined;
  readonly oomKills: number;
  readonly processes: number;
}

/** The files of the container's cgroup that hold its limits and what it uses. */
export function cgroupLines(facts: CgroupFacts): readonly FileLine[] {
  const { path, weight, cpuMax, memoryMax, memoryBytes, oomKills, processes } = facts;
  const file = (name: string, ...values: readonly string[]): readonly string[] => [
    `$ cat ${name}`,
    ...values,
    '',
  ];
  return [
    `$ cd ${path}`,
    '',
    ...file('cpu.max', cpuMax ?? 'max 100000'),
    ...file('cpu.weight', String(weight)),
    ...file('memory.max', memoryMax === undefined ? 'max' : String(memoryMax)),
    ...(memoryBytes === undefined ? [] : file('memory.current', String(memoryBytes))),
    ...file('memory.events', `oom ${oomKills}`, `oom_kill ${oomKills}`),
    ...file('memory.oom.group', '1'),
    ...file('pids.current', String(processes)),
  ].map((text) => ({ text }));
}
