import type { Pod } from '../../../../api/generated/types.ts';
import { DYNAMIC_RESOURCES } from '../../framework/names.ts';
import { type Plugin, SKIP } from '../../framework/plugin.ts';
import { unresolvable } from '../../framework/status.ts';

const NO_DEVICES = unresolvable(DYNAMIC_RESOURCES, 'cannot allocate all claims');

/**
 * No driver publishes devices here, so a Pod that claims some fits no node. Models plugins/dynamicresources (1.36) for
 * a cluster without ResourceSlices.
 */
export function dynamicResources(): Plugin {
  return {
    name: DYNAMIC_RESOURCES,
    preFilter: ({ pod }) => (claims(pod) ? { outcome: 'run', state: undefined } : SKIP),
    filter: (_state, pod) => (claims(pod.pod) ? NO_DEVICES : undefined),
    postFilter(attempt) {
      // A Pod that PreFilter refused earlier has left this plugin without a state to look at.
      if (!attempt.reached(DYNAMIC_RESOURCES)) return { outcome: 'error', message: 'not found' };
      return { outcome: 'unschedulable', message: 'no new claims to deallocate' };
    },
    score: () => 0,
  };
}

function claims({ spec }: Pod): boolean {
  return (spec.resourceClaims ?? []).length > 0;
}
