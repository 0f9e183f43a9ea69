import type { Node, Pod } from '../../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import type { Syscalls } from '../../program.ts';
import { fetchHttps, statusText } from './fetch.ts';
import type { Flags } from './flags.ts';
import type { Batch, Point } from './storage.ts';

// Models metrics-server pkg/scraper (v0.8): one round over all nodes, one after the other here.

const KUBELET_PORT = 10250;

export interface Failure {
  readonly node: string;
  readonly error: string;
}

/** Asks every kubelet, and keeps what is told of Pods that are known to be there. */
export function* scrape(
  sys: Syscalls,
  flags: Flags,
  token: string,
  world: { readonly nodes: readonly Node[]; readonly pods: readonly Pod[] },
): Task<{ readonly batch: Batch; readonly failures: readonly Failure[] }> {
  const nodes = new Map<string, Point>();
  const pods = new Map<string, ReadonlyMap<string, Point>>();
  const failures: Failure[] = [];
  const onNode = new Map(
    world.pods.map(({ metadata, spec }) => [`${metadata.namespace}/${metadata.name}`, spec.nodeName]),
  );
  for (const node of world.nodes) {
    const name = node.metadata.name ?? '';
    const told = yield* ask(sys, flags, token, node);
    if (!told.ok) {
      // A node that is not ready is expected not to answer.
      if (isReady(node)) failures.push({ node: name, error: told.error });
      continue;
    }
    const read = decode(told.value);
    if (read.node !== undefined) nodes.set(name, read.node);
    for (const [key, containers] of read.pods) if (onNode.get(key) === name) pods.set(key, containers);
  }
  return { batch: { nodes, pods }, failures };
}

function* ask(sys: Syscalls, flags: Flags, token: string, node: Node): Task<Result<string, string>> {
  const addresses = node.status?.addresses ?? [];
  const found = flags.addressTypes
    .map((type) => addresses.find((each) => each.type === type))
    .find((each) => each !== undefined);
  if (found === undefined)
    return err(`no address matched types [${flags.addressTypes.join(' ')}], addresses: []`);
  const port = flags.statusPort
    ? (node.status?.daemonEndpoints?.kubeletEndpoint?.Port ?? KUBELET_PORT)
    : KUBELET_PORT;
  const target = { host: found.address, port, path: '/metrics/resource', token, insecure: flags.insecure };
  const answer = yield* fetchHttps(sys, target);
  if (!answer.ok) return answer;
  return answer.value.status === 200
    ? ok(answer.value.body)
    : err(`request failed, status: ${JSON.stringify(statusText(answer.value))}`);
}

function isReady({ status }: Node): boolean {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)(?: (\d+))?$/;

/** Reads Prometheus' text as far as CPU, memory and start times go. */
function decode(text: string): { readonly node?: Point; readonly pods: Map<string, Map<string, Point>> } {
  const points = new Map<
    string,
    { startedUs: number; atUs: number; cpuSeconds: number; memoryBytes: number }
  >();
  for (const line of text.split('\n')) {
    const [, name = '', labels = '', value = '', atMs] = LINE.exec(line) ?? [];
    const about =
      /^(container|node)_(cpu_usage_seconds_total|memory_working_set_bytes|start_time_seconds)$/.exec(name);
    if (about === null) continue;
    const label = (key: string): string => new RegExp(`\\b${key}="([^"]*)"`).exec(labels)?.[1] ?? '';
    const key = about[1] === 'node' ? '' : `${label('namespace')}/${label('pod')}/${label('container')}`;
    const point = points.get(key) ?? { startedUs: 0, atUs: 0, cpuSeconds: 0, memoryBytes: 0 };
    if (about[2] === 'cpu_usage_seconds_total') {
      point.cpuSeconds = Number(value);
      point.atUs = Number(atMs) * 1_000;
    } else if (about[2] === 'start_time_seconds') point.startedUs = Math.round(Number(value) * 1e6);
    else point.memoryBytes = Number(value);
    points.set(key, point);
  }
  const pods = new Map<string, Map<string, Point>>();
  for (const [key, point] of points) {
    if (key === '') continue;
    const [namespace, pod, container = ''] = key.split('/');
    const of = `${namespace}/${pod}`;
    pods.set(of, (pods.get(of) ?? new Map<string, Point>()).set(container, point));
  }
  const node = points.get('');
  return node === undefined ? { pods } : { node, pods };
}
