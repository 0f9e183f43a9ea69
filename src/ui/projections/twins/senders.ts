import type { Endpoint, EndpointSlice, Pod } from '../../../api/generated/types.ts';
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

/** The EndpointSlices that a node's kube-proxy had been told of by `seq`, each as it was told. */
function* toldSlices(
  world: WorldIndex,
  delivered: readonly RecordOf<'watch.deliver'>[],
  seq: number,
): Generator<EndpointSlice> {
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
    if (version?.object !== undefined) yield version.object as EndpointSlice;
  }
}

/** Those of a slice that rules send to: the ready ones, or where none is ready those that still serve. */
function receivers(slice: EndpointSlice): readonly Endpoint[] {
  // Stored as null where there is none.
  const endpoints = slice.endpoints ?? [];
  const ready = endpoints.filter(({ conditions }) => conditions?.ready === true);
  return ready.length > 0 ? ready : endpoints.filter(({ conditions }) => conditions?.serving === true);
}

/** Whether rules written at `seq` hold the address as one that requests are sent to. */
function rulesSend(
  world: WorldIndex,
  delivered: readonly RecordOf<'watch.deliver'>[],
  address: string,
  seq: number,
): boolean {
  for (const slice of toldSlices(world, delivered, seq))
    if (receivers(slice).some(({ addresses }) => addresses.includes(address))) return true;
  return false;
}

/** What a node's rules are at a moment: when they were last written, and the Pods of a Service's slices they send to. */
export interface Rules {
  readonly node: string;
  /** Names of Pods. */
  readonly sendsTo: ReadonlySet<string>;
}

/** Each node's rules by a virtual time in µs, as far as they concern the Services whose slices have named the Pod. */
export function rulesAt(trace: Trace, world: WorldIndex, { metadata }: Pod, us: number): readonly Rules[] {
  const index = proxyIndex(trace);
  const all: Rules[] = [];
  for (const [node, syncs] of index.synced) {
    const last = syncs.findLast(({ at }) => at <= us);
    if (last === undefined) continue;
    const sendsTo = new Set<string>();
    for (const slice of toldSlices(world, index.delivered.get(node) ?? [], last.seq))
      if (hasNamed(world, slice, metadata.name))
        for (const { targetRef } of receivers(slice))
          if (targetRef?.name !== undefined) sendsTo.add(targetRef.name);
    all.push({ node, sendsTo });
  }
  return all;
}

/** Whether a slice has had the Pod among its endpoints at any time. */
const hasNamed = (world: WorldIndex, { metadata }: EndpointSlice, pod: string): boolean =>
  world
    .history(SLICES, metadata.namespace ?? '', metadata.name)
    ?.versions.some(({ object }) =>
      (object as EndpointSlice | undefined)?.endpoints?.some(({ targetRef }) => targetRef?.name === pod),
    ) ?? false;

/** When, in virtual µs, the Pod was first no longer one to send to in a slice that had it, as stored; undefined while that has not happened. */
export function withdrawnAt(
  trace: Trace,
  world: WorldIndex,
  { metadata }: Pod,
  startUs: number,
): number | undefined {
  for (const { namespace, versions } of world.histories(SLICES)) {
    if (namespace !== (metadata.namespace ?? '')) continue;
    let had = false;
    for (const { seq, object } of versions) {
      const has = receivers((object ?? {}) as EndpointSlice).some(
        ({ targetRef }) => targetRef?.name === metadata.name,
      );
      const atUs = trace.at(seq).at;
      if (had && !has && atUs >= startUs) return atUs;
      had = has;
    }
  }
  return undefined;
}
