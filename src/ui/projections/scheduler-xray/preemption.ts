import type { Pod } from '../../../api/generated/types.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import type { Attempt } from './attempts.ts';

/** A Pod that would have to go. */
export interface Victim {
  readonly name: string;
  readonly namespace: string;
  readonly priority: number;
  /** RFC 3339, or empty. */
  readonly started: string;
}

export interface PreemptionCandidate {
  readonly node: string;
  readonly victims: readonly Victim[];
  readonly pdbViolations: number;
}

/** What made the picked node the least bad, in the order the scheduler asks. */
export type Criterion = 'only' | 'pdb' | 'highest' | 'sum' | 'fewest' | 'latest' | 'first';

export interface Preemption {
  readonly picked: PreemptionCandidate;
  readonly others: readonly PreemptionCandidate[];
  readonly because: Criterion;
  /** The incoming Pod's priority: all victims have less. */
  readonly priority: number;
}

/** Who has to make room and why these; undefined when nobody has. */
export function preemptionOf(world: WorldIndex, { filter, preempt }: Attempt): Preemption | undefined {
  if (preempt?.data.picked === undefined) return undefined;
  const { picked: node, candidates: told, pod } = preempt.data;
  const here = world.list('pods', filter.seq) as Pod[];
  const candidates = Object.entries(told).map(([name, { victims, pdbViolations }]): PreemptionCandidate => {
    return { node: name, pdbViolations, victims: victims.map((victim) => victimOf(here, name, victim)) };
  });
  const picked = candidates.find((candidate) => candidate.node === node);
  if (picked === undefined) return undefined;
  const others = candidates.filter((candidate) => candidate !== picked);
  const incoming = here.find(
    ({ metadata }) => metadata.name === pod.name && metadata.namespace === pod.namespace,
  );
  return { picked, others, because: decidedBy(picked, others), priority: incoming?.spec.priority ?? 0 };
}

function victimOf(pods: readonly Pod[], node: string, told: string): Victim {
  const name = told.slice(told.lastIndexOf('/') + 1);
  const pod = pods.find(({ metadata, spec }) => metadata.name === name && spec.nodeName === node);
  return {
    name,
    namespace: pod?.metadata.namespace ?? '',
    priority: pod?.spec.priority ?? 0,
    started: pod?.status?.startTime ?? '',
  };
}

const highest = ({ victims }: PreemptionCandidate): number =>
  Math.max(...victims.map(({ priority }) => priority));
// The sum counts each Pod as at least one, as the scheduler does by shifting priorities above zero.
const sum = ({ victims }: PreemptionCandidate): number =>
  victims.reduce((total, { priority }) => total + priority + 2 ** 31, 0);

/** Earliest start among the most important victims; the node where it is latest is preferred. */
function earliestStart(candidate: PreemptionCandidate): string {
  const top = highest(candidate);
  const starts = candidate.victims.filter(({ priority }) => priority === top).map(({ started }) => started);
  return starts.sort()[0] ?? '';
}

/** Models preemption.go pickOneNodeForPreemption (1.36): the first rule that parts the picked node from all others. */
function decidedBy(picked: PreemptionCandidate, others: readonly PreemptionCandidate[]): Criterion {
  if (others.length === 0) return 'only';
  const rules: readonly (readonly [Criterion, (candidate: PreemptionCandidate) => number])[] = [
    ['pdb', ({ pdbViolations }) => pdbViolations],
    ['highest', highest],
    ['sum', sum],
    ['fewest', ({ victims }) => victims.length],
  ];
  let left = others;
  for (const [criterion, of] of rules) {
    left = left.filter((candidate) => of(candidate) <= of(picked));
    if (left.length === 0) return criterion;
  }
  return left.every((candidate) => earliestStart(candidate) < earliestStart(picked)) ? 'latest' : 'first';
}
