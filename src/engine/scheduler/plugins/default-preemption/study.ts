import type { Pod } from '../../../../api/generated/types.ts';
import { podCondition } from '../../../../api/pod.ts';
import type { PluginArgs } from '../../config/args.ts';
import { fitErrorMessage } from '../../framework/fit-error.ts';
import { DEFAULT_PREEMPTION } from '../../framework/names.ts';
import { NodeStatuses } from '../../framework/node-statuses.ts';
import type { FailedAttempt, PreemptionStudy } from '../../framework/plugin.ts';
import { type Rejection, unresolvable } from '../../framework/status.ts';
import { pickNode } from './pick.ts';
import { type Victims, selectVictims } from './victims.ts';

const NOT_HELPFUL = unresolvable(DEFAULT_PREEMPTION, 'Preemption is not helpful for scheduling');

/** Why the Pod may not preempt others now, or undefined. Models PodEligibleToPreemptOthers (1.36). */
export function ineligible({ pod, snapshot, statuses }: FailedAttempt): string | undefined {
  if (pod.pod.spec.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.';
  const nominated = pod.pod.status?.nominatedNodeName ?? '';
  if (nominated === '' || statuses.get(nominated).code === 'UnschedulableAndUnresolvable') return undefined;
  const leaving = snapshot
    .node(nominated)
    ?.pods.some((other) => other.priority < pod.priority && isTerminatingByPreemption(other.pod));
  return leaving === true ? 'not eligible due to a terminating pod on the nominated node.' : undefined;
}

function isTerminatingByPreemption({ metadata, status }: Pod): boolean {
  if (metadata.deletionTimestamp === undefined) return false;
  const condition = podCondition(status, 'DisruptionTarget');
  return condition?.status === 'True' && condition.reason === 'PreemptionByScheduler';
}

/** How many candidates are enough. Models calculateNumCandidates. */
export function candidatesWanted(nodes: number, args: PluginArgs['defaultPreemption']): number {
  const share = Math.trunc((nodes * args.minCandidateNodesPercentage) / 100);
  return Math.min(Math.max(share, args.minCandidateNodesAbsolute), nodes);
}

/** Tries, node by node, whom the Pod could replace. Models findCandidates and DryRunPreemption (1.36). */
export function studyPreemption(
  attempt: FailedAttempt,
  args: PluginArgs['defaultPreemption'],
  offsetOf: (nodes: number) => number,
): PreemptionStudy {
  const { snapshot, statuses } = attempt;
  const potential = statuses.withCode('Unschedulable', snapshot.nodes);
  const undamaging = new Map<string, Victims>();
  const violating = new Map<string, Victims>();
  const rejected = new Map<string, Rejection>();
  if (potential.length > 0) {
    const budgets = snapshot.objects.budgets();
    const wanted = candidatesWanted(potential.length, args);
    const offset = offsetOf(potential.length);
    for (let i = 0; i < potential.length; i++) {
      const node = snapshot.node(potential[(offset + i) % potential.length] ?? '');
      if (node === undefined) continue;
      const found = selectVictims(attempt, node, budgets);
      if ('code' in found) {
        rejected.set(node.name, found);
        continue;
      }
      (found.pdbViolations === 0 ? undamaging : violating).set(node.name, found);
      if (undamaging.size > 0 && undamaging.size + violating.size >= wanted) break;
    }
  }
  const candidates = new Map([...undamaging, ...violating]);
  const picked = pickNode(candidates);
  return { candidates, rejected, ...(picked === undefined ? {} : { picked }) };
}

/** What the event says after `preemption: ` when no node would do. */
export function hopelessMessage(attempt: FailedAttempt, study: PreemptionStudy): string {
  const statuses = new NodeStatuses();
  for (const [node, rejection] of study.rejected) statuses.set(node, rejection);
  statuses.absent = NOT_HELPFUL;
  return fitErrorMessage(attempt.snapshot.nodes.length, { statuses });
}
