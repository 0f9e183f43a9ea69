import type {
  Node,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  Pod,
  PreferredSchedulingTerm,
} from './generated/types.ts';
import {
  type Requirement,
  type SelectionOperator,
  requirementErrors,
  requirementMatches,
} from './label-selector.ts';

// Models k8s.io/component-helpers/scheduling/corev1/nodeaffinity of 1.36. Requirements that cannot be
// parsed make their term match nothing, as the lazy selector does.

const OPERATORS: Readonly<Record<NodeSelectorRequirement['operator'], SelectionOperator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
  Gt: 'gt',
  Lt: 'lt',
};

interface CompiledTerm {
  /** undefined = the term has a requirement that cannot be parsed */
  readonly requirements: readonly Requirement[] | undefined;
  readonly fields: readonly NodeSelectorRequirement[];
}

const compiledTerms = new WeakMap<NodeSelectorTerm, CompiledTerm>();

function compile(term: NodeSelectorTerm): CompiledTerm {
  const known = compiledTerms.get(term);
  if (known !== undefined) return known;
  const requirements = (term.matchExpressions ?? []).map(({ key, operator, values = [] }) => ({
    key,
    operator: OPERATORS[operator],
    values,
  }));
  const parses = requirements.every(
    (item) => item.operator !== undefined && requirementErrors(item).length === 0,
  );
  const fields = term.matchFields ?? [];
  const fieldsParse = fields.every(
    ({ operator, values = [] }) => (operator === 'In' || operator === 'NotIn') && values.length === 1,
  );
  const compiled = { requirements: parses && fieldsParse ? requirements : undefined, fields };
  compiledTerms.set(term, compiled);
  return compiled;
}

function fieldMatches({ key, operator, values = [] }: NodeSelectorRequirement, node: Node): boolean {
  const value = key === 'metadata.name' ? node.metadata.name : '';
  return (value === values[0]) === (operator === 'In');
}

/** An empty term matches nothing. */
export function nodeSelectorTermMatches(term: NodeSelectorTerm, node: Node): boolean {
  const { requirements, fields } = compile(term);
  if (requirements === undefined || (requirements.length === 0 && fields.length === 0)) return false;
  const labels = node.metadata.labels ?? {};
  return (
    requirements.every((requirement) => requirementMatches(requirement, labels)) &&
    fields.every((field) => fieldMatches(field, node))
  );
}

/** Terms are ORed. */
export function nodeSelectorMatches(selector: NodeSelector, node: Node): boolean {
  return selector.nodeSelectorTerms.some((term) => nodeSelectorTermMatches(term, node));
}

/** Whether a Pod's nodeSelector and required node affinity let it on the node. Models GetRequiredNodeAffinity. */
export function requiredNodeAffinityMatches(pod: Pod, node: Node): boolean {
  const labels = node.metadata.labels ?? {};
  for (const [key, value] of Object.entries(pod.spec.nodeSelector ?? {})) {
    if (labels[key] !== value) return false;
  }
  const affinity = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return affinity === undefined || nodeSelectorMatches(affinity, node);
}

/** The sum of the weights of the terms that match. Models PreferredSchedulingTerms.Score. */
export function preferredNodeAffinityScore(terms: readonly PreferredSchedulingTerm[], node: Node): number {
  let score = 0;
  for (const { weight, preference } of terms) {
    if (weight !== 0 && nodeSelectorTermMatches(preference, node)) score += weight;
  }
  return score;
}
