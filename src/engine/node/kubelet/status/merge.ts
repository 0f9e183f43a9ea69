import type { Pod, PodCondition, PodStatus } from '../../../../api/generated/types.ts';
import { findCondition, isTerminalPhase } from '../pod.ts';
import { ownedByKubelet, terminalReadyCondition } from './conditions.ts';
import { replaceOrAppend } from './generate.ts';

// Models pkg/kubelet/status/status_manager.go mergePodStatus (1.36).

/**
 * What is written of a new status over the API's: conditions of others stay, and a terminal phase is held back while
 * containers may still run.
 */
export function mergeStatus(
  pod: Pod,
  old: PodStatus,
  next: PodStatus,
  { mayRun, now }: { readonly mayRun: boolean; readonly now: string },
): PodStatus {
  const conditions = (old.conditions ?? []).filter(({ type }) => !ownedByKubelet(type));
  const turnsTerminal = !isTerminalPhase(old.phase) && isTerminalPhase(next.phase);
  for (const condition of next.conditions ?? []) {
    if (ownedByKubelet(condition.type)) conditions.push(condition);
    else if (condition.type === 'DisruptionTarget' && turnsTerminal && !mayRun) {
      replaceOrAppend(conditions, { ...condition, lastTransitionTime: now });
    }
  }
  const merged: { -readonly [K in keyof PodStatus]: PodStatus[K] } = { ...next, conditions };
  if (old.resourceClaimStatuses !== undefined) merged.resourceClaimStatuses = old.resourceClaimStatuses;
  if (old.nominatedNodeName !== undefined) merged.nominatedNodeName = old.nominatedNodeName;
  if (turnsTerminal && mayRun) {
    merged.phase = old.phase;
    merged.reason = old.reason;
    merged.message = old.message;
  }
  const { phase } = merged;
  if (phase === 'Failed' || phase === 'Succeeded')
    forceUnready(conditions, old, now, (type) => terminalReadyCondition(pod, type, phase));
  return merged;
}

function forceUnready(
  conditions: PodCondition[],
  old: PodStatus,
  now: string,
  ended: (type: 'ContainersReady' | 'Ready') => PodCondition,
): void {
  for (const type of ['ContainersReady', 'Ready'] as const) {
    if (conditions.find((condition) => condition.type === type)?.status !== 'True') continue;
    const before = findCondition(old, type);
    const lastTransitionTime = before?.status === 'False' ? before.lastTransitionTime : now;
    replaceOrAppend(conditions, { ...ended(type), lastTransitionTime });
  }
}
