import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import { wireText } from '../http.ts';
import type { Syscalls } from '../program.ts';
import type { Connection, Lookup } from '../sockets.ts';
import { findInPath } from '../shell/lookup.ts';
import { badOption, fail, options, out, readFile, writeAll } from './io.ts';
import { waitFor } from './processes.ts';
import { addressOf, netErrorText } from './wget.ts';

/** busybox: 5 s in all, in two tries. */
const NSLOOKUP_US = 5_000_000;

function* lookup(sys: Syscalls, name: string, type: 'A' | 'AAAA' | 'SRV' | 'PTR'): Task<Lookup> {
  for (;;) {
    const found = yield* sys.resolve(name, { search: false, type, timeoutUs: NSLOOKUP_US });
    if (found !== 'interrupted') return found;
  }
}

const RCODES: Readonly<Record<string, string>> = {
  nxdomain: 'NXDOMAIN',
  servfail: 'SERVFAIL',
};

/**
 * Models busybox networking/nslookup.c since 1.29: the name is asked as it stands, without the search list,
 * for A and AAAA; each refusal prints a line of its own.
 */
export function* nslookup(sys: Syscalls, argv: readonly string[]): Task<number> {
  const asked = argv
    .find((arg) => /^-(?:query)?type=/.test(arg) || arg.startsWith('-q='))
    ?.split('=')[1]
    ?.toUpperCase();
  const [name] = argv.slice(1).filter((arg) => !arg.startsWith('-'));
  if (name === undefined)
    return yield* fail(sys, 'Usage: nslookup [-type=QUERY_TYPE] [-debug] HOST [DNS_SERVER]');
  const reverse = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(name);
  const query =
    reverse === null ? name : `${reverse[4]}.${reverse[3]}.${reverse[2]}.${reverse[1]}.in-addr.arpa`;
  const types =
    reverse !== null
      ? (['PTR'] as const)
      : asked === 'SRV'
        ? (['SRV'] as const)
        : asked === 'A'
          ? (['A'] as const)
          : asked === 'AAAA'
            ? (['AAAA'] as const)
            : (['A', 'AAAA'] as const);
  let status = 0;
  let server: string | undefined;
  for (const type of types) {
    const answer = yield* lookup(sys, query, type);
    if (answer.status === 'timeout' || answer.status === 'refused') {
      if (answer.status === 'refused') yield* tellRefused(sys, answer.server, types.length);
      yield* out(sys, ';; connection timed out; no servers could be reached\n\n');
      return 1;
    }
    if (server === undefined) {
      server = answer.server;
      yield* out(sys, `Server:\t\t${server}\nAddress:\t${server}:53\n\n`);
    }
    const refusal = RCODES[answer.status];
    if (refusal !== undefined) {
      yield* out(sys, `** server can't find ${query}: ${refusal}\n\n`);
      status = 1;
      continue;
    }
    yield* out(sys, `${answer.records.map(recordText).join('')}\n`);
  }
  return status;
}

/**
 * Nobody listens on the server's port. The ICMP message to the first query is there when the second is written, which
 * gives up at once; a query on its own meets it when it reads, once a try.
 */
function* tellRefused(sys: Syscalls, server: string, queries: number): Task {
  if (queries > 1) {
    yield* writeAll(sys, 2, `nslookup: write to '${server}': ${ERRNO_TEXT.ECONNREFUSED}\n`);
    return;
  }
  for (let tries = 0; tries < 2; tries++) {
    yield* writeAll(sys, 2, `nslookup: read: ${ERRNO_TEXT.ECONNREFUSED}\n`);
    yield* sys.sleep(NSLOOKUP_US / 2);
  }
}

function recordText(record: Lookup['records'][number]): string {
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return `Name:\t${record.name}\nAddress: ${record.data}\n`;
    case 'CNAME':
      return `${record.name}\tcanonical name = ${record.data}\n`;
    case 'PTR':
      return `${record.name}\tname = ${record.data}\n`;
    case 'SRV':
      return `${record.name}\tservice = ${record.data}\n`;
    case 'TXT':
      return `${record.name}\ttext = "${record.data}"\n`;
  }
}

/** Models busybox networking/nc.c: a client, `-z` to look only, `-l -p PORT` to listen. */
export function* nc(sys: Syscalls, argv: readonly string[]): Task<number> {
  // What follows -e is a program with its arguments.
  const cut = argv.findIndex((arg) => /^-[a-z]*e$/.test(arg));
  const program = cut < 0 ? undefined : argv.slice(cut + 1);
  const { flags, rest, bad } = options(
    cut < 0 ? argv : [...argv.slice(0, cut), (argv[cut] as string).replace(/e$/, '')],
    'lp:w:zvnuki:s:',
  );
  if (bad !== undefined) return yield* badOption(sys, 'nc', bad);
  if (flags.has('l')) {
    const operand = flags.get('p') ?? rest.filter((arg) => arg !== '-').pop();
    if (operand === undefined) return yield* fail(sys, 'nc: missing operand');
    const again = flags.has('k') || argv.some((arg) => /^-l[a-z]*l/.test(arg));
    return yield* serveOnce(sys, Number(operand), again, program);
  }
  const [host, port] = rest;
  if (host === undefined || port === undefined) return yield* fail(sys, 'nc: missing operand');
  const address = yield* addressOf(sys, host);
  if (address === undefined) return yield* fail(sys, `nc: bad address '${host}'`);
  const wait = flags.get('w');
  const timeoutUs = wait === undefined ? undefined : Number(wait) * 1_000_000;
  let connected = yield* sys.connect(address, Number(port), { timeoutUs });
  while (connected === 'interrupted') connected = yield* sys.connect(address, Number(port), { timeoutUs });
  if (!connected.ok) {
    if (flags.has('z') && !flags.has('v')) return 1;
    const reason =
      connected.error === 'timeout' && wait !== undefined
        ? 'nc: timed out'
        : flags.has('z')
          ? `nc: ${host} (${address}:${port}): ${netErrorText(connected.error)}`
          : `nc: can't connect to remote host (${address}): ${netErrorText(connected.error)}`;
    return yield* fail(sys, reason);
  }
  const connection = connected.value;
  if (flags.has('v')) yield* writeAll(sys, 2, `${host} (${address}:${port}) open\n`);
  if (program !== undefined) yield* handOver(sys, connection, program);
  else if (!flags.has('z')) yield* talk(sys, connection, timeoutUs);
  connection.close();
  return 0;
}

function* serveOnce(
  sys: Syscalls,
  port: number,
  again: boolean,
  program: readonly string[] | undefined,
): Task<number> {
  const socket = sys.listen(port);
  if (!socket.ok) return yield* fail(sys, 'nc: bind: Address in use');
  do {
    const client = yield* sys.accept(socket.value);
    if (client === 'interrupted') continue;
    if (client === 'closed') return 1;
    if (program === undefined) yield* talk(sys, client, undefined);
    else yield* handOver(sys, client, program);
    client.close();
  } while (again);
  socket.value.close();
  return 0;
}

/** -e: the program talks to the peer in nc's place. */
function* handOver(sys: Syscalls, connection: Connection, argv: readonly string[]): Task {
  const [childIn, input] = sys.pipe();
  const [output, childOut] = sys.pipe();
  const found = findInPath(sys, argv[0] ?? '');
  const fds = new Map([
    [0, childIn],
    [1, childOut],
    [2, childOut],
  ]);
  const child = found.ok ? sys.spawn(found.value, { argv, fds }) : found;
  sys.close(childIn);
  sys.close(childOut);
  if (!child.ok) yield* fail(sys, `nc: can't execute '${argv[0]}': ${ERRNO_TEXT[child.error]}`);
  sys.thread(feed(sys, connection, input));
  for (;;) {
    const said = yield* sys.read(output);
    if (said === 'interrupted') continue;
    if (!said.ok || said.value === '') break;
    sys.send(connection, said.value);
  }
  sys.close(output);
  if (child.ok) yield* waitFor(sys, child.value);
}

/** Passes on what the peer says. */
function* feed(sys: Syscalls, connection: Connection, input: number): Task {
  for (;;) {
    const got = yield* sys.receive(connection);
    if (got === 'interrupted') continue;
    if (!got.ok || got.value === 'end') break;
    const written = yield* sys.write(input, wireText(got.value));
    if (written !== 'interrupted' && !written.ok) break;
  }
  sys.close(input);
}

/** Sends what stdin has, then prints what comes until the peer ends. */
function* talk(sys: Syscalls, connection: Connection, timeoutUs: number | undefined): Task {
  const input = yield* readFile(sys, '-');
  if (input.ok && input.value !== '') sys.send(connection, input.value);
  for (;;) {
    const got = yield* sys.receive(connection, timeoutUs);
    if (got === 'interrupted') continue;
    if (!got.ok || got.value === 'end') return;
    yield* out(sys, wireText(got.value));
    // A client typed by hand gets one answer; a server answers one client.
    if (typeof got.value !== 'string') return;
  }
}

export function* telnet(sys: Syscalls, argv: readonly string[]): Task<number> {
  const [, host, port = '23'] = argv.filter((arg) => !arg.startsWith('-'));
  if (host === undefined) return yield* fail(sys, 'telnet: missing operand');
  const address = yield* addressOf(sys, host);
  if (address === undefined) return yield* fail(sys, `telnet: bad address '${host}'`);
  const connected = yield* sys.connect(address, Number(port));
  if (connected === 'interrupted' || !connected.ok)
    return yield* fail(
      sys,
      `telnet: can't connect to remote host (${address}): ${netErrorText(connected === 'interrupted' ? 'timeout' : connected.error)}`,
    );
  yield* out(sys, `Connected to ${host}\n`);
  yield* talk(sys, connected.value, 1_000_000);
  connected.value.close();
  return 0;
}

export function* ping(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, '46c:s:t:w:W:qi:I:A');
  if (bad !== undefined) return yield* badOption(sys, 'ping', bad);
  const [host] = rest;
  if (host === undefined) return yield* fail(sys, 'ping: missing operand');
  const address = yield* addressOf(sys, host);
  if (address === undefined) return yield* fail(sys, `ping: bad address '${host}'`);
  yield* out(sys, `PING ${host} (${address}): 56 data bytes\n`);
  const count = Number(flags.get('c') ?? Number.POSITIVE_INFINITY);
  const until =
    flags.get('w') === undefined ? Number.POSITIVE_INFINITY : sys.now() + Number(flags.get('w')) * 1e6;
  let stopped = false;
  sys.signal('SIGINT', () => {
    stopped = true;
  });
  const times: number[] = [];
  let sent = 0;
  while (sent < count && !stopped && sys.now() < until) {
    const started = sys.now();
    const answer = yield* sys.ping(address, Number(flags.get('W') ?? 1) * 1e6);
    if (typeof answer === 'number') {
      times.push(answer);
      yield* out(sys, `64 bytes from ${address}: seq=${sent} ttl=64 time=${(answer / 1000).toFixed(3)} ms\n`);
    }
    sent++;
    if (sent < count) yield* sys.sleep(Math.max(0, 1_000_000 - (sys.now() - started)));
  }
  const loss = sent === 0 ? 0 : Math.round(((sent - times.length) / sent) * 100);
  yield* out(
    sys,
    `\n--- ${host} ping statistics ---\n${sent} packets transmitted, ${times.length} packets received, ${loss}% packet loss\n`,
  );
  if (times.length > 0) {
    const [low, high] = [Math.min(...times), Math.max(...times)];
    const mean = times.reduce((sum, value) => sum + value, 0) / times.length;
    yield* out(
      sys,
      `round-trip min/avg/max = ${[low, mean, high].map((value) => (value / 1000).toFixed(3)).join('/')} ms\n`,
    );
  }
  return times.length > 0 ? 0 : 1;
}

function broadcast(address: string, prefix: number): string {
  const bits = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return dotted(Math.floor(bits / 2 ** (32 - prefix)) * 2 ** (32 - prefix) + 2 ** (32 - prefix) - 1);
}

function network(address: string, prefix: number): string {
  const bits = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return dotted(Math.floor(bits / 2 ** (32 - prefix)) * 2 ** (32 - prefix));
}

function dotted(bits: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}

/** The subnet that an address is in, and its gateway: the first address of it. */
export function networkOf(
  address: string,
  prefix: number,
): { readonly subnet: string; readonly gateway: string; readonly mask: string; readonly gatewayMac: string } {
  const subnet = network(address, prefix);
  const gateway = subnet.replace(/\.\d+$/, (last) => `.${Number(last.slice(1)) + 1}`);
  const bytes = gateway.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  return {
    subnet,
    gateway,
    mask: dotted(2 ** 32 - 2 ** (32 - prefix)),
    gatewayMac: ['0a', '58', ...bytes].join(':'),
  };
}

/** `ip addr`, `ip link`, `ip route` as busybox prints them. */
export function* ip(sys: Syscalls, argv: readonly string[]): Task<number> {
  const [what = 'addr', ...more] = argv.slice(1).filter((arg) => !arg.startsWith('-'));
  const links = sys.interfaces();
  const wanted = more.find((arg) => !/^(show|sh|s|list|ls|l|dev)$/.test(arg));
  const changes = ['add', 'del', 'set', 'replace', 'flush', 'change'];
  if (wanted !== undefined && changes.includes(wanted))
    return yield* fail(sys, 'ip: RTNETLINK answers: Operation not permitted', 2);
  if ('address'.startsWith(what) || 'link'.startsWith(what)) {
    let text = '';
    if (wanted !== undefined && !links.some(({ name }) => name === wanted))
      return yield* fail(sys, `ip: can't find device '${wanted}'`);
    for (const [index, link] of links.entries()) {
      if (wanted !== undefined && link.name !== wanted) continue;
      const loopback = link.name === 'lo';
      text += loopback
        ? `${index + 1}: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue qlen 1000\n    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n`
        : `${index + 1}: ${link.name}@if${index + 2}: <BROADCAST,MULTICAST,UP,LOWER_UP,M-DOWN> mtu 1500 qdisc noqueue \n    link/ether ${link.mac} brd ff:ff:ff:ff:ff:ff\n`;
      if (!'address'.startsWith(what)) continue;
      const scope = loopback
        ? 'scope host lo'
        : `brd ${broadcast(link.address, link.prefix)} scope global ${link.name}`;
      text += `    inet ${link.address}/${link.prefix} ${scope}\n       valid_lft forever preferred_lft forever\n`;
    }
    yield* out(sys, text);
    return 0;
  }
  if ('route'.startsWith(what)) {
    for (const link of links.filter(({ name }) => name !== 'lo')) {
      const { subnet, gateway } = networkOf(link.address, link.prefix);
      yield* out(
        sys,
        `default via ${gateway} dev ${link.name} \n${subnet}/${link.prefix} dev ${link.name} scope link  src ${link.address} \n`,
      );
    }
    return 0;
  }
  if ('neighbour'.startsWith(what) || what === 'neighbor') {
    for (const { name, address, prefix } of links.filter(({ name: each }) => each !== 'lo')) {
      const { gateway, gatewayMac } = networkOf(address, prefix);
      yield* out(sys, `${gateway} dev ${name} lladdr ${gatewayMac} ref 1 used 0/0/0 probes 1 REACHABLE\n`);
    }
    return 0;
  }
  return yield* fail(sys, `ip: invalid argument '${what}' to 'ip'`);
}

export function* ifconfig(sys: Syscalls, argv: readonly string[]): Task<number> {
  const wanted = argv.slice(1).find((arg) => !arg.startsWith('-'));
  const links = sys.interfaces().filter(({ name }) => wanted === undefined || name === wanted);
  if (links.length === 0)
    return yield* fail(sys, `ifconfig: ${wanted}: error fetching interface information: Device not found`);
  let text = '';
  for (const link of links) {
    const loopback = link.name === 'lo';
    text += loopback
      ? `${'lo'.padEnd(10)}Link encap:Local Loopback  \n          inet addr:127.0.0.1  Mask:255.0.0.0\n          UP LOOPBACK RUNNING  MTU:65536  Metric:1\n\n`
      : `${link.name.padEnd(10)}Link encap:Ethernet  HWaddr ${link.mac.toUpperCase()}  \n          inet addr:${link.address}  Bcast:${broadcast(link.address, link.prefix)}  Mask:${dotted(2 ** 32 - 2 ** (32 - link.prefix))}\n          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n\n`;
  }
  yield* out(sys, text);
  return 0;
}

export function* traceroute(sys: Syscalls, argv: readonly string[]): Task<number> {
  const [host] = options(argv, '46FIlnrvm:p:q:s:t:w:i:f:z:g:').rest;
  if (host === undefined) return yield* fail(sys, 'traceroute: missing operand');
  const address = yield* addressOf(sys, host);
  if (address === undefined) return yield* fail(sys, `traceroute: bad address '${host}'`);
  yield* out(sys, `traceroute to ${host} (${address}), 30 hops max, 46 byte packets\n`);
  const answer = yield* sys.ping(address, 3_000_000);
  const time =
    typeof answer === 'number' ? `${address} (${address})  ${(answer / 1000).toFixed(3)} ms` : '*  *  *';
  yield* out(sys, ` 1  ${time}\n`);
  return 0;
}
