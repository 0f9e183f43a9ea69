import type { Container, ContainerStatus, Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { allContainers } from '../../../api/pod.ts';
import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import { cniFacts } from '../narration/on-node.ts';
import { podRecords } from '../pod-story/pod-records.ts';
import { countUpTo } from '../sorted.ts';
import type { Stuck } from '../stuck.ts';
import { isOff } from './outages.ts';
import type { PipelineWords } from './words.ts';
import type { BoxState, ContainerBox, SandboxView } from './view.ts';

/** A container as the node has it, apart from what the API says. */
export interface RealContainer {
  readonly created: boolean;
  readonly pid: number | undefined;
  readonly nsPid: number | undefined;
  readonly argv: readonly string[];
  readonly exit: { readonly code: number; readonly oom: boolean } | undefined;
  readonly signal: string | undefined;
  readonly memoryBytes: number | undefined;
  /** How much is known of its image's program. */
  readonly program: RecordOf<'container.config'>['data']['program'] | undefined;
  /** What its image wants to be stopped with. */
  readonly stopSignal: string | undefined;
  readonly children: ReadonlyMap<number, { readonly nsPid: number; readonly argv: readonly string[] }>;
}

/** What the node really has of a Pod: folded from its records. */
export interface RealPod {
  /** Its machine has no power: nothing of it is left but what the API last heard. */
  readonly off: boolean;
  readonly sandbox: 'ghost' | 'making' | 'up' | 'gone';
  readonly pausePid: number | undefined;
  readonly pauseGone: boolean;
  readonly cni: ReturnType<typeof cniFacts> | undefined;
  /** The network it had, once that was taken away again. */
  readonly released: ReturnType<typeof cniFacts> | undefined;
  readonly starting: boolean;
  readonly containers: ReadonlyMap<string, RealContainer>;
}

const NOTHING: RealContainer = {
  created: false,
  pid: undefined,
  nsPid: undefined,
  argv: [],
  exit: undefined,
  signal: undefined,
  memoryBytes: undefined,
  program: undefined,
  stopSignal: undefined,
  children: new Map(),
};
const NONE: RealPod = {
  off: false,
  sandbox: 'ghost',
  pausePid: undefined,
  pauseGone: false,
  cni: undefined,
  released: undefined,
  starting: false,
  containers: new Map(),
};

const OFF: RealPod = { ...NONE, off: true };

/** The Pod as its node has it after `seq`. O(its own records up to there). */
function realPodAt(trace: Trace, pod: ObjectRef, seq: number): RealPod {
  const own = podRecords(trace).of(pod);
  let real = NONE;
  const until = countUpTo(own, seq);
  for (let i = 0; i < until; i++) real = folded(real, trace.at(own[i] as number), trace);
  return real;
}

/** The Pod as its machine has it after `seq`: a machine without power has nothing. */
export function podOnNode(trace: Trace, pod: ObjectRef, node: string | undefined, seq: number): RealPod {
  return node !== undefined && isOff(trace, node, seq) ? OFF : realPodAt(trace, pod, seq);
}

function withContainer(real: RealPod, name: string, change: Partial<RealContainer>): RealPod {
  const containers = new Map(real.containers);
  containers.set(name, { ...(real.containers.get(name) ?? NOTHING), ...change });
  return { ...real, containers };
}

function folded(real: RealPod, record: TraceRecord, trace: Trace): RealPod {
  switch (record.kind) {
    case 'cri.call':
      if (record.data.method === 'RunPodSandbox') return { ...NONE, sandbox: 'making' };
      if (record.data.method === 'StartContainer') return { ...real, starting: true };
      return real;
    case 'cri.return':
      return returned(real, trace.at(record.data.call), record.data.error);
    case 'cni.return': {
      const call = trace.at(record.data.call);
      if (call.kind !== 'cni.call' || record.data.error !== undefined) return real;
      return call.data.command === 'ADD'
        ? { ...real, cni: cniFacts(record.data.result) }
        : withoutNetwork(real);
    }
    case 'container.config':
      return withContainer(real, record.data.container, {
        program: record.data.program,
        stopSignal: record.data.stopSignal,
      });
    case 'cgroup.memory':
      return withContainer(real, record.data.container, { memoryBytes: record.data.bytes });
    case 'process.start':
    case 'process.exit':
    case 'signal':
      return foldedProcess(real, record);
    default:
      return real;
  }
}

const withoutNetwork = (real: RealPod): RealPod => ({
  ...real,
  cni: undefined,
  released: real.cni ?? real.released,
});

function returned(real: RealPod, call: TraceRecord, error: string | undefined): RealPod {
  if (call.kind !== 'cri.call') return real;
  const { method, container = '' } = call.data;
  if (method === 'StartContainer') return { ...real, starting: false };
  if (error !== undefined) return method === 'RunPodSandbox' ? { ...real, sandbox: 'ghost' } : real;
  if (method === 'RunPodSandbox') return { ...real, sandbox: 'up' };
  if (method === 'CreateContainer') {
    // Its config was written while the call was open.
    const { program, stopSignal } = real.containers.get(container) ?? NOTHING;
    return withContainer(real, container, { ...NOTHING, program, stopSignal, created: true });
  }
  if (method === 'StopPodSandbox') return { ...withoutNetwork(real), sandbox: 'gone', pauseGone: true };
  return real;
}

function foldedProcess(
  real: RealPod,
  record: Extract<TraceRecord, { kind: 'process.start' | 'process.exit' | 'signal' }>,
): RealPod {
  const { container, pid, nsPid } = record.data;
  const before = real.containers.get(container) ?? NOTHING;
  if (record.kind === 'signal')
    return container === '' || before.pid !== pid
      ? real
      : withContainer(real, container, { signal: record.data.signal });
  if (container === '')
    return record.kind === 'process.start'
      ? { ...real, pausePid: pid, pauseGone: false }
      : { ...real, pauseGone: true };
  // What a probe, a hook or a user runs beside the program is one of its processes, not the program.
  const beside = record.kind === 'process.start' ? before.pid !== undefined : before.pid !== pid;
  if (record.data.child === true || beside) {
    const children = new Map(before.children);
    if (record.kind === 'process.start') children.set(pid, { nsPid, argv: record.data.argv });
    else children.delete(pid);
    return withContainer(real, container, { children });
  }
  if (record.kind === 'process.start')
    return withContainer(real, container, {
      pid,
      nsPid,
      argv: record.data.argv,
      exit: undefined,
      signal: undefined,
      memoryBytes: undefined,
      children: new Map(),
    });
  return withContainer(real, container, {
    pid: undefined,
    exit: { code: record.data.code, oom: record.data.oom === true },
    memoryBytes: undefined,
    children: new Map(),
  });
}

/** Containers that the sandbox of the Pipeline level has room for. */
const ROOM = 3;

export interface SandboxInput {
  readonly pod: Pod;
  readonly real: RealPod;
  readonly stuck: Stuck | undefined;
  readonly imageThere: boolean;
}

/** The last ones, in place of the first of them the one that the sentence above is about. */
function mostTelling(all: readonly Container[], stuck: Stuck | undefined): readonly Container[] {
  const last = all.slice(-ROOM + 1);
  const told = all.find(({ name }) => name === stuck?.container);
  return told === undefined || last.includes(told) ? last : [told, ...last.slice(1)];
}

/** The sandbox as the Pipeline level draws it. */
export function sandboxView(input: SandboxInput, t: PipelineWords): SandboxView {
  const { pod, real } = input;
  const all = allContainers(pod.spec).map(({ container }) => container);
  const shown = all.length > ROOM ? mostTelling(all, input.stuck) : all;
  const gone = real.sandbox === 'gone';
  return {
    pod: { namespace: pod.metadata.namespace ?? '', name: pod.metadata.name ?? '' },
    state: real.sandbox === 'up' ? 'up' : gone ? 'gone' : real.cni === undefined ? 'ghost' : 'up',
    pause: {
      state: real.pauseGone ? 'gone' : real.pausePid === undefined ? 'ghost' : 'running',
      words: real.pauseGone
        ? t('pause.gone')
        : real.pausePid === undefined
          ? t(real.off ? 'down.power' : 'pause.ghost')
          : t('pause.pid'),
    },
    shim: real.pausePid !== undefined && !real.pauseGone,
    runc: real.starting,
    containers: shown.map((container) => containerBox(input, container, t)),
    more: all.length - shown.length,
    ip: real.cni?.ip,
  };
}

const statusOf = (pod: Pod, name: string): ContainerStatus | undefined =>
  [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])].find(
    (status) => status.name === name,
  );

function containerBox(input: SandboxInput, { name }: Container, t: PipelineWords): ContainerBox {
  const { pod, real, stuck } = input;
  const has = real.containers.get(name) ?? NOTHING;
  const status = statusOf(pod, name);
  const isStuck = !real.off && stuck?.container === name && stuck.place === 'container';
  const lines = linesOf(input, name, t);
  return { name, state: boxState(has, status, isStuck), stuck: isStuck, lines };
}

function boxState(has: RealContainer, status: ContainerStatus | undefined, stuck: boolean): BoxState {
  if (stuck) return 'failed';
  if (has.pid !== undefined) {
    if (has.signal !== undefined && has.signal !== 'SIGHUP') return 'terminating';
    return status?.ready === true ? 'ready' : 'running';
  }
  if (has.exit !== undefined) return has.exit.code === 0 ? 'succeeded' : 'failed';
  return has.created ? 'created' : 'ghost';
}

function linesOf(
  { pod, real, stuck, imageThere }: SandboxInput,
  name: string,
  t: PipelineWords,
): readonly string[] {
  if (real.off) return offLines(statusOf(pod, name), t);
  const has = real.containers.get(name) ?? NOTHING;
  if (has.pid !== undefined) {
    const status = statusOf(pod, name);
    const state =
      has.signal !== undefined
        ? t('box.signalled', { signal: has.signal })
        : status?.ready === true
          ? t('box.ready')
          : t('box.running');
    return [state, t('box.pid', { nsPid: has.nsPid ?? 1, pid: has.pid })];
  }
  if (has.exit !== undefined) {
    const { code, oom } = has.exit;
    const ended = oom ? t('box.oom', { code }) : t('box.ended', { code });
    return stuck?.container === name && stuck.place === 'container' ? [t('box.stuck'), ended] : [ended];
  }
  if (has.created) return [t('box.created'), t('box.notStarted')];
  if (real.sandbox === 'gone') return [t('box.ghost')];
  if (real.sandbox !== 'up') return [t('box.ghost'), t('box.needsSandbox')];
  return [t('box.ghost'), imageThere ? t('box.waitsInit') : t('box.needsImage')];
}

/** Nothing runs without power; what the API last heard may say otherwise. */
function offLines(status: ContainerStatus | undefined, t: PipelineWords): readonly string[] {
  return status?.state?.running === undefined
    ? [t('down.power')]
    : [t('down.power'), t('box.lastHeard', { state: 'Running' })];
}
