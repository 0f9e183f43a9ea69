import type { Pod } from '../../api/generated/types.ts';
import type { JsonObject } from '../../base/json.ts';
import { assert, present } from '../../base/assert.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { open } from '../engine.ts';
import { cpuMs } from './cpu.ts';

/** Pods on machines, from apply to all Ready. */
export interface Load {
  readonly nodes: number;
  readonly pods: number;
  /** Nodes without machines, whose Pods count as running once they are bound: what the control plane alone costs. */
  readonly controlPlaneAlone?: true;
}

/** `ms` of CPU, without the cluster's own start, and the memory of the process after it. */
export interface Cost {
  readonly ms: number;
  readonly records: number;
  readonly megabytes: number;
}

const SIZE = { cpu: '64', memory: '256Gi' };

function clusterOf({ nodes, controlPlaneAlone }: Load): JsonObject {
  const names = Array.from({ length: nodes }, (_, place) => `worker-${place + 1}`);
  return controlPlaneAlone === true
    ? {
        nodes: names.map((name) => ({ metadata: { name }, status: { capacity: { ...SIZE, pods: '500' } } })),
        runPods: true,
      }
    : { preset: 'kind-3', machines: names.map((name) => ({ name, ...SIZE, pods: 500 })) };
}

function scenarioOf(load: Load): Scenario {
  const apply =
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: ${load.pods}\n  selector: {matchLabels: {app: web}}\n` +
    `  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n      - {name: web, image: "nginx:1.29"}\n`;
  const checked = checkScenario({ title: 'bench', cluster: clusterOf(load), steps: [{ at: '0s', apply }] });
  return present(checked.ok ? checked.value : undefined, 'a scenario of the benchmark');
}

/** When the last of the Pods is Ready for the first time, in virtual µs. */
function readyUs(load: Load, scenario: Scenario): number {
  const { session, records } = open(scenario, { level: 1 });
  session.goOn();
  const ready = new Map<string, number>();
  for (const record of records) {
    if (record.kind !== 'object.put' || record.data.object.kind !== 'Pod') continue;
    const { metadata, status } = record.data.object as Pod;
    const name = metadata?.name ?? '';
    const is = status?.conditions?.some(
      (condition) => condition.type === 'Ready' && condition.status === 'True',
    );
    if (metadata?.labels?.['app'] === 'web' && is === true && !ready.has(name)) ready.set(name, record.at);
  }
  assert(ready.size === load.pods, `${ready.size} of ${load.pods} Pods became ready`);
  return Math.max(...ready.values());
}

/** The least of as many rounds as fit into `roundsMs` of CPU, but one at least: the first are slow while code is compiled. */
export function costOf(load: Load, roundsMs: number): Cost {
  const scenario = scenarioOf(load);
  const until = readyUs(load, scenario);
  let [least, spent, made] = [Infinity, 0, 0];
  while (spent < roundsMs) {
    const { session, records } = open(scenario);
    const booted = records.length;
    const ms = cpuMs(() => session.advance({ until }));
    least = Math.min(least, ms);
    spent += ms;
    made = records.length - booted;
  }
  return { ms: least, records: made, megabytes: process.memoryUsage().rss / 1_000_000 };
}
