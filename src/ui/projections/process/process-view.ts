import type { Container, Pod, Probe } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { allContainers } from '../../../api/pod.ts';
import { quantityMilliValue, quantityValue } from '../../../api/quantity.ts';
import { asObject, type Json, type JsonObject } from '../../../base/json.ts';
import { processText } from '../../../i18n/catalogue/process.ts';
import type { Segment } from '../../../i18n/template.ts';
import { text, type Translate } from '../../../i18n/text.ts';
import { containerCgroup, slicesOf } from '../pipeline/cgroup-values.ts';
import type { PipelineInput } from '../pipeline/drawing.ts';
import { podView } from '../pipeline/pod-view.ts';
import { podOnNode } from '../pipeline/sandbox.ts';
import { subjectAt } from '../pipeline/subject.ts';
import type { BoxState } from '../pipeline/view.ts';
import { cgroupLines, type FileLine, jsonLines, procLines } from './files.ts';
import {
  type BackOffStep,
  lifeOf,
  type MemorySample,
  type ProbeAttempt,
  type ProbeKind,
  type Stop,
} from './life.ts';

type Words = Translate<(typeof processText)['en']>;

export interface Sibling {
  /** '' is pause. */
  readonly name: string;
  readonly state: BoxState;
  readonly pid: number | undefined;
  readonly words: string;
}

/** One probe: what it asks, its thresholds, and its attempts of this instance, oldest first. */
export interface ProbeStrip {
  readonly kind: ProbeKind;
  readonly asks: string;
  readonly every: string;
  readonly attempts: readonly ProbeAttempt[];
  /** Attempts before the first shown. */
  readonly before: number;
}

export type FileId = 'config' | 'proc' | 'cgroup' | 'cni';

/** Where a number of config.json came from. */
export interface Origin {
  readonly value: string;
  readonly words: readonly Segment[];
}

/** One container as a process, with what is told of it and what is done to it. */
export interface ProcessView {
  readonly ref: ObjectRef;
  readonly node: string;
  readonly name: string;
  readonly siblings: readonly Sibling[];
  readonly argv: readonly string[];
  readonly pid: number | undefined;
  /** Its machine has no power. */
  readonly off: boolean;
  /** Said of an image that nobody knows, or of the scenario's own. */
  readonly program: string | undefined;
  readonly startedUs: number | undefined;
  readonly memory: readonly MemorySample[];
  readonly limitBytes: number | undefined;
  readonly probes: readonly ProbeStrip[];
  readonly backOffs: readonly BackOffStep[];
  readonly stop: Stop | undefined;
  readonly files: Readonly<Record<FileId, readonly FileLine[]>>;
  readonly origins: readonly Origin[];
}

/** Attempts that a strip has room for. */
const SHOWN_ATTEMPTS = 40;
const PROBES: readonly ProbeKind[] = ['startup', 'readiness', 'liveness'];

/** The chosen container of the picked Pod as a process; undefined while the Pod is on no node. */
export function processView(input: PipelineInput, chosen: string | undefined): ProcessView | undefined {
  const { trace, world, head, picked, lang } = input;
  const t = text(processText, lang);
  const pod = subjectAt(trace, world, head.until, picked).last;
  const outside = podView(input);
  if (pod === undefined || outside === undefined) return undefined;
  const { ref } = outside;
  const container = containerOf(pod, chosen);
  if (container === undefined) return undefined;
  const life = lifeOf({ trace, world, pod: ref, container: container.name, until: head.until });
  const { off } = outside;
  const has = podOnNode(trace, ref, outside.node, head.until).containers.get(container.name);
  const spec = asObject(life.config?.data.spec as Json | undefined);
  const cgroup = containerCgroup(container);
  const memoryBytes = has?.pid === undefined ? undefined : life.memory.at(-1)?.bytes;
  const processes = has?.pid === undefined ? 0 : 1 + has.children.size;
  return {
    ref,
    node: outside.node,
    name: container.name,
    siblings: outside.rows.map(({ name, state, pid, words }) => ({ name, state, pid, words })),
    argv: has?.argv ?? [],
    pid: has?.pid,
    off,
    program: programWords(life.config?.data.program, container, t),
    startedUs: life.startedUs,
    memory: off ? [] : life.memory,
    limitBytes: cgroup.memory,
    probes: PROBES.flatMap((kind) =>
      stripOf(kind, container[`${kind}Probe`], life.probes.get(kind) ?? [], t),
    ),
    backOffs: life.backOffs,
    // Nobody is left to count a grace period.
    stop: off ? undefined : life.stop,
    files: {
      config: life.config === undefined ? [] : jsonLines(readingOrder(spec)),
      proc: procLines(spec, {
        pid: has?.pid,
        nsPid: has?.nsPid,
        argv: has?.argv ?? [],
        memoryBytes,
        children: has?.children.size ?? 0,
      }),
      cgroup:
        life.config === undefined || off
          ? []
          : cgroupLines({
              path: cgroupPath(pod, life.config.data.id),
              weight: cgroup.weight,
              cpuMax: cgroup.max,
              memoryMax: cgroup.memory,
              memoryBytes,
              oomKills: life.oomKills,
              processes,
            }),
      cni: life.network === undefined ? [] : jsonLines(life.network as Json),
    },
    origins: life.config === undefined ? [] : originsOf(spec, container, cgroup.weight, t),
  };
}

/** What says most comes first; the order of keys is nothing to JSON. */
function readingOrder(spec: JsonObject): JsonObject {
  const { process, linux, root, mounts, ...rest } = spec;
  return { process, linux, root, mounts, ...rest };
}

function containerOf(pod: Pod, chosen: string | undefined): Container | undefined {
  const all = allContainers(pod.spec).map(({ container }) => container);
  return all.find(({ name }) => name === chosen) ?? pod.spec.containers[0] ?? all[0];
}

function programWords(
  program: 'catalogue' | 'scenario' | 'guessed' | undefined,
  { image = '' }: Container,
  t: Words,
): string | undefined {
  if (program === undefined || program === 'catalogue') return undefined;
  return t(`program.${program}`, { image });
}

function stripOf(
  kind: ProbeKind,
  probe: Probe | undefined,
  attempts: readonly ProbeAttempt[],
  t: Words,
): ProbeStrip[] {
  if (probe === undefined) return [];
  const { periodSeconds = 10, failureThreshold = 3, successThreshold = 1, initialDelaySeconds = 0 } = probe;
  const every = t('probe.every', {
    period: periodSeconds,
    failures: failureThreshold,
    successes: successThreshold,
  });
  const delay = initialDelaySeconds === 0 ? '' : ` ${t('probe.delay', { delay: initialDelaySeconds })}`;
  return [
    {
      kind,
      asks: asksOf(probe),
      every: every + delay,
      attempts: attempts.slice(-SHOWN_ATTEMPTS),
      before: Math.max(0, attempts.length - SHOWN_ATTEMPTS),
    },
  ];
}

function asksOf({ exec, httpGet, tcpSocket, grpc }: Probe): string {
  if (exec !== undefined) return (exec.command ?? []).join(' ');
  if (httpGet !== undefined) return `GET :${httpGet.port}${httpGet.path ?? '/'}`;
  if (tcpSocket !== undefined) return `TCP :${tcpSocket.port}`;
  return `gRPC :${grpc?.port ?? ''}`;
}

function cgroupPath(pod: Pod, id: string): string {
  return `/sys/fs/cgroup/${slicesOf(pod).join('/')}/cri-containerd-${id}.scope`;
}

/** The numbers in config.json that the Pod's spec does not show as they are. */
function originsOf(spec: JsonObject, container: Container, weight: number, t: Words): Origin[] {
  const linux = asObject(spec['linux']);
  const resources = asObject(linux['resources']);
  const cpu = asObject(resources['cpu']);
  const { requests, limits } = container.resources ?? {};
  const pause = pausePid(linux);
  const origins: Origin[] = [];
  if (pause !== undefined) origins.push({ value: pause, words: t.rich('from.pause') });
  const asked = requests?.['cpu'] ?? limits?.['cpu'];
  origins.push({
    value: String(cpu['shares'] ?? 2),
    words:
      asked === undefined
        ? t.rich('from.sharesNone', { weight })
        : t.rich('from.shares', { milli: quantityMilliValue(asked), weight }),
  });
  if (limits?.['cpu'] !== undefined)
    origins.push({
      value: String(cpu['quota'] ?? ''),
      words: t.rich('from.quota', { limit: limits['cpu'] }),
    });
  if (limits?.['memory'] !== undefined)
    origins.push({
      value: String(quantityValue(limits['memory'])),
      words: t.rich('from.memory', { limit: limits['memory'] }),
    });
  const score = Number(asObject(spec['process'])['oomScoreAdj'] ?? 0);
  origins.push({ value: String(score), words: t.rich(scoreKey(score)) });
  return origins;
}

function scoreKey(score: number): 'from.scoreGuaranteed' | 'from.scoreBestEffort' | 'from.scoreBurstable' {
  if (score < 0) return 'from.scoreGuaranteed';
  return score === 1000 ? 'from.scoreBestEffort' : 'from.scoreBurstable';
}

function pausePid(linux: JsonObject): string | undefined {
  for (const namespace of (linux['namespaces'] ?? []) as readonly JsonObject[]) {
    const found = /^\/proc\/(\d+)\/ns\/ipc$/.exec(String(namespace['path'] ?? ''));
    if (found !== null) return found[1];
  }
  return undefined;
}
