import type { Pod } from '../../../../api/generated/types.ts';
import { type HostPort, podInfoOf } from '../../cache/pod-info.ts';
import { NODE_PORTS } from '../../framework/names.ts';
import { type Plugin, SKIP } from '../../framework/plugin.ts';
import { unschedulable } from '../../framework/status.ts';
import { ADD, DELETE } from '../../queue/cluster-event.ts';

const REJECTION = unschedulable(NODE_PORTS, "node(s) didn't have free ports for the requested pod ports");
const ANY_ADDRESS = '0.0.0.0';

function conflict(wanted: readonly HostPort[], used: readonly HostPort[]): HostPort | undefined {
  return wanted.find((want) =>
    used.some(
      (other) =>
        other.port === want.port &&
        other.protocol === want.protocol &&
        (other.ip === want.ip || other.ip === ANY_ADDRESS || want.ip === ANY_ADDRESS),
    ),
  );
}

/** Host ports are taken once per node, protocol and address. Models plugins/nodeports (1.36). */
export function nodePorts(): Plugin {
  return {
    name: NODE_PORTS,
    events: [
      {
        event: { resource: 'Pod', action: DELETE },
        hint: (pod, before) => {
          const gone = before as Pod;
          if ((gone.spec.nodeName ?? '') === '' && (gone.status?.nominatedNodeName ?? '') === '')
            return false;
          return conflict(pod.hostPorts, podInfoOf(gone).hostPorts) !== undefined;
        },
      },
      { event: { resource: 'Node', action: ADD } },
    ],
    preFilter: (pod) => (pod.hostPorts.length === 0 ? SKIP : { outcome: 'run', state: undefined }),
    filter(_state, pod, node) {
      if (node.ports === undefined) return undefined;
      return conflict(pod.hostPorts, node.ports) === undefined ? undefined : REJECTION;
    },
    explainFilter(_state, pod, node) {
      const taken = conflict(pod.hostPorts, node.ports ?? []);
      return { taken: taken === undefined ? '' : `${taken.ip}:${taken.port}/${taken.protocol}` };
    },
  };
}
