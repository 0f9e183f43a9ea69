import type { Node, Pod } from '../../../../api/generated/types.ts';
import { POD_TOPOLOGY_SPREAD } from '../../framework/names.ts';
import { type Plugin, SKIP } from '../../framework/plugin.ts';
import {
  ADD,
  DELETE,
  UPDATE_NODE_LABEL,
  UPDATE_NODE_TAINT,
  UPDATE_POD_LABEL,
  UPDATE_POD_TOLERATION,
} from '../../queue/cluster-event.ts';
import { type SpreadArgs, constraintsOf } from './constraints.ts';
import { explainSkew, explainSpread } from './inputs.ts';
import {
  LABEL_MISSING,
  SKEWED,
  type SpreadState,
  cloneSpread,
  countDomains,
  skewOf,
  updateSpread,
} from './filtering.ts';
import { nodeChangeMayHelp, podChangeMayHelp } from './hints.ts';
import { type SpreadScoreState, normalizeSpread, prepareScores, spreadScore } from './scoring.ts';

/** Spreads Pods over domains, as a rule (DoNotSchedule) and by score (ScheduleAnyway). Models plugins/podtopologyspread (1.36). */
export function podTopologySpread(args: SpreadArgs): Plugin<SpreadState, SpreadScoreState> {
  return {
    name: POD_TOPOLOGY_SPREAD,
    events: [
      {
        event: { resource: 'Pod', action: ADD | UPDATE_POD_LABEL | UPDATE_POD_TOLERATION | DELETE },
        hint: (pod, before, after, objects) =>
          podChangeMayHelp(
            pod,
            constraintsOf(pod, 'DoNotSchedule', args, objects),
            before as Pod | undefined,
            after as Pod | undefined,
          ),
      },
      {
        event: { resource: 'Node', action: ADD | DELETE | UPDATE_NODE_LABEL | UPDATE_NODE_TAINT },
        hint: (pod, before, after, objects) =>
          nodeChangeMayHelp(
            constraintsOf(pod, 'DoNotSchedule', args, objects),
            before as Node | undefined,
            after as Node | undefined,
          ),
      },
    ],
    preFilter(pod, snapshot) {
      const constraints = constraintsOf(pod, 'DoNotSchedule', args, snapshot.objects);
      return constraints.length === 0
        ? SKIP
        : { outcome: 'run', state: countDomains(pod, constraints, snapshot) };
    },
    cloneState: cloneSpread,
    addPod: (state, pod, change) => updateSpread(state, pod, change, 1),
    removePod: (state, pod, change) => updateSpread(state, pod, change, -1),
    filter(state, _pod, node) {
      for (const domain of state) {
        const value = node.labels[domain.constraint.topologyKey];
        if (value === undefined) return LABEL_MISSING;
        if (skewOf(domain, value) > domain.constraint.maxSkew) return SKEWED;
      }
      return undefined;
    },
    explainFilter: explainSkew,
    preScore(pod, snapshot, filtered) {
      const constraints = constraintsOf(pod, 'ScheduleAnyway', args, snapshot.objects);
      if (constraints.length === 0) return SKIP;
      const own = (pod.pod.spec.topologySpreadConstraints?.length ?? 0) > 0;
      const requireAllTopologies = own || args.defaultingType !== 'System';
      return {
        outcome: 'run',
        state: prepareScores(pod, constraints, { snapshot, filtered, requireAllTopologies }),
      };
    },
    score: spreadScore,
    normalize: normalizeSpread,
    explainScore: explainSpread,
  };
}
