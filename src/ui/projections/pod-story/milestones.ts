import type { Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import type { PodRecords } from './pod-records.ts';
import { type PodVersion, podVersions } from './subject.ts';

/** What "created" means, in order; then what "deleted" means. */
export const CREATION = ['stored', 'scheduled', 'sandbox', 'created', 'started', 'running', 'ready'] as const;
export const TERMINATION = ['marked', 'signalled', 'exited', 'stopped', 'removed'] as const;
export type MilestoneId = (typeof CREATION)[number] | (typeof TERMINATION)[number];

/** One point of a Pod's life. Absent `seq`: it never happens in this run (so far). */
export interface Milestone {
  readonly id: MilestoneId;
  readonly seq: number | undefined;
  readonly at: number | undefined;
  /** The fact that goes with it: revision, node, address, image, exit code. */
  readonly fact: string;
}

/** The milestones of a Pod over the whole run; the cursor decides which have passed. */
export interface PodStory {
  readonly pod: ObjectRef;
  readonly creation: readonly Milestone[];
  /** When the command was given that the Pod came from; without one, when the Pod was stored. */
  readonly askedAt: number | undefined;
  /** Empty while nobody has deleted the Pod. */
  readonly termination: readonly Milestone[];
}

/** Reads a Pod's milestones from its versions and the node's records about it. */
export function podStory(trace: Trace, world: WorldIndex, records: PodRecords, pod: ObjectRef): PodStory {
  const versions = podVersions(world, pod);
  const own = records.of(pod).map((seq) => trace.at(seq));
  const find = (id: MilestoneId, seq: number | undefined, fact = ''): Milestone => ({
    id,
    seq,
    at: seq === undefined ? undefined : trace.at(seq).at,
    fact,
  });
  const version = (test: (pod: Pod) => boolean): PodVersion | undefined =>
    versions.find((each) => each.pod !== undefined && test(each.pod));
  const returned = (method: string): TraceRecord | undefined => {
    const calls = new Set<number>();
    for (const record of own) {
      if (record.kind === 'cri.call' && record.data.method === method) calls.add(record.seq);
      if (record.kind === 'cri.return' && calls.has(record.data.call) && record.data.error === undefined)
        return record;
    }
    return undefined;
  };

  const stored = versions[0];
  const bound = version((each) => (each.spec.nodeName ?? '') !== '');
  const running = version((each) => each.status?.phase === 'Running');
  const ready = version((each) => conditionTrue(each, 'Ready'));
  const addressed = version((each) => (each.status?.podIP ?? '') !== '');
  const creation = [
    find('stored', stored?.seq, revisionOf(stored?.pod)),
    find('scheduled', bound?.seq, bound?.pod?.spec.nodeName),
    find('sandbox', returned('RunPodSandbox')?.seq, addressed?.pod?.status?.podIP),
    find('created', returned('CreateContainer')?.seq, stored?.pod?.spec.containers[0]?.image),
    find('started', returned('StartContainer')?.seq),
    find('running', running?.seq),
    find('ready', ready?.seq),
  ];
  const askedAt =
    stored === undefined ? undefined : (commandOf(trace, stored.seq) ?? trace.at(stored.seq)).at;
  const marked = version((each) => each.metadata.deletionTimestamp !== undefined);
  if (marked === undefined) return { pod, creation, askedAt, termination: [] };
  const later = own.filter((record) => record.seq > marked.seq);
  const exit = lastProgramExit(own, marked.seq);
  const gone = versions.find((each) => each.pod === undefined && each.seq > marked.seq);
  const stop = later.find((record) => record.kind === 'cri.call' && record.data.method === 'StopPodSandbox');
  return {
    pod,
    creation,
    askedAt,
    termination: [
      find('marked', marked.seq, graceOf(marked.pod)),
      find('signalled', later.find((record) => record.kind === 'signal')?.seq),
      find('exited', exit?.seq, exit === undefined ? '' : String(exit.data.code)),
      find('stopped', stop?.seq),
      find('removed', gone?.seq),
    ],
  };
}

/** The command that a record follows from. */
function commandOf(trace: Trace, seq: number): TraceRecord | undefined {
  for (let at: number | undefined = seq; at !== undefined; ) {
    const record: TraceRecord | undefined = trace.find(at);
    if (record === undefined || record.kind === 'input.command') return record;
    at = record.cause;
  }
  return undefined;
}

/** The end of the last of the containers' programs after `seq`; what hooks and probes run beside them does not count. */
function lastProgramExit(own: readonly TraceRecord[], seq: number): RecordOf<'process.exit'> | undefined {
  const programs = new Map<string, number>();
  let last: RecordOf<'process.exit'> | undefined;
  for (const record of own) {
    if (record.kind !== 'process.start' && record.kind !== 'process.exit') continue;
    const { container, pid, child } = record.data;
    if (container === '' || child === true) continue;
    if (record.kind === 'process.start') {
      if (!programs.has(container)) programs.set(container, pid);
    } else if (programs.get(container) === pid) {
      programs.delete(container);
      if (record.seq > seq) last = record;
    }
  }
  return last;
}

function conditionTrue(pod: Pod, type: string): boolean {
  return (
    pod.status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ??
    false
  );
}

function revisionOf(pod: Pod | undefined): string | undefined {
  return pod?.metadata.resourceVersion;
}

function graceOf(pod: Pod | undefined): string | undefined {
  const seconds = pod?.metadata.deletionGracePeriodSeconds;
  return seconds === undefined ? undefined : String(seconds);
}

/** A stretch of the run as the ribbon names it. */
export interface Phase {
  readonly id: 'submit' | 'schedule' | 'sandbox' | 'pull' | 'start' | 'run' | 'ready' | 'terminate' | 'gone';
  readonly fromUs: number;
  readonly toUs: number;
}

/** The ribbon: the Pod's life cut at its milestones, from the run's first step to its last. Adjacent and complete. */
export function phasesOf(
  story: PodStory,
  pullFromUs: number | undefined,
  run: { readonly startUs: number; readonly endUs: number },
): readonly Phase[] {
  const at = (id: MilestoneId): number | undefined =>
    [...story.creation, ...story.termination].find((each) => each.id === id)?.at;
  const cuts: { id: Phase['id']; us: number | undefined }[] = [
    { id: 'submit', us: run.startUs },
    { id: 'schedule', us: at('stored') },
    { id: 'sandbox', us: at('scheduled') },
    { id: 'pull', us: pullFromUs },
    { id: 'start', us: pullFromUs === undefined ? at('sandbox') : at('created') },
    { id: 'run', us: at('running') },
    { id: 'ready', us: at('ready') },
    { id: 'terminate', us: at('marked') },
    { id: 'gone', us: at('removed') },
  ];
  const known = cuts
    .filter((cut): cut is { id: Phase['id']; us: number } => cut.us !== undefined)
    .sort((a, b) => a.us - b.us);
  return known
    .map((cut, place) => ({ id: cut.id, fromUs: cut.us, toUs: known[place + 1]?.us ?? run.endUs }))
    .filter((phase) => phase.toUs > phase.fromUs);
}
