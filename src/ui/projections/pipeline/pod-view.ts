import type { Container, Pod } from '../../../api/generated/types.ts';
import { allContainers } from '../../../api/pod.ts';
import { podQos } from '../../../api/qos.ts';
import { quantityValue } from '../../../api/quantity.ts';
import { binaryBytes } from '../../../i18n/format.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { type CgroupValues, containerCgroup, oomScoreAdj, podCgroup, slicesOf } from './cgroup-values.ts';
import { nodesAt } from './cluster.ts';
import type { PipelineInput } from './drawing.ts';
import { podOnNode, type RealContainer, type RealPod } from './sandbox.ts';
import { subjectAt } from './subject.ts';
import type { BoxState } from './view.ts';
import { type PipelineWords, pipelineWords } from './words.ts';

export interface ProcessRow {
  readonly pid: number;
  readonly words: string;
}

/** A container, or pause, as the kernel has it. */
export interface ContainerRow {
  /** '' is pause. */
  readonly name: string;
  readonly state: BoxState;
  readonly pid: number | undefined;
  readonly words: string;
  /** Said of a program that is not simulated. */
  readonly note: string | undefined;
  readonly children: readonly ProcessRow[];
  /** Lines of cgroup values: name and value. */
  readonly limits: readonly (readonly [name: string, value: string])[];
  readonly limit: string;
  /** Share of memory.max in use; absent without a limit, or while nothing is told of it. */
  readonly memoryShare: number | undefined;
}

/** One Pod from inside. */
export interface PodView {
  readonly ref: ObjectRef;
  readonly node: string;
  readonly slices: readonly string[];
  readonly podValues: string;
  readonly rows: readonly ContainerRow[];
  readonly sharesPid: boolean;
  readonly hostNetwork: boolean;
  readonly hostname: string;
  readonly up: boolean;
  /** Its machine has no power. */
  readonly off: boolean;
  readonly cidr: string | undefined;
  /** Its address was taken back: it had one. */
  readonly released: boolean;
  readonly veth: string | undefined;
  readonly bridge: string;
  readonly gateway: string | undefined;
  readonly nodeIp: string;
  readonly others: number;
}

/** The picked Pod, or the story's, from inside its node; undefined while it is on none. */
export function podView(input: PipelineInput): PodView | undefined {
  const { trace, world, head, picked, lang } = input;
  const t = pipelineWords(lang);
  const { ref, last: pod } = subjectAt(trace, world, head.until, picked);
  const node = nodesAt(trace, world, head.until).find(({ name }) => name === pod?.spec.nodeName);
  if (ref === undefined || pod === undefined || node === undefined) return undefined;
  const real = podOnNode(trace, ref, node.name, head.until);
  const memory = node.node.status?.capacity?.['memory'];
  const nodeMemory = memory === undefined ? 0 : quantityValue(memory);
  const qos = podQos(pod);
  // The bridge stays on the node when the Pod's network goes.
  const network = real.cni ?? real.released;
  const paused = real.pausePid !== undefined && !real.pauseGone;
  const pause: ContainerRow = {
    name: '',
    state: paused ? 'running' : real.pauseGone ? 'succeeded' : 'ghost',
    pid: paused ? real.pausePid : undefined,
    words: pauseWords(real, t),
    note: undefined,
    children: [],
    limits: [
      ['cpu.weight', '1'],
      ['oom_score_adj', '-998'],
    ],
    limit: t('podView.noLimit'),
    memoryShare: undefined,
  };
  const containers = allContainers(pod.spec).map(({ container }) =>
    rowOf(container, { pod, has: real.containers.get(container.name), off: real.off, nodeMemory, input }),
  );
  return {
    ref,
    node: node.name,
    slices: slicesOf(pod),
    podValues: valuesLine(podCgroup(pod)),
    rows: [pause, ...containers],
    sharesPid: pod.spec.shareProcessNamespace === true,
    hostNetwork: pod.spec.hostNetwork === true,
    hostname: pod.spec.hostname ?? ref.name,
    up: paused,
    off: real.off,
    cidr: real.cni?.cidr,
    released: real.cni === undefined && real.released !== undefined,
    veth: real.cni?.veth,
    bridge: network?.bridge ?? 'cni0',
    gateway: gatewayOf(network?.cidr),
    nodeIp: node.node.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '',
    others: node.own.filter((each) => each !== pod && podQos(each) === qos).length,
  };
}

function pauseWords(real: RealPod, t: PipelineWords): string {
  if (real.off) return t('down.power');
  if (real.pauseGone) return t('pause.gone');
  return t(real.pausePid === undefined ? 'podView.ghost' : 'podView.holds');
}

function gatewayOf(cidr: string | undefined): string | undefined {
  const found = cidr === undefined ? null : /^(\d+\.\d+\.\d+)\.\d+\/(\d+)$/.exec(cidr);
  return found === null ? undefined : `${found[1]}.1/${found[2]}`;
}

function valuesLine({ weight, max, memory }: CgroupValues): string {
  return [
    `cpu.weight ${weight}`,
    max === undefined ? undefined : `cpu.max ${max}`,
    memory === undefined ? undefined : `memory.max ${memory}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

interface RowInput {
  readonly pod: Pod;
  readonly has: RealContainer | undefined;
  readonly off: boolean;
  readonly nodeMemory: number;
  readonly input: PipelineInput;
}

function rowOf(container: Container, { pod, has, off, nodeMemory, input }: RowInput): ContainerRow {
  const t = pipelineWords(input.lang);
  const { weight, max, memory } = containerCgroup(container);
  const used = has?.pid === undefined ? undefined : has.memoryBytes;
  const status = pod.status?.containerStatuses?.find(({ name }) => name === container.name);
  const ready = status?.ready === true;
  // The spec may name one, else it is the image's.
  const stopSignal = container.lifecycle?.stopSignal ?? status?.stopSignal ?? has?.stopSignal;
  const limits: (readonly [string, string])[] = [
    ...(max === undefined ? [] : ([['cpu.max', max]] as const)),
    ['cpu.weight', String(weight)],
    ['oom_score_adj', String(oomScoreAdj(pod, container, nodeMemory))],
  ];
  return {
    name: container.name,
    state: stateOf(has, ready),
    pid: has?.pid,
    words: off ? t('down.power') : wordsOf(has, stopSignal, t),
    note: has?.program === 'guessed' ? t('podView.guessed') : undefined,
    children: [...(has?.children ?? [])].map(([pid, { argv }]) => ({ pid, words: argv.join(' ') })),
    limits: memory === undefined ? limits : [['memory.max', String(memory)], ...limits],
    limit: limitWords(memory, used, t),
    memoryShare: memory === undefined || used === undefined ? undefined : used / memory,
  };
}

function limitWords(memory: number | undefined, used: number | undefined, t: PipelineWords): string {
  if (memory === undefined)
    return used === undefined ? t('podView.noLimit') : t('podView.used', { bytes: binaryBytes(used) });
  const limit = binaryBytes(memory);
  return used === undefined
    ? t('podView.memory', { bytes: limit })
    : t('podView.usedOf', { bytes: binaryBytes(used), limit });
}

function stateOf(has: RealContainer | undefined, ready: boolean): BoxState {
  if (has === undefined) return 'ghost';
  if (has.pid !== undefined) return has.signal !== undefined ? 'terminating' : ready ? 'ready' : 'running';
  if (has.exit !== undefined) return has.exit.code === 0 ? 'succeeded' : 'failed';
  return has.created ? 'created' : 'ghost';
}

function wordsOf(has: RealContainer | undefined, stopSignal: string | undefined, t: PipelineWords): string {
  if (has?.pid !== undefined) {
    if (has.signal !== undefined) return t('box.signalled', { signal: has.signal });
    return has.nsPid === 1 && stopSignal !== undefined
      ? t('podView.first', { signal: stopSignal })
      : t('podView.plain', { nsPid: has.nsPid ?? 0 });
  }
  if (has?.exit !== undefined)
    return has.exit.oom ? t('box.oom', { code: has.exit.code }) : t('podView.ended', { code: has.exit.code });
  return has?.created === true ? t('box.notStarted') : t('podView.ghost');
}
