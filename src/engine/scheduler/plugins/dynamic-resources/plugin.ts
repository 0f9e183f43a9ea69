import { DYNAMIC_RESOURCES } from '../../framework/names.ts';
import { type Plugin, SKIP } from '../../framework/plugin.ts';

/**
 * Takes part as upstream's does for Pods without resource claims; claims themselves are not simulated.
 * Models plugins/dynamicresources (1.36).
 */
export function dynamicResources(): Plugin {
  return {
    name: DYNAMIC_RESOURCES,
    preFilter: () => SKIP,
    postFilter(attempt) {
      // A Pod that PreFilter refused earlier has left this plugin without a state to look at.
      if (!attempt.reached(DYNAMIC_RESOURCES)) return { outcome: 'error', message: 'not found' };
      return { outcome: 'unschedulable', message: 'no new claims to deallocate' };
    },
    score: () => 0,
  };
}
