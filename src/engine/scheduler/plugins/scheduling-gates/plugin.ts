import type { Pod } from '../../../../api/generated/types.ts';
import { SCHEDULING_GATES } from '../../framework/names.ts';
import type { Plugin } from '../../framework/plugin.ts';
import { unresolvable } from '../../framework/status.ts';
import { UPDATE_POD_SCHEDULING_GATES_ELIMINATED } from '../../queue/cluster-event.ts';

/** Holds a Pod back while it has scheduling gates. Models plugins/schedulinggates (1.36). */
export function schedulingGates(): Plugin {
  return {
    name: SCHEDULING_GATES,
    events: [
      {
        event: { resource: 'UnschedulablePod', action: UPDATE_POD_SCHEDULING_GATES_ELIMINATED },
        hint: (pod, _before, after) => (after as Pod | undefined)?.metadata.uid === pod.uid,
      },
    ],
    preEnqueue(pod) {
      const gates = pod.spec.schedulingGates ?? [];
      if (gates.length === 0) return undefined;
      return unresolvable(
        SCHEDULING_GATES,
        `waiting for scheduling gates: [${gates.map(({ name }) => name).join(' ')}]`,
      );
    },
  };
}
