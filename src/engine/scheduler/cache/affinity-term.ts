import type { Pod, PodAffinityTerm, WeightedPodAffinityTerm } from '../../../api/generated/types.ts';
import {
  type Labels,
  NOTHING,
  type Selector,
  compileLabelSelector,
  selectorMatches,
} from '../../../api/label-selector.ts';

/** A term made ready to match. Models pkg/scheduler/framework/types.go AffinityTerm (1.36). */
export interface AffinityTerm {
  readonly topologyKey: string;
  readonly selector: Selector;
  readonly namespaces: ReadonlySet<string>;
  /** Namespaces by label; matches nothing when the term has no namespaceSelector. */
  readonly namespaceSelector: Selector;
}

export interface WeightedAffinityTerm {
  readonly term: AffinityTerm;
  readonly weight: number;
}

/** What of a Pod a term is matched against. */
export interface TermSubject {
  readonly namespace: string;
  readonly labels: Labels;
}

/** `namespaceLabels` are those of the subject's namespace. */
export function termMatches(
  term: AffinityTerm,
  subject: TermSubject,
  namespaceLabels: Labels | undefined,
): boolean {
  const there =
    term.namespaces.has(subject.namespace) ||
    (!term.namespaceSelector.nothing && selectorMatches(term.namespaceSelector, namespaceLabels));
  return there && selectorMatches(term.selector, subject.labels);
}

export function compileTerm(pod: Pod, term: PodAffinityTerm): AffinityTerm {
  const named = term.namespaces ?? [];
  const own = named.length === 0 && term.namespaceSelector === undefined;
  return {
    topologyKey: term.topologyKey,
    selector: compileLabelSelector(term.labelSelector),
    namespaces: new Set(own ? [pod.metadata.namespace ?? ''] : named),
    namespaceSelector:
      term.namespaceSelector === undefined ? NOTHING : compileLabelSelector(term.namespaceSelector),
  };
}

const NO_TERMS: readonly never[] = [];

export function compileTerms(
  pod: Pod,
  terms: readonly PodAffinityTerm[] | undefined,
): readonly AffinityTerm[] {
  return terms === undefined || terms.length === 0 ? NO_TERMS : terms.map((term) => compileTerm(pod, term));
}

export function compileWeightedTerms(
  pod: Pod,
  terms: readonly WeightedPodAffinityTerm[] | undefined,
): readonly WeightedAffinityTerm[] {
  if (terms === undefined || terms.length === 0) return NO_TERMS;
  return terms.map(({ weight, podAffinityTerm }) => ({ weight, term: compileTerm(pod, podAffinityTerm) }));
}
