import { NODE_NAME } from '../../framework/names.ts';
import type { Plugin } from '../../framework/plugin.ts';
import { unresolvable } from '../../framework/status.ts';
import { ADD } from '../../queue/cluster-event.ts';

const REJECTION = unresolvable(NODE_NAME, "node(s) didn't match the requested node name");

/** Models plugins/nodename (1.36). */
export function nodeName(): Plugin {
  return {
    name: NODE_NAME,
    events: [{ event: { resource: 'Node', action: ADD } }],
    filter(_state, pod, node) {
      const wanted = pod.pod.spec.nodeName ?? '';
      return wanted === '' || wanted === node.name ? undefined : REJECTION;
    },
  };
}
