import { type Labels, NOTHING, selectorMatches } from '../../../../api/label-selector.ts';
import { type AffinityTerm, type TermSubject, termMatches } from '../../cache/affinity-term.ts';
import type { ClusterObjects } from '../../framework/objects.ts';

/**
 * The incoming Pod's terms with namespace selectors turned into the names they select now.
 * Models interpodaffinity mergeAffinityTermNamespacesIfNotEmpty (1.36).
 */
export function withNamespaces(
  terms: readonly AffinityTerm[],
  objects: ClusterObjects,
): readonly AffinityTerm[] {
  if (terms.every(selectsNoneOrAll)) return terms;
  return terms.map((term) => {
    if (selectsNoneOrAll(term)) return term;
    const namespaces = new Set(term.namespaces);
    for (const { name, labels } of objects.namespaces()) {
      if (selectorMatches(term.namespaceSelector, labels)) namespaces.add(name);
    }
    return { ...term, namespaces, namespaceSelector: NOTHING };
  });
}

function selectsNoneOrAll({ namespaceSelector }: AffinityTerm): boolean {
  return namespaceSelector.nothing || namespaceSelector.requirements.length === 0;
}

/** One Pod must match all of them; no terms match nothing. Models podMatchesAllAffinityTerms. */
export function matchesAll(
  terms: readonly AffinityTerm[],
  subject: TermSubject,
  namespaceLabels?: Labels,
): boolean {
  if (terms.length === 0) return false;
  for (const term of terms) if (!termMatches(term, subject, namespaceLabels)) return false;
  return true;
}

export function matchesAny(
  terms: readonly AffinityTerm[],
  subject: TermSubject,
  namespaceLabels?: Labels,
): boolean {
  for (const term of terms) if (termMatches(term, subject, namespaceLabels)) return true;
  return false;
}
