import type { Job, Pod, PodFailurePolicyRule, SuccessPolicy } from '../../../api/generated/types.ts';
import { type Indexes, parseIndexes } from './indexes.ts';

/** What a failed Pod means under the Job's podFailurePolicy. */
export interface Failure {
  /** Set by a FailJob rule: why the Job fails. */
  readonly message?: string;
  readonly counts: boolean;
  readonly action?: PodFailurePolicyRule['action'];
}

/** The first rule that matches decides; without one the failure counts. Models matchPodFailurePolicy (1.36). */
export function judgeFailure(job: Job, pod: Pod): Failure {
  for (const [index, rule] of (job.spec.podFailurePolicy?.rules ?? []).entries()) {
    const why = matchText(rule, pod);
    if (why === undefined) continue;
    const { action } = rule;
    if (action === 'FailJob')
      return { message: `${why} matching FailJob rule at index ${index}`, counts: true, action };
    return { counts: action !== 'Ignore', action };
  }
  return { counts: true };
}

/** The beginning of the message when the rule matches. */
function matchText(rule: PodFailurePolicyRule, pod: Pod): string | undefined {
  const where = `${pod.metadata.namespace ?? ''}/${pod.metadata.name}`;
  if (rule.onExitCodes !== undefined) {
    const { containerName, operator, values } = rule.onExitCodes;
    const statuses = [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])];
    for (const { name, state } of statuses) {
      const code = state?.terminated?.exitCode;
      if (code === undefined || code === 0 || (containerName !== undefined && containerName !== name))
        continue;
      if (values.includes(code) === (operator === 'In'))
        return `Container ${name} for pod ${where} failed with exit code ${code}`;
    }
    return undefined;
  }
  for (const condition of pod.status?.conditions ?? []) {
    const matches = rule.onPodConditions?.some(
      ({ type, status = 'True' }) => type === condition.type && status === condition.status,
    );
    if (matches === true) return `Pod ${where} has condition ${condition.type}`;
  }
  return undefined;
}

/** The message of the first successPolicy rule that the succeeded indexes meet. Models matchSuccessPolicy (1.36). */
export function metSuccessPolicy(
  policy: SuccessPolicy | undefined,
  completions: number,
  succeeded: Indexes,
): string | undefined {
  if (policy === undefined || succeeded.length === 0) return undefined;
  for (const [index, { succeededIndexes, succeededCount }] of policy.rules.entries()) {
    const wanted = succeededIndexes === undefined ? undefined : parseIndexes(succeededIndexes, completions);
    const met = wanted === undefined ? succeeded : wanted.filter((item) => succeeded.includes(item));
    const isMet =
      succeededCount === undefined
        ? wanted !== undefined && met.length === wanted.length
        : met.length >= succeededCount;
    if (isMet) return `Matched rules at index ${index}`;
  }
  return undefined;
}
