import { cpus } from 'node:os';
import type { Json } from '../base/json.ts';
import { present } from '../base/assert.ts';
import { checkScenario } from '../scenario/parse.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { open, playUntil } from './engine.ts';
import type { Outcome, Print } from './outcome.ts';
import { GOOD, notUnderstood } from './outcome.ts';

interface Bench {
  readonly says: string;
  /** The most CPU time it may take, in milliseconds. */
  readonly budgetMs: number;
  readonly scenario: Scenario;
}

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

const BENCHES: Readonly<Record<string, () => Bench>> = {
  'one-pod': () => ({ says: 'one Pod from apply to Ready', budgetMs: 2, scenario: scenarioOf(0, ONE_POD) }),
  'deployment-100': () => ({
    says: '100 Pods of a Deployment on 20 nodes',
    budgetMs: 100,
    scenario: scenarioOf(20, deployment(100)),
  }),
  'deployment-1000': () => ({
    says: '1,000 Pods of a Deployment on 20 nodes',
    budgetMs: 1_000,
    scenario: scenarioOf(20, deployment(1_000)),
  }),
};
const ROUNDS = 5;

/** Prints the CPU time of each benchmark, the least of a few rounds, beside its budget. */
export function benchCommand(names: readonly string[], print: Print): Outcome {
  const unknown = names.find((name) => !Object.hasOwn(BENCHES, name));
  if (unknown !== undefined)
    return notUnderstood(`there is no benchmark ${unknown}; there are ${Object.keys(BENCHES).join(', ')}`);
  print(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`);
  for (const name of names.length === 0 ? Object.keys(BENCHES) : names) {
    const bench = present(BENCHES[name], name)();
    const rounds = Array.from({ length: ROUNDS }, () => measure(bench.scenario));
    const leastMs = Math.min(...rounds.map(({ ms }) => ms));
    print(
      `${name.padEnd(16)} ${leastMs.toFixed(1)} ms CPU (budget ${bench.budgetMs}), ${rounds[0]?.records ?? 0} records: ${bench.says}\n`,
    );
  }
  return GOOD;
}

/** The cluster's own start is not counted. */
function measure(scenario: Scenario): { readonly ms: number; readonly records: number } {
  const { session, records } = open(scenario);
  const booted = records.length;
  const before = process.cpuUsage();
  playUntil(session, undefined);
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000, records: records.length - booted };
}
