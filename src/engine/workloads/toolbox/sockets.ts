import type { Task } from '../../kernel/task.ts';
import type { Syscalls } from '../program.ts';
import { badOption, fail, options, out } from './io.ts';
import { networkOf } from './net.ts';
import { commandName } from './processes.ts';

type Socket = ReturnType<Syscalls['sockets']>[number];

const ANY = '0.0.0.0:*';

function local({ localAddress, localPort }: Socket): string {
  return `${localAddress}:${localPort}`;
}

function peer({ remote }: Socket): string {
  return remote === undefined ? ANY : `${remote.address}:${remote.port}`;
}

/** `PID/program`, where the process can be seen from here. */
function owner(sys: Syscalls, { pid }: Socket): string {
  const process = sys.processes().find((each) => each.pid === pid);
  return process === undefined ? '-' : `${pid}/${commandName(process)}`;
}

/** Which sockets are asked for. */
function chosen(sys: Syscalls, flags: ReadonlyMap<string, string>): Socket[] {
  const kinds = flags.has('t') || flags.has('u');
  return sys.sockets().filter(({ protocol, remote }) => {
    if (kinds && !(protocol === 'UDP' ? flags.has('u') : flags.has('t'))) return false;
    if (flags.has('a')) return true;
    return flags.has('l') ? remote === undefined : remote !== undefined;
  });
}

/** Models busybox networking/netstat.c; addresses have no names here. */
export function* netstat(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, bad } = options(argv, 'laentuwxrWpic');
  if (bad !== undefined) return yield* badOption(sys, 'netstat', bad);
  if (flags.has('r')) return yield* routes(sys, { numeric: flags.has('n'), statistics: true });
  const which = flags.has('a') ? 'servers and established' : flags.has('l') ? 'only servers' : 'w/o servers';
  const processes = flags.has('p');
  let text = `Active Internet connections (${which})\nProto Recv-Q Send-Q Local Address           Foreign Address         State       ${processes ? 'PID/Program name' : ''}\n`;
  for (const socket of chosen(sys, flags)) {
    const { protocol } = socket;
    const state = protocol === 'UDP' ? '' : socket.remote === undefined ? 'LISTEN' : 'ESTABLISHED';
    text += `${protocol.toLowerCase()}        0      0 ${local(socket).padEnd(23)} ${peer(socket).padEnd(23)} ${state.padEnd(12)}${processes ? owner(sys, socket) : ''}\n`;
  }
  if (!flags.has('t') && !flags.has('u'))
    text += `Active UNIX domain sockets (${which})\nProto RefCnt Flags       Type       State         I-Node ${processes ? 'PID/Program name    ' : ''}Path\n`;
  yield* out(sys, text);
  return 0;
}

/** Models iproute2's ss. */
export function* ss(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, bad } = options(argv, 'tulanpHosmeix46');
  if (bad !== undefined) return yield* fail(sys, `ss: invalid option -- '${bad}'`, 255);
  const both = !flags.has('t') && !flags.has('u');
  const netid = both || (flags.has('t') && flags.has('u'));
  const head = `${netid ? 'Netid ' : ''}State  Recv-Q Send-Q Local Address:Port  Peer Address:Port Process\n`;
  let text = flags.has('H') ? '' : head;
  for (const socket of chosen(sys, flags)) {
    const state = socket.remote === undefined ? (socket.protocol === 'UDP' ? 'UNCONN' : 'LISTEN') : 'ESTAB';
    const process = sys.processes().find(({ pid }) => pid === socket.pid);
    const users =
      flags.has('p') && process !== undefined
        ? `users:(("${commandName(process)}",pid=${process.pid},fd=6))`
        : '';
    const backlog = state === 'LISTEN' ? '511' : '0';
    text += `${netid ? socket.protocol.toLowerCase().padEnd(6) : ''}${state.padEnd(6)} 0      ${backlog.padEnd(6)} ${local(socket).padStart(18)}  ${peer(socket).padStart(17)} ${users}\n`;
  }
  yield* out(sys, text);
  return 0;
}

export function* route(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'neA:');
  if (bad !== undefined) return yield* badOption(sys, 'route', bad);
  if (rest.length > 0) return yield* fail(sys, 'route: SIOCADDRT: Operation not permitted');
  return yield* routes(sys, { numeric: flags.has('n'), statistics: flags.has('e') });
}

/** The routes that the bridge plugin gives a Pod: its subnet, and everything else by the gateway. */
function* routes(
  sys: Syscalls,
  options_: { readonly numeric: boolean; readonly statistics: boolean },
): Task<number> {
  const { numeric, statistics } = options_;
  const head = statistics ? '  MSS Window  irtt Iface' : 'Metric Ref    Use Iface';
  let text = `Kernel IP routing table\nDestination     Gateway         Genmask         Flags ${head}\n`;
  const figures = statistics ? '      0 0          0' : ' 0      0        0';
  for (const { name, address, prefix } of sys.interfaces()) {
    if (name === 'lo') continue;
    const { subnet, gateway, mask } = networkOf(address, prefix);
    const line = (to: string, by: string, width: string, flags: string): string =>
      `${to.padEnd(15)} ${by.padEnd(15)} ${width.padEnd(15)} ${flags.padEnd(5)}${figures} ${name}\n`;
    text += line(numeric ? '0.0.0.0' : 'default', gateway, '0.0.0.0', 'UG');
    text += line(subnet, numeric ? '0.0.0.0' : '*', mask, 'U');
  }
  yield* out(sys, text);
  return 0;
}

/** arp and `ip neigh`: the gateway is the one neighbour of a Pod. */
export function* arp(sys: Syscalls): Task<number> {
  for (const { name, address, prefix } of sys.interfaces()) {
    if (name === 'lo') continue;
    const { gateway, gatewayMac } = networkOf(address, prefix);
    yield* out(sys, `? (${gateway}) at ${gatewayMac} [ether]  on ${name}\n`);
  }
  return 0;
}
