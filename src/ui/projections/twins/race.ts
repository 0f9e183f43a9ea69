import type { Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import type { RecordOf } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import { podRecords } from '../pod-story/pod-records.ts';
import { type Sender, sendersOf } from './senders.ts';

/** A request that the Pod was to answer. */
export interface RaceRequest {
  readonly seq: number;
  readonly at: number;
  readonly ok: boolean;
  /** `200`, `502`, `refused`, `timeout`. */
  readonly result: string;
}

/** The two branches of a deletion on one clock: who still sends, and whether anybody is there to answer. Virtual µs. */
export interface Race {
  readonly pod: ObjectRef;
  /** The deletion was asked for. */
  readonly startUs: number;
  readonly graceUs: number;
  readonly senders: readonly Sender[];
  readonly process: {
    readonly container: string;
    readonly preStopUs: number | undefined;
    readonly termUs: number | undefined;
    readonly signal: string;
    readonly exitUs: number | undefined;
    readonly code: number | undefined;
  };
  readonly requests: readonly RaceRequest[];
  /** When nobody answers any more: the first request lost after the signal, or the process's end. */
  readonly closedUs: number | undefined;
  /** When the last node stopped sending. */
  readonly quietUs: number | undefined;
}

/** The Pod whose end is the race: the first of the run's own that is deleted and had a node. */
export function racingPod(world: WorldIndex, fromSeq: number): ObjectRef | undefined {
  let first: { readonly ref: ObjectRef; readonly seq: number } | undefined;
  for (const { namespace, name, versions } of world.histories('pods')) {
    if (namespace === 'kube-system') continue;
    const marked = versions.find(({ seq, object }) => seq >= fromSeq && isEnding(object as Pod | undefined));
    if (marked !== undefined && (first === undefined || marked.seq < first.seq))
      first = { ref: { namespace, name }, seq: marked.seq };
  }
  return first?.ref;
}

const isEnding = (pod: Pod | undefined): boolean =>
  pod?.metadata.deletionTimestamp !== undefined && (pod.spec.nodeName ?? '') !== '';

/** The race of a Pod's deletion; undefined while nobody has deleted it. */
export function raceOf(trace: Trace, world: WorldIndex, ref: ObjectRef): Race | undefined {
  const versions = world.history('pods', ref.namespace, ref.name)?.versions ?? [];
  const marked = versions.find(({ object }) => isEnding(object as Pod | undefined));
  if (marked === undefined) return undefined;
  const pod = marked.object as unknown as Pod;
  const startUs = trace.at(marked.seq).at;
  const process = processOf(trace, ref, pod, marked.seq);
  const senders = sendersOf(trace, world, pod, startUs);
  const requests = requestsOf(trace, ref, pod, startUs);
  const lost = requests.find(({ ok, at }) => !ok && process.termUs !== undefined && at >= process.termUs);
  const ends = [lost?.at, process.exitUs].filter((at) => at !== undefined);
  const quiet = senders.map(({ toUs }) => toUs);
  return {
    pod: ref,
    startUs,
    graceUs: (pod.metadata.deletionGracePeriodSeconds ?? 30) * 1_000_000,
    senders,
    process,
    requests,
    closedUs: ends.length === 0 ? undefined : Math.min(...ends),
    quietUs: quiet.includes(undefined) ? undefined : Math.max(startUs, ...(quiet as number[])),
  };
}

function processOf(trace: Trace, ref: ObjectRef, pod: Pod, from: number): Race['process'] {
  const container =
    pod.spec.containers.find(({ ports }) => (ports?.length ?? 0) > 0)?.name ?? pod.spec.containers[0]?.name;
  const own = podRecords(trace)
    .of(ref)
    .filter((seq) => seq > from)
    .map((seq) => trace.at(seq));
  const term = own.find(
    (record): record is RecordOf<'signal'> =>
      record.kind === 'signal' && record.data.container === container && record.data.nsPid === 1,
  );
  const exit = own.find(
    (record): record is RecordOf<'process.exit'> =>
      record.kind === 'process.exit' && record.data.container === container && record.data.nsPid === 1,
  );
  const hooked = pod.spec.containers.find(({ name }) => name === container)?.lifecycle?.preStop !== undefined;
  return {
    container: container ?? '',
    preStopUs: hooked ? trace.at(from).at : undefined,
    termUs: term?.at,
    signal: term?.data.signal ?? 'SIGTERM',
    exitUs: exit?.at,
    code: exit?.data.code,
  };
}

function requestsOf(trace: Trace, ref: ObjectRef, pod: Pod, startUs: number): RaceRequest[] {
  const address = pod.status?.podIP ?? '';
  const requests: RaceRequest[] = [];
  const records = trace.all();
  for (let at = trace.countUntil(startUs - BEFORE_US); at < records.length; at++) {
    const record = records[at];
    if (record?.kind !== 'traffic' || !isTo(record, ref, address)) continue;
    const { result, status } = record.data;
    const ok = result === 'ok' && (status ?? 200) < 500;
    requests.push({
      seq: record.seq,
      at: record.at,
      ok,
      result: result === 'ok' ? String(status ?? 200) : result,
    });
  }
  return requests;
}

/** Requests this long before the deletion are told too: what is normal. */
const BEFORE_US = 500_000;

function isTo({ data }: RecordOf<'traffic'>, ref: ObjectRef, address: string): boolean {
  if (data.backend !== undefined)
    return data.backend.name === ref.name && data.backend.namespace === ref.namespace;
  return address !== '' && (data.peer?.startsWith(`${address}:`) ?? false);
}
