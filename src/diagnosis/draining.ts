import type { Node, Pod, PodDisruptionBudget } from '../api/generated/types.ts';
import { ignoresBudgets, unhealthyMayGo } from '../api/eviction.ts';
import { labelSelectorMatches } from '../api/label-selector.ts';
import { controllerOf } from '../api/owner.ts';
import { isPodReady } from '../api/pod.ts';
import { type ClusterFacts, listOf, refOf } from './cluster.ts';
import type { Link } from './link.ts';

const BUDGETS = 'poddisruptionbudgets.policy';
const MIRROR = 'kubernetes.io/config.mirror';

type OfPod = (pod: Pod) => readonly Link[];

/**
 * Why a node that takes no new Pods cannot be emptied: a budget that lets none of its Pods go. None for one whose budget
 * waits only for Pods that are on their way.
 */
export function drainLinks(cluster: ClusterFacts, node: Node, ofPod: OfPod): readonly Link[] {
  if (node.spec?.unschedulable !== true) return [];
  const { name } = node.metadata;
  for (const pod of listOf<Pod>(cluster, 'pods')) {
    if (pod.spec.nodeName !== name || isLeftAlone(pod)) continue;
    const held = budgetLinks(cluster, pod, ofPod);
    if (held.length === 0) continue;
    const drained: Link = {
      stage: 'node',
      cause: 'drain-held',
      about: name,
      subject: refOf('nodes', node),
      evidence: [
        { where: `Node ${name} spec.unschedulable`, says: 'true' },
        { where: `Pod ${pod.metadata.name} spec.nodeName`, says: name },
      ],
      next: [`kubectl get pods -A -o wide --field-selector spec.nodeName=${name}`, 'kubectl get pdb -A'],
    };
    return [drained, ...held];
  }
  return [];
}

/** What kubectl drain passes over, and what the API server evicts whatever a budget says. */
function isLeftAlone(pod: Pod): boolean {
  return (
    controllerOf(pod.metadata)?.kind === 'DaemonSet' ||
    pod.metadata.annotations?.[MIRROR] !== undefined ||
    ignoresBudgets(pod)
  );
}

const selects = ({ metadata, spec }: PodDisruptionBudget, pod: Pod): boolean =>
  metadata.namespace === pod.metadata.namespace && labelSelectorMatches(spec?.selector, pod.metadata.labels);

function budgetLinks(cluster: ClusterFacts, pod: Pod, ofPod: OfPod): readonly Link[] {
  const budgets = listOf<PodDisruptionBudget>(cluster, BUDGETS).filter((budget) => selects(budget, pod));
  const [budget] = budgets;
  if (budget === undefined) return [];
  const { name, namespace = '' } = budget.metadata;
  const base = {
    stage: 'node',
    subject: refOf(BUDGETS, budget),
    next: [`kubectl describe pdb ${name} -n ${namespace}`],
  } as const;
  if (budgets.length > 1) {
    const evidence = budgets.map(({ metadata, spec }) => ({
      where: `PodDisruptionBudget ${metadata.name} spec.selector`,
      says: JSON.stringify(spec?.selector ?? {}),
    }));
    return [{ ...base, cause: 'budgets-many', about: pod.metadata.name, evidence }];
  }
  const {
    disruptionsAllowed,
    currentHealthy = 0,
    desiredHealthy = 0,
    expectedPods = 0,
  } = budget.status ?? {};
  if (disruptionsAllowed !== 0 || unhealthyMayGo(pod, budget)) return [];
  const { minAvailable, maxUnavailable } = budget.spec ?? {};
  const link = {
    ...base,
    about: name,
    evidence: [
      minAvailable === undefined
        ? { where: 'spec.maxUnavailable', says: String(maxUnavailable) }
        : { where: 'spec.minAvailable', says: String(minAvailable) },
      {
        where: 'status',
        says: `currentHealthy ${currentHealthy}, desiredHealthy ${desiredHealthy}, expectedPods ${expectedPods}, disruptionsAllowed 0`,
      },
    ],
  };
  if (currentHealthy >= expectedPods) return [{ ...link, cause: 'budget-none' }];
  const unwell = listOf<Pod>(cluster, 'pods').filter((each) => selects(budget, each) && !isPodReady(each));
  const behind = unwell.map(ofPod).find((links) => links.length > 0);
  return behind === undefined ? [] : [{ ...link, cause: 'budget-waits' }, ...behind];
}
