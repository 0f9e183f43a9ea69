import { cpus } from 'node:os';
import type { Json } from '../../base/json.ts';
import { present } from '../../base/assert.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { open } from '../engine.ts';
import { recordedScenarios } from '../files.ts';
import type { Outcome, Print } from '../outcome.ts';
import { GOOD, notUnderstood } from '../outcome.ts';
import { fanOut } from './api-bench.ts';
import { builtRates } from './built-rates.ts';
import { objectsOf } from './corpus.ts';
import { cpuMs, least } from './cpu.ts';
import { fuzz } from './fuzz.ts';
import { schedulingBench } from './scheduler-bench.ts';

/** Prints what it measured; true when that is within its budget. */
type Bench = (print: Print) => boolean;

function scenarioOf(nodes: number, manifest: string): Scenario {
  const node = (place: number): Json => ({
    metadata: { name: `worker-${place + 1}` },
    status: { capacity: { cpu: '64', memory: '256Gi', pods: '500' } },
  });
  const checked = checkScenario({
    title: 'bench',
    cluster:
      nodes === 0 ? {} : { nodes: Array.from({ length: nodes }, (_, place) => node(place)), runPods: true },
    steps: [{ at: '0s', apply: manifest }],
  });
  return present(checked.ok ? checked.value : undefined, 'a scenario of the benchmark');
}

const ONE_POD =
  'apiVersion: v1\nkind: Pod\nmetadata: {name: nginx}\nspec:\n  containers:\n  - {name: nginx, image: "nginx:1.29"}\n';
const deployment = (replicas: number): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: ${replicas}\n  selector: {matchLabels: {app: web}}\n` +
  `  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n      - {name: web, image: "nginx:1.29"}\n`;

const ROUNDS = 5;

/** A scenario's CPU time, the least of a few rounds; the cluster's own start is not counted. */
function leastCpu(scenario: Scenario): { readonly ms: number; readonly made: number } {
  let made = 0;
  const ms = least(ROUNDS, () => {
    const { session, records } = open(scenario);
    const booted = records.length;
    const took = cpuMs(() => session.goOn());
    made = records.length - booted;
    return took;
  });
  return { ms, made };
}

function played(says: string, budgetMs: number, scenarioFor: () => Scenario): Bench {
  return (print) => {
    const { ms, made } = leastCpu(scenarioFor());
    print(`${ms.toFixed(1)} ms CPU (budget ${budgetMs}), ${made} records: ${says}\n`);
    return ms <= budgetMs;
  };
}

/** Ten times as many Pods may cost this many times as much. */
const GROWTH = 11;
/** Requests a second that the API server must reach on one core. */
const REQUEST_RATE = 20_000;
/** An event may cost this much more to the most watchers than to the fewest: what a cache loses, not what grows. */
const FAN_OUT_GROWTH = 2;
const FUZZED = 200_000;
const FUZZ_SEED = 36;

const BENCHES: Readonly<Record<string, Bench>> = {
  'one-pod': played('one Pod from apply to Ready', 2, () => scenarioOf(0, ONE_POD)),
  'deployment-100': played('100 Pods of a Deployment on 20 nodes', 100, () =>
    scenarioOf(20, deployment(100)),
  ),
  'deployment-1000': played('1,000 Pods of a Deployment on 20 nodes', 1_000, () =>
    scenarioOf(20, deployment(1_000)),
  ),
  'deployment-growth': (print) => {
    const [few = 0, many = 0] = [100, 1_000].map((pods) => leastCpu(scenarioOf(20, deployment(pods))).ms);
    print(`×${(many / few).toFixed(1)} from 100 to 1,000 Pods of a Deployment (at most ${GROWTH})\n`);
    return many / few <= GROWTH;
  },
  scheduling: schedulingBench,
  'api-requests': (print) => {
    const { rate, observed } = builtRates();
    print(
      `${rate.toFixed(0)} requests/s of CPU (wanted ${REQUEST_RATE}), ${observed.toFixed(0)} with every stage recorded: create, get, patch of Pods; built as the app is\n`,
    );
    return rate >= REQUEST_RATE;
  },
  'api-fan-out': (print) => {
    const measured = fanOut();
    const [first, last] = [present(measured[0], 'the first'), present(measured.at(-1), 'the last')];
    const growth = last.usPerEvent / first.usPerEvent;
    const row = measured
      .map(({ watchers, usPerEvent }) => `${watchers}: ${usPerEvent.toFixed(2)} µs`)
      .join(', ');
    print(
      `an event costs ×${growth.toFixed(2)} from ${first.watchers} to ${last.watchers} watchers (at most ${FAN_OUT_GROWTH}; 1 is linear fan-out). By watchers: ${row}\n`,
    );
    return growth <= FAN_OUT_GROWTH;
  },
  'api-fuzz': (print) => {
    const { sent, accepted, refused, broken } = fuzz(objectsOf(recordedScenarios()), FUZZED, FUZZ_SEED);
    const codes = [...refused].sort(([a], [b]) => a - b).map(([code, count]) => `${code}: ${count}`);
    print(
      `${sent} mutated manifests: ${accepted} accepted, ${codes.join(', ')}; ${broken.length} broke the server\n`,
    );
    for (const { index, why, request } of broken)
      print(`  ${index}: ${why}\n    ${JSON.stringify(request)}\n`);
    return broken.length === 0;
  },
};

/** Runs each benchmark and prints what it measured beside its budget; fails when one is missed. */
export function benchCommand(names: readonly string[], print: Print): Outcome {
  const unknown = names.find((name) => !Object.hasOwn(BENCHES, name));
  if (unknown !== undefined)
    return notUnderstood(`there is no benchmark ${unknown}; there are ${Object.keys(BENCHES).join(', ')}`);
  print(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`);
  const missed: string[] = [];
  for (const name of names.length === 0 ? Object.keys(BENCHES) : names) {
    print(`${name.padEnd(16)} `);
    if (!present(BENCHES[name], name)(print)) missed.push(name);
  }
  return missed.length === 0 ? GOOD : { code: 1, message: `beyond their budget: ${missed.join(', ')}` };
}
