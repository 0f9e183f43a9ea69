import { cpus } from 'node:os';
import { present } from '../../base/assert.ts';
import { recordedScenarios } from '../files.ts';
import type { Outcome, Print } from '../outcome.ts';
import { GOOD, notUnderstood } from '../outcome.ts';
import { fanOut } from './api-bench.ts';
import { builtCost, builtRates } from './built.ts';
import { objectsOf } from './corpus.ts';
import { fuzz } from './fuzz.ts';
import type { Load } from './pods.ts';
import { schedulingBench } from './scheduler-bench.ts';

/** Prints what it measured; true when that is within its budget. */
type Bench = (print: Print) => boolean;

/** CPU time for the rounds of one measurement. */
const ROUNDS_MS = 6_000;

function ready(load: Load, budgetMs: number, budgetMegabytes = Infinity): Bench {
  const { nodes, pods, controlPlaneAlone } = load;
  const on = `${nodes} ${controlPlaneAlone === true ? 'Nodes without machines' : 'machines'}`;
  return (print) => {
    const { ms, records, megabytes } = builtCost(load, ROUNDS_MS);
    const memory = Number.isFinite(budgetMegabytes)
      ? `, ${megabytes.toFixed(0)} MB (budget ${budgetMegabytes})`
      : '';
    print(
      `${ms.toFixed(1)} ms CPU (budget ${budgetMs})${memory}, ${records} records: ${pods} Pods on ${on}, from apply to all Ready\n`,
    );
    return ms <= budgetMs && megabytes <= budgetMegabytes;
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
  'one-pod': ready({ nodes: 2, pods: 1 }, 2),
  'deployment-100': ready({ nodes: 20, pods: 100 }, 100),
  'deployment-1000': ready({ nodes: 20, pods: 1_000 }, 1_000),
  'deployment-growth': (print) => {
    const [few = 0, many = 0] = [100, 1_000].map((pods) => builtCost({ nodes: 20, pods }, ROUNDS_MS).ms);
    print(`×${(many / few).toFixed(1)} from 100 to 1,000 Pods of a Deployment (at most ${GROWTH})\n`);
    return many / few <= GROWTH;
  },
  'control-plane-1000': ready({ nodes: 20, pods: 1_000, controlPlaneAlone: true }, 1_000),
  'control-plane-10000': ready({ nodes: 1_000, pods: 10_000, controlPlaneAlone: true }, 15_000, 1_500),
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
