import { type Result, err, ok } from '../../base/result.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import type { ScenarioProblem } from '../../scenario/problem.ts';
import { userDocument } from '../../scenario/read-access.ts';
import type { TimedInput } from '../../scenario/timed-input.ts';
import type { Scenario, Step } from '../../scenario/scenario.ts';

/** An input the user added to a run: a step, and the files as they stood then. */
export interface SessionInput {
  readonly step: Step;
  readonly files?: Readonly<Record<string, string>>;
}

/** Checks what the user added, each as the step of the scenario that it is. */
export function readInputs(
  inputs: readonly TimedInput[],
  scenario: Scenario,
): Result<readonly SessionInput[], readonly ScenarioProblem[]> {
  const read: SessionInput[] = [];
  const cluster = { users: scenario.cluster.users.map(userDocument) };
  for (const { at, step, files } of inputs) {
    const checked = checkScenario({ title: 'input', cluster, steps: [{ ...step, at }] });
    if (!checked.ok) return err(checked.error);
    for (const each of checked.value.steps)
      read.push(files === undefined ? { step: each } : { step: each, files });
  }
  return ok(read);
}
