import type { EndpointSlice, Pod } from '../../../api/generated/types.ts';
import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import { followed } from '../follow.ts';

/** A node whose rules send to the Pod, until they no longer do. */
export interface Sender {
  readonly node: string;
  readonly fromUs: number;
  readonly toUs: number | undefined;
}

const SLICES = 'endpointslices.discovery.k8s.io';

/** What each node's kube-proxy was told and when it wrote its rules. */
class ProxyIndex {
  readonly delivered = new Map<string, RecordOf<'watch.deliver'>[]>();
  readonly synced = new Map<string, RecordOf<'rule.sync'>[]>();

  add(record: TraceRecord): void {
    if (record.kind === 'watch.deliver' && record.data.resource === SLICES && record.actor.startsWith(PROXY))
      push(this.delivered, record.actor.slice(PROXY.length), record);
    if (record.kind === 'rule.sync') push(this.synced, record.data.node, record);
  }
}

const PROXY = 'kube-proxy/';

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

const proxyIndex = followed(() => new ProxyIndex());

/**
 * The nodes whose rules send to the Pod when its deletion begins, and when each of them stopped: a kube-proxy's rules hold
 * the EndpointSlices it had been told of when it last wrote them.
 */
export function sendersOf(trace: Trace, world: WorldIndex, pod: Pod, startUs: number): Sender[] {
  const index = proxyIndex(trace);
  const address = pod.status?.podIP ?? '';
  const senders: Sender[] = [];
  for (const [node, syncs] of index.synced) {
    const delivered = index.delivered.get(node) ?? [];
    const sends = (seq: number): boolean => rulesSend(world, delivered, address, seq);
    const before = syncs.findLast(({ at }) => at <= startUs);
    if (before === undefined || !sends(before.seq)) continue;
    const stop = syncs.find(({ at, seq }) => at > startUs && !sends(seq));
    senders.push({ node, fromUs: startUs, toUs: stop?.at });
  }
  return senders.sort((a, b) => (a.toUs ?? Number.POSITIVE_INFINITY) - (b.toUs ?? Number.POSITIVE_INFINITY));
}

/** Whether rules written at `seq` hold the address as one that requests are sent to: ready, or serving when none is ready. */
function rulesSend(
  world: WorldIndex,
  delivered: readonly RecordOf<'watch.deliver'>[],
  address: string,
  seq: number,
): boolean {
  const known = new Map<string, RecordOf<'watch.deliver'>>();
  for (const record of delivered) {
    if (record.seq > seq) break;
    known.set(`${record.data.namespace}/${record.data.name}`, record);
  }
  for (const { data } of known.values()) {
    if (data.type === 'DELETED') continue;
    const version = world
      .history(SLICES, data.namespace, data.name)
      ?.versions.findLast(({ rev }) => rev <= data.rev);
    const endpoints = (version?.object as EndpointSlice | undefined)?.endpoints ?? [];
    const own = endpoints.find(({ addresses }) => addresses.includes(address));
    if (own === undefined) continue;
    if (own.conditions?.ready === true) return true;
    const nobodyReady = endpoints.every(({ conditions }) => conditions?.ready !== true);
    if (nobodyReady && own.conditions?.serving === true) return true;
  }
  return false;
}
