import type { Node, NodeSelectorTerm, PreferredSchedulingTerm } from '../../../../api/generated/types.ts';
import {
  nodeSelectorMatches,
  preferredNodeAffinityScore,
  requiredNodeAffinityMatches,
} from '../../../../api/node-selector.ts';
import type { PluginArgs } from '../../config/args.ts';
import { NODE_AFFINITY } from '../../framework/names.ts';
import { type Plugin, type PreFilterResult, SKIP } from '../../framework/plugin.ts';
import { unresolvable } from '../../framework/status.ts';
import { ADD, UPDATE_NODE_LABEL } from '../../queue/cluster-event.ts';
import { defaultNormalize } from '../common/normalize.ts';

const POD_REJECTION = unresolvable(NODE_AFFINITY, "node(s) didn't match Pod's node affinity/selector");
const ENFORCED_REJECTION = unresolvable(
  NODE_AFFINITY,
  "node(s) didn't match scheduler-enforced node affinity",
);
const CONFLICT = unresolvable(NODE_AFFINITY, 'pod affinity terms conflict');

/** nodeSelector, and node affinity required and preferred. Models plugins/nodeaffinity (1.36). */
export function nodeAffinity(
  args: PluginArgs['nodeAffinity'],
): Plugin<undefined, readonly PreferredSchedulingTerm[]> {
  const added = args.addedAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const addedPreferred = args.addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const enforced = (node: Node): boolean => added === undefined || nodeSelectorMatches(added, node);
  return {
    name: NODE_AFFINITY,
    events: [
      {
        event: { resource: 'Node', action: ADD | UPDATE_NODE_LABEL },
        hint: (pod, before, after) => {
          if (!enforced(after as Node) || !requiredNodeAffinityMatches(pod.pod, after as Node)) return false;
          return before === undefined || !requiredNodeAffinityMatches(pod.pod, before as Node);
        },
      },
    ],
    preFilter(pod) {
      const required = pod.pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
      if (required === undefined && added === undefined && pod.pod.spec.nodeSelector === undefined)
        return SKIP;
      return pinnedNodes(required?.nodeSelectorTerms ?? []);
    },
    filter(_state, pod, node) {
      if (!enforced(node.node)) return ENFORCED_REJECTION;
      return requiredNodeAffinityMatches(pod.pod, node.node) ? undefined : POD_REJECTION;
    },
    preScore(pod) {
      const own = pod.pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
      return own.length === 0 && addedPreferred.length === 0
        ? SKIP
        : { outcome: 'run', state: [...addedPreferred, ...own] };
    },
    score: (terms, _pod, node) => preferredNodeAffinityScore(terms, node.node),
    normalize: (_state, scores) => defaultNormalize(scores, false),
  };
}

/** When every term names its nodes, only those are looked at: so are the Pods of a DaemonSet placed. */
function pinnedNodes(terms: readonly NodeSelectorTerm[]): PreFilterResult<undefined> {
  const everywhere = { outcome: 'run', state: undefined } as const;
  if (terms.length === 0) return everywhere;
  const names = new Set<string>();
  for (const term of terms) {
    const own = namesOfTerm(term);
    if (own === undefined) return everywhere;
    for (const name of own) names.add(name);
  }
  return names.size === 0
    ? { outcome: 'rejected', rejection: CONFLICT }
    : { ...everywhere, nodeNames: names };
}

function namesOfTerm(term: NodeSelectorTerm): ReadonlySet<string> | undefined {
  let names: Set<string> | undefined;
  for (const { key, operator, values = [] } of term.matchFields ?? []) {
    if (key !== 'metadata.name' || operator !== 'In') continue;
    const standing = names;
    names = new Set(standing === undefined ? values : values.filter((value) => standing.has(value)));
  }
  return names;
}
