import type { Pod, Service } from '../../../../api/generated/types.ts';
import { parseIp } from '../../../../api/addresses.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { err } from '../../../../base/result.ts';
import { Future, type Task, wait } from '../../../../engine/kernel/task.ts';
import type { PortForwarding } from '../../../../engine/machinery/kubelet-server.ts';
import type { LocalListener } from '../../../local-ports.ts';
import { CommandError } from '../../errors.ts';
import { type Kube, misused } from '../../kube.ts';
import { klogHead } from '../../klog.ts';
import { PODS, attachablePod } from '../../pods.ts';
import type { Info } from '../../resource/info.ts';
import { theOne } from './exec.ts';

interface Pair {
  readonly local: number;
  readonly remote: number;
}

/** `kubectl port-forward`: listens until interrupted. Models kubectl/pkg/cmd/portforward/portforward.go (1.36). */
export function* portForward(kube: Kube): Task<number> {
  const { args, flags } = kube;
  if (args.length < 2) throw misused(kube, 'TYPE/NAME and list of ports are required for port-forward');
  const [word = '', ...words] = args;
  const info = yield* theOne(kube, word);
  const pod = yield* attachablePod(kube, info, flags.durationUs('pod-running-timeout'));
  const ports = translated(words, info, pod);
  const { namespace = '', name } = pod.metadata;
  const live = (yield* kube.api.get({ resource: PODS, namespace, name })) as unknown as Pod;
  const phase = live.status?.phase ?? '';
  if (phase !== 'Running')
    throw new CommandError(`unable to forward port because pod is not running. Current status=${phase}`);
  const pairs = ports.map((port) => pairOf(port));
  const addresses = addressesOf(flags.list('address'));
  const way = yield* wayTo(kube, { namespace, name });
  const open: Pair[] = [];
  const over = new Future<'interrupted' | 'lost'>();
  kube.interrupted.subscribe(() => over.resolve('interrupted'));
  try {
    for (const pair of pairs) {
      const local = pair.local === 0 ? kube.ports.free() : pair.local;
      const connect = (): ReturnType<LocalListener['connect']> =>
        handled(kube, { ...pair, local }, { way, over });
      const taken = !kube.ports.listen(local, { connect });
      const failures: string[] = [];
      for (const address of addresses) {
        const why = taken ? 'address already in use' : OWN.test(address) ? undefined : NOT_OWN;
        if (why === undefined) kube.out(`Forwarding from ${hostText(address)}:${local} -> ${pair.remote}\n`);
        else failures.push(listenError(address, local, why));
      }
      if (failures.length === 0) open.push({ local, remote: pair.remote });
      else kube.err(notListening(local, failures));
      if (failures.length > 0 && !taken) kube.ports.close(local);
    }
    if (open.length === 0)
      throw new CommandError(
        `unable to listen on any of the requested ports: [${pairs.map(({ local, remote }) => `{${local} ${remote}}`).join(' ')}]`,
      );
    if ((yield* wait(over)) === 'lost') throw new CommandError('lost connection to pod');
    return 0;
  } finally {
    for (const { local } of open) kube.ports.close(local);
  }
}

/** The addresses that --address names; `localhost` is two. Models portforward.parseAddresses. */
function addressesOf(asked: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const word of asked) {
    if (word === 'localhost') ['127.0.0.1', '::1'].forEach((address) => found.add(address));
    else if (parseIp(word) !== undefined) found.add(word);
    else throw new CommandError(`${word} is not a valid IP`);
  }
  return [...found];
}

/** What this machine may listen on: its loopback, or all it has. */
const OWN = /^(?:127\.|::1$|0\.0\.0\.0$|::$)/;
const NOT_OWN = 'cannot assign requested address';

/** An address before a port. */
const hostText = (address: string): string => (address.includes(':') ? `[${address}]` : address);

function listenError(address: string, port: number, why: string): string {
  const family = address.includes(':') ? 'tcp6' : 'tcp4';
  return `unable to create listener: Error listen ${family} ${hostText(address)}:${port}: bind: ${why}`;
}

const notListening = (port: number, failures: readonly string[]): string =>
  `Unable to listen on port ${port}: Listeners failed to create with the following errors: [${failures.join(' ')}]\n`;

/** One connection to the server carries all that goes to the Pod. */
function* wayTo(
  kube: Kube,
  pod: { readonly namespace: string; readonly name: string },
): Task<PortForwarding> {
  const opening = kube.api.client.forward({
    verb: 'get',
    resource: 'pods',
    subresource: 'portforward',
    ...pod,
  });
  if (opening === undefined) throw new CommandError('this API server carries no streams');
  const opened = yield* opening;
  if (opened.ok) return opened.value;
  throw new CommandError(`error upgrading connection: ${opened.error.message}`);
}

/** A client of the local port. Whoever cannot be connected costs the others their connection too. */
function* handled(
  kube: Kube,
  { local, remote }: Pair,
  { way, over }: { readonly way: PortForwarding; readonly over: Future<'interrupted' | 'lost'> },
): ReturnType<LocalListener['connect']> {
  kube.out(`Handling connection for ${local}\n`);
  const dialled = yield* way.dial(remote);
  if (dialled.ok) return dialled;
  const what = `an error occurred forwarding ${local} -> ${remote}: ${dialled.error.message}`;
  kube.err(`${klogHead(kube.kernel.unixUs())} portforward.go:522] "Unhandled Error" err=${goQuote(what)}\n`);
  over.resolve('lost');
  return err(dialled.error.message);
}

/** Local and remote port; of more than two parts upstream takes the first for both. */
const split = (word: string): readonly [string, string] => {
  const [local = '', remote, ...rest] = word.split(':');
  return [local, rest.length > 0 ? local : (remote ?? local)];
};

/** Ports as numbers of the Pod's: through the Service's, or by name. */
function translated(words: readonly string[], info: Info, pod: Pod): readonly string[] {
  if (info.resource.key === 'services') {
    const service = info.object as unknown as Service;
    return words.map((word) => serviceTarget(word, service, pod));
  }
  return words.map((word) => {
    const [local, remote] = split(word);
    if (/^\d+$/.test(remote)) {
      refuseUdp(
        pod.spec.containers
          .flatMap(({ ports = [] }) => ports)
          .map(({ containerPort, protocol }) => ({ port: containerPort, protocol })),
        Number(remote),
      );
      return local === remote ? local : `${local}:${remote}`;
    }
    const port = namedPort(pod, remote);
    return local === remote ? String(port) : `${local}:${port}`;
  });
}

function refuseUdp(
  ports: readonly { readonly port: number; readonly protocol?: string }[],
  wanted: number,
): void {
  const fitting = ports.filter(({ port }) => port === wanted);
  if (fitting.length > 0 && fitting.every(({ protocol }) => protocol === 'UDP'))
    throw new CommandError(`UDP protocol is not supported for ${wanted}`);
}

function namedPort(pod: Pod, name: string): number {
  const found = pod.spec.containers.flatMap(({ ports = [] }) => ports).find((port) => port.name === name);
  if (found === undefined)
    throw new CommandError(`Pod '${pod.metadata.name}' does not have a named port '${name}'`);
  return found.containerPort;
}

/** Models translateServicePortToTargetPort. */
function serviceTarget(word: string, { metadata, spec }: Service, pod: Pod): string {
  const [asked, remote] = split(word);
  const ports = spec?.ports ?? [];
  const byName = ports.find(({ name }) => name === remote);
  if (!/^\d+$/.test(remote) && byName === undefined)
    throw new CommandError(`Service '${metadata.name}' does not have a named port '${remote}'`);
  const number = byName === undefined ? Number(remote) : byName.port;
  refuseUdp(ports, number);
  const local = asked === remote ? String(number) : asked;
  const port = ports.find((each) => each.port === number);
  if (port === undefined)
    throw new CommandError(`Service ${metadata.name} does not have a service port ${number}`);
  const target =
    spec?.clusterIP === 'None' && (port.targetPort === undefined || port.targetPort === 0)
      ? number
      : (port.targetPort ?? number);
  const resolved = typeof target === 'string' ? namedPort(pod, target) : target === 0 ? number : target;
  return local === String(resolved) ? local : `${local}:${resolved}`;
}

function pairOf(word: string): Pair {
  const parts = word.split(':');
  if (parts.length > 2) throw new CommandError(`invalid port format '${word}'`);
  const [first = '', second] = parts;
  const local = portNumber(second !== undefined && first === '' ? '0' : first, 'local');
  const remote = second === undefined ? local : portNumber(second, 'remote');
  if (remote === 0) throw new CommandError('remote port must be > 0');
  return { local, remote };
}

function portNumber(text: string, which: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text))
    throw new CommandError(
      `error parsing ${which} port '${text}': strconv.ParseUint: parsing "${text}": invalid syntax`,
    );
  if (value > 65_535)
    throw new CommandError(
      `error parsing ${which} port '${text}': strconv.ParseUint: parsing "${text}": value out of range`,
    );
  return value;
}
