import type { Node, Pod, Taint } from '../../../../api/generated/types.ts';
import { tolerationsTolerate } from '../../../../api/toleration.ts';
import { NODE_UNSCHEDULABLE } from '../../framework/names.ts';
import type { Plugin } from '../../framework/plugin.ts';
import { unresolvable } from '../../framework/status.ts';
import { ADD, UPDATE_NODE_TAINT, UPDATE_POD_TOLERATION } from '../../queue/cluster-event.ts';

const UNSCHEDULABLE_TAINT: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };
const REJECTION = unresolvable(NODE_UNSCHEDULABLE, 'node(s) were unschedulable');

/** Keeps Pods off cordoned nodes. Models plugins/nodeunschedulable (1.36). */
export function nodeUnschedulable(): Plugin {
  return {
    name: NODE_UNSCHEDULABLE,
    events: [
      {
        event: { resource: 'Node', action: ADD | UPDATE_NODE_TAINT },
        hint: (_pod, before, after) => {
          const was = before === undefined ? false : !isCordoned(before as Node);
          return !was && !isCordoned(after as Node);
        },
      },
      {
        event: { resource: 'UnschedulablePod', action: UPDATE_POD_TOLERATION },
        hint: (pod, _before, after) => {
          const changed = after as Pod;
          return (
            changed.metadata.uid === pod.uid &&
            tolerationsTolerate(changed.spec.tolerations, UNSCHEDULABLE_TAINT)
          );
        },
      },
    ],
    filter(_state, pod, node) {
      if (!isCordoned(node.node)) return undefined;
      return tolerationsTolerate(pod.pod.spec.tolerations, UNSCHEDULABLE_TAINT) ? undefined : REJECTION;
    },
    explainFilter: (_state, _pod, node) => ({ unschedulable: isCordoned(node.node) }),
  };
}

function isCordoned(node: Node): boolean {
  return node.spec.unschedulable === true;
}
