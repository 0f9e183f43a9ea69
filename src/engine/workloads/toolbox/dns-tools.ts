import type { Task } from '../../kernel/task.ts';
import type { Syscalls } from '../program.ts';
import type { Lookup } from '../sockets.ts';
import { fail, linesOf, out, readFile } from './io.ts';
import { addressOf } from './wget.ts';

type Type = 'A' | 'AAAA' | 'SRV' | 'PTR';

function* ask(sys: Syscalls, name: string, type: Type, search: boolean): Task<Lookup> {
  for (;;) {
    const answer = yield* sys.resolve(name, { search, type });
    if (answer !== 'interrupted') return answer;
  }
}

const RCODES: Readonly<Record<string, string>> = {
  ok: 'NOERROR',
  nodata: 'NOERROR',
  nxdomain: 'NXDOMAIN',
  servfail: 'SERVFAIL',
};

/** No server answered: nothing came back, or its host said that nobody listens. */
const unheard = ({ status }: Lookup): boolean => status === 'timeout' || status === 'refused';

function reversed(address: string): string {
  return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
}

function typeOf(word: string | undefined): Type | undefined {
  const type = word?.toUpperCase();
  return type === 'A' || type === 'AAAA' || type === 'SRV' || type === 'PTR' ? type : undefined;
}

/** dig [@SERVER] NAME [TYPE] [+short] [+search] [-x ADDRESS]. Models bind9's. */
export function* dig(sys: Syscalls, argv: readonly string[]): Task<number> {
  const words = argv.slice(1);
  const short = words.includes('+short');
  const search = words.includes('+search');
  const reverse = words.indexOf('-x');
  const plain = words.filter(
    (word, at) => !/^[-+@]/.test(word) && words[at - 1] !== '-x' && words[at - 1] !== '-t',
  );
  const type =
    reverse >= 0
      ? 'PTR'
      : (typeOf(words[words.indexOf('-t') + 1]) ??
        plain.map(typeOf).find((found) => found !== undefined) ??
        'A');
  const name =
    reverse >= 0 ? reversed(words[reverse + 1] ?? '') : plain.find((word) => typeOf(word) === undefined);
  if (name === undefined) return yield* fail(sys, 'dig: no name given');
  const answer = yield* ask(sys, name, type, search);
  if (unheard(answer)) {
    const why = answer.status === 'refused' ? 'connection refused' : 'timed out';
    yield* out(
      sys,
      `;; communications error to ${answer.server}#53: ${why}\n;; no servers could be reached\n`,
    );
    return 9;
  }
  if (short) {
    yield* out(sys, answer.records.map(({ data }) => `${data}\n`).join(''));
    return 0;
  }
  const asked = `${answer.name.replace(/\.$/, '')}.`;
  const rows = answer.records.map(
    (record) => `${record.name}.\t${record.ttl}\tIN\t${record.type}\t${record.data}\n`,
  );
  yield* out(
    sys,
    `\n; <<>> DiG 9.18.28 <<>> ${words.join(' ')}\n;; global options: +cmd\n;; Got answer:\n;; ->>HEADER<<- opcode: QUERY, status: ${RCODES[answer.status]}, id: ${1 + sys.random().int(65_534)}\n;; flags: qr aa rd; QUERY: 1, ANSWER: ${rows.length}, AUTHORITY: 0, ADDITIONAL: 1\n;; WARNING: recursion requested but not available\n\n;; QUESTION SECTION:\n;${asked}\t\tIN\t${type}\n\n${rows.length > 0 ? `;; ANSWER SECTION:\n${rows.join('')}\n` : ''};; Query time: 1 msec\n;; SERVER: ${answer.server}#53(${answer.server}) (UDP)\n\n`,
  );
  return 0;
}

/** bind9's nslookup: it walks the search list, which busybox's does not. */
export function* bindNslookup(sys: Syscalls, argv: readonly string[]): Task<number> {
  const type = typeOf(
    /^-(?:q|query|type|querytype)=(\w+)$/.exec(argv.find((arg) => arg.startsWith('-')) ?? '')?.[1],
  );
  const [name] = argv.slice(1).filter((arg) => !arg.startsWith('-'));
  if (name === undefined) return yield* fail(sys, 'nslookup: no name given');
  const address = /^\d+\.\d+\.\d+\.\d+$/.test(name);
  const answer = yield* ask(sys, address ? reversed(name) : name, address ? 'PTR' : (type ?? 'A'), !address);
  if (unheard(answer)) {
    yield* out(sys, ';; connection timed out; no servers could be reached\n\n');
    return 1;
  }
  yield* out(sys, `Server:\t\t${answer.server}\nAddress:\t${answer.server}#53\n\n`);
  if (answer.status !== 'ok') {
    const why = answer.status === 'nodata' ? 'No answer' : (RCODES[answer.status] ?? 'SERVFAIL');
    const said =
      answer.status === 'nodata' ? `*** Can't find ${name}: ${why}` : `** server can't find ${name}: ${why}`;
    yield* out(sys, `${said}\n\n`);
    return 1;
  }
  yield* out(sys, `${answer.records.map(bindRecord).join('')}\n`);
  return 0;
}

function bindRecord({ name, type, data }: Lookup['records'][number]): string {
  switch (type) {
    case 'A':
    case 'AAAA':
      return `Name:\t${name}\nAddress: ${data}\n`;
    case 'CNAME':
      return `${name}\tcanonical name = ${data}.\n`;
    case 'PTR':
      return `${name}\tname = ${data}.\n`;
    case 'SRV':
      return `${name}\tservice = ${data}.\n`;
    case 'TXT':
      return `${name}\ttext = "${data}"\n`;
  }
}

/** host NAME. */
export function* host(sys: Syscalls, argv: readonly string[]): Task<number> {
  const [name] = argv.slice(1).filter((arg) => !arg.startsWith('-'));
  if (name === undefined)
    return yield* fail(sys, 'Usage: host [-aCdilrTvVw] [-c class] [-N ndots] [-t type] name [server]');
  const address = /^\d+\.\d+\.\d+\.\d+$/.test(name);
  const answer = yield* ask(sys, address ? reversed(name) : name, address ? 'PTR' : 'A', !address);
  if (unheard(answer)) {
    yield* out(sys, ';; connection timed out; no servers could be reached\n');
    return 1;
  }
  if (answer.status !== 'ok') {
    yield* out(sys, `Host ${name} not found: 3(NXDOMAIN)\n`);
    return 1;
  }
  for (const { name: found, type, data } of answer.records) {
    const words =
      type === 'CNAME' ? 'is an alias for' : type === 'PTR' ? 'domain name pointer' : 'has address';
    yield* out(sys, `${found} ${words} ${data}${type === 'A' ? '' : '.'}\n`);
  }
  return 0;
}

/** getent hosts, ahosts, passwd and group. */
export function* getent(sys: Syscalls, argv: readonly string[]): Task<number> {
  const [, database = '', key] = argv;
  if (database === 'passwd' || database === 'group') {
    const text = yield* readFile(sys, `/etc/${database}`);
    const lines = linesOf(text.ok ? text.value : '').filter((line) => {
      const [name, , id] = line.split(':');
      return key === undefined || name === key || id === key;
    });
    yield* out(sys, lines.map((line) => `${line}\n`).join(''));
    return lines.length > 0 ? 0 : 2;
  }
  if (!/^a?hosts/.test(database) || key === undefined)
    return yield* fail(sys, `Unknown database: ${database}`);
  const address = yield* addressOf(sys, key);
  if (address === undefined) return 2;
  yield* out(sys, `${address.padEnd(16)}${key}\n`);
  return 0;
}
