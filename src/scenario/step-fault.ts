import type { Json } from '../base/json.ts';
import { checkScenario } from './check-scenario.ts';
import type { Fault } from './fault.ts';

/** The fault of a step as written; undefined when it is none. */
export function readStepFault(written: Json | undefined): Fault | undefined {
  if (written === undefined) return undefined;
  const checked = checkScenario({ title: 'fault', steps: [{ at: '0s', fault: written }] });
  const step = checked.ok ? checked.value.steps[0] : undefined;
  return step?.kind === 'fault' ? step.fault : undefined;
}
