import type { Node, Pod, Taint, Toleration } from '../../../../api/generated/types.ts';
import { findUntoleratedTaint, taintText, tolerationsTolerate } from '../../../../api/toleration.ts';
import { TAINT_TOLERATION } from '../../framework/names.ts';
import type { Plugin } from '../../framework/plugin.ts';
import { unresolvable } from '../../framework/status.ts';
import { ADD, UPDATE_NODE_TAINT, UPDATE_POD_TOLERATION } from '../../queue/cluster-event.ts';
import { defaultNormalize } from '../common/normalize.ts';

const REJECTION = unresolvable(TAINT_TOLERATION, 'node(s) had untolerated taint(s)');

const keepsOut = ({ effect }: Taint): boolean => effect === 'NoSchedule' || effect === 'NoExecute';

function untolerated(node: Node, tolerations: readonly Toleration[] | undefined): Taint | undefined {
  return findUntoleratedTaint(node.spec.taints, tolerations, keepsOut);
}

/** The tolerations that count when scoring. */
type PreScoreState = readonly Toleration[];

/** Taints keep Pods out, or make a node less liked. Models plugins/tainttoleration (1.36). */
export function taintToleration(): Plugin<undefined, PreScoreState> {
  return {
    name: TAINT_TOLERATION,
    events: [
      {
        event: { resource: 'Node', action: ADD | UPDATE_NODE_TAINT },
        hint: (pod, before, after) => {
          const { tolerations } = pod.pod.spec;
          const was = before === undefined || untolerated(before as Node, tolerations) !== undefined;
          return was && untolerated(after as Node, tolerations) === undefined;
        },
      },
      {
        event: { resource: 'UnschedulablePod', action: UPDATE_POD_TOLERATION },
        hint: (pod, _before, after) => (after as Pod).metadata.uid === pod.uid,
      },
    ],
    filter(_state, pod, node) {
      const { taints } = node.node.spec;
      if (taints === undefined || taints.length === 0) return undefined;
      return findUntoleratedTaint(taints, pod.pod.spec.tolerations, keepsOut) === undefined
        ? undefined
        : REJECTION;
    },
    explainFilter(_state, pod, node) {
      const taint = untolerated(node.node, pod.pod.spec.tolerations);
      return {
        taints: (node.node.spec.taints ?? []).map(taintText),
        untolerated: taint === undefined ? '' : taintText(taint),
      };
    },
    preScore(pod) {
      const counting = (pod.pod.spec.tolerations ?? []).filter(
        ({ effect }) => effect === undefined || (effect as string) === '' || effect === 'PreferNoSchedule',
      );
      return { outcome: 'run', state: counting };
    },
    score(state, _pod, node) {
      const { taints } = node.node.spec;
      if (taints === undefined) return 0;
      let intolerable = 0;
      for (const taint of taints) {
        if (taint.effect === 'PreferNoSchedule' && !tolerationsTolerate(state, taint)) intolerable++;
      }
      return intolerable;
    },
    normalize: (_state, scores) => defaultNormalize(scores, true),
  };
}
