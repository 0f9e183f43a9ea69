import type { Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import { podRecords } from '../pod-story/pod-records.ts';
import { countUpTo } from '../sorted.ts';

export interface MemorySample {
  readonly at: number;
  readonly bytes: number;
}

export type ProbeKind = 'startup' | 'readiness' | 'liveness';

export interface ProbeAttempt {
  readonly at: number;
  readonly result: 'success' | 'failure' | 'unknown';
  readonly output: string;
  readonly run: number;
  readonly threshold: number;
}

export interface BackOffStep {
  readonly at: number;
  readonly delayUs: number;
  readonly untilUs: number;
  readonly why: 'crash' | 'image' | 'mount';
}

/** A stop of the container: from whom it has how long, and how far it has come. Times in virtual µs. */
export interface Stop {
  /** Where the grace period begins. */
  readonly fromUs: number;
  /** Where it ends with SIGKILL, as far as is known. */
  readonly killUs: number;
  /** The preStop hook's part of it; `toUs` is absent while it runs. */
  readonly hook: { readonly fromUs: number; readonly toUs: number | undefined } | undefined;
  readonly signal: { readonly atUs: number; readonly name: string } | undefined;
  readonly endedUs: number | undefined;
}

/** One container of a Pod up to a moment, from its records. */
export interface ContainerLife {
  readonly config: RecordOf<'container.config'> | undefined;
  /** Of the present or last instance. */
  readonly startedUs: number | undefined;
  readonly memory: readonly MemorySample[];
  readonly limitBytes: number | undefined;
  readonly oomKills: number;
  readonly probes: ReadonlyMap<ProbeKind, readonly ProbeAttempt[]>;
  /** Of the last series: a delay that is not longer than the one before begins another. */
  readonly backOffs: readonly BackOffStep[];
  readonly stop: Stop | undefined;
  /** The CNI plugin's own answer for the sandbox. */
  readonly network: unknown;
}

export interface LifeInput {
  readonly trace: Trace;
  readonly world: WorldIndex;
  readonly pod: ObjectRef;
  readonly container: string;
  readonly until: number;
}

interface Building {
  config: RecordOf<'container.config'> | undefined;
  /** Of the program, while it lives. */
  pid: number | undefined;
  startedUs: number | undefined;
  endedUs: number | undefined;
  memory: MemorySample[];
  limitBytes: number | undefined;
  oomKills: number;
  readonly probes: Map<ProbeKind, ProbeAttempt[]>;
  backOffs: BackOffStep[];
  network: unknown;
  stopCall: RecordOf<'cri.call'> | undefined;
  hookCall: RecordOf<'cri.call'> | undefined;
  signal: Stop['signal'];
}

/** Reads a container's life up to `until`. O(the Pod's own records up to there). */
export function lifeOf(input: LifeInput): ContainerLife {
  const { trace, pod, container, until } = input;
  const life: Building = {
    config: undefined,
    pid: undefined,
    startedUs: undefined,
    endedUs: undefined,
    memory: [],
    limitBytes: undefined,
    oomKills: 0,
    probes: new Map(),
    backOffs: [],
    network: undefined,
    stopCall: undefined,
    hookCall: undefined,
    signal: undefined,
  };
  const own = podRecords(trace).of(pod);
  const count = countUpTo(own, until);
  for (let i = 0; i < count; i++) fold(life, trace.at(own[i] as number), container, trace);
  return { ...life, stop: stopOf(life, input) };
}

function fold(life: Building, record: TraceRecord, container: string, trace: Trace): void {
  if (record.kind === 'cni.return') {
    const call = trace.at(record.data.call);
    const added = call.kind === 'cni.call' && call.data.command === 'ADD' && record.data.error === undefined;
    life.network = added ? record.data.result : undefined;
    return;
  }
  if (!('container' in record.data) || record.data.container !== container) return;
  switch (record.kind) {
    case 'container.config':
      life.config = record;
      return;
    case 'cgroup.memory':
      life.memory.push({ at: record.at, bytes: record.data.bytes });
      life.limitBytes = record.data.limitBytes;
      return;
    case 'probe.result':
      return probed(life, record);
    case 'backoff':
      return backedOff(life, record);
    case 'cri.call':
      if (record.data.method === 'StopContainer') life.stopCall = record;
      // Probes have a time limit; of the calls without one only hooks are left.
      if (record.data.method === 'ExecSync' && record.data.timeoutSeconds === 0) life.hookCall = record;
      return;
    case 'process.start':
    case 'process.exit':
    case 'signal':
      return lived(life, record);
    default:
  }
}

function probed(life: Building, { at, data }: RecordOf<'probe.result'>): void {
  const attempt = { at, result: data.result, output: data.output, run: data.run, threshold: data.threshold };
  const before = life.probes.get(data.probe);
  if (before === undefined) life.probes.set(data.probe, [attempt]);
  else before.push(attempt);
}

function backedOff(life: Building, { at, data }: RecordOf<'backoff'>): void {
  const { delayUs, untilUs, why } = data;
  const last = life.backOffs.at(-1);
  // The kubelet may look twice into one wait.
  if (last !== undefined && last.why === why && last.untilUs === untilUs) return;
  if (last !== undefined && (last.why !== why || delayUs < last.delayUs)) life.backOffs = [];
  life.backOffs.push({ at, delayUs, untilUs, why });
}

function lived(
  life: Building,
  record: RecordOf<'process.start'> | RecordOf<'process.exit'> | RecordOf<'signal'>,
): void {
  const { data, at } = record;
  if (record.kind === 'signal') {
    if (
      data.pid === life.pid &&
      life.stopCall !== undefined &&
      life.signal === undefined &&
      record.data.signal !== 'SIGKILL'
    )
      life.signal = { atUs: at, name: record.data.signal };
    return;
  }
  if (record.kind === 'process.exit') {
    if (data.pid !== life.pid) return;
    life.pid = undefined;
    life.endedUs = at;
    if (record.data.oom === true) life.oomKills++;
    return;
  }
  // What a probe or a hook runs beside the program is no new life.
  if (life.pid !== undefined || record.data.child === true) return;
  life.pid = data.pid;
  life.startedUs = at;
  life.endedUs = undefined;
  life.memory = [];
  life.probes.clear();
  life.stopCall = undefined;
  life.hookCall = undefined;
  life.signal = undefined;
}

const SECOND = 1_000_000;
/** The least that a stop is given. */
const MINIMUM_US = 2 * SECOND;

function stopOf(life: Building, { trace, world, pod, container, until }: LifeInput): Stop | undefined {
  if (life.startedUs === undefined) return undefined;
  const { stopCall, hookCall, signal, startedUs } = life;
  const deleted = deletionOf(trace, world, pod, until);
  if (deleted === undefined && stopCall === undefined) return undefined;
  if (life.endedUs !== undefined && life.endedUs < (deleted?.atUs ?? stopCall?.at ?? 0)) return undefined;
  const hasHook = preStopOf(
    deleted?.pod ?? (world.get('pods', pod.namespace, pod.name, until) as Pod),
    container,
  );
  const fromUs = deleted?.atUs ?? hookCall?.at ?? stopCall?.at ?? startedUs;
  const afterStop =
    stopCall === undefined ? undefined : stopCall.at + (stopCall.data.timeoutSeconds ?? 0) * SECOND;
  return {
    fromUs,
    killUs: afterStop ?? fromUs + Math.max(MINIMUM_US, (deleted?.graceSeconds ?? 0) * SECOND),
    hook: hasHook
      ? { fromUs: hookCall !== undefined && hookCall.at >= fromUs ? hookCall.at : fromUs, toUs: stopCall?.at }
      : undefined,
    signal,
    endedUs: life.endedUs,
  };
}

function preStopOf(pod: Pod | undefined, container: string): boolean {
  const all = [...(pod?.spec.containers ?? []), ...(pod?.spec.initContainers ?? [])];
  return all.find(({ name }) => name === container)?.lifecycle?.preStop !== undefined;
}

/** The write that asked the Pod to go, and how long it was given. */
function deletionOf(
  trace: Trace,
  world: WorldIndex,
  { namespace, name }: ObjectRef,
  until: number,
): { readonly pod: Pod; readonly atUs: number; readonly graceSeconds: number } | undefined {
  const versions = world.history('pods', namespace, name)?.versions ?? [];
  for (const { seq, object } of versions) {
    if (seq > until) return undefined;
    const pod = object as Pod | undefined;
    const graceSeconds = pod?.metadata.deletionGracePeriodSeconds;
    if (pod !== undefined && graceSeconds !== undefined) return { pod, atUs: trace.at(seq).at, graceSeconds };
  }
  return undefined;
}
