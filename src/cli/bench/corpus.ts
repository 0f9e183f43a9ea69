import { readManifests } from '../../api/yaml/documents.ts';
import { asObject, type JsonObject } from '../../base/json.ts';
import type { Scenario, Step } from '../../scenario/scenario.ts';

/** Every object that scenarios bring along: those of their clusters and those their commands read. */
export function objectsOf(scenarios: readonly Scenario[]): readonly JsonObject[] {
  return scenarios.flatMap(({ cluster, steps }) => [
    ...cluster.objects,
    ...steps.flatMap((step) => readManifests(textOf(step)).documents.map(({ value }) => asObject(value))),
  ]);
}

function textOf(step: Step): string {
  if (step.kind === 'apply' || step.kind === 'create') return step.text;
  return step.kind === 'kubectl' ? (step.stdin ?? '') : '';
}
