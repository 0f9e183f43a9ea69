import { present } from '../../base/assert.ts';
import {
  cpuMsPerPod,
  LOAD_CASES,
  type LoadCase,
  type LoadSize,
} from '../../engine/cluster/scheduling-load.ts';
import type { Print } from '../outcome.ts';
import { cpuMs, least } from './cpu.ts';

const ROUNDS = 2;

interface Measured extends LoadSize {
  readonly ms: number;
}

const rate = ({ ms }: Measured): string => (1_000 / ms).toFixed(0);

function printRow(print: Print, { name, threshold }: LoadCase, sizes: readonly Measured[]): boolean {
  const last = present(sizes.at(-1), 'the largest cluster');
  const first = present(sizes[0], 'the smallest cluster');
  const met = 1_000 / last.ms >= threshold;
  print(
    `${name}: ${rate(last)} Pods/s of CPU (wanted ${threshold}: ${met ? 'met' : 'MISSED'}), ${last.measured} Pods on ${last.nodes} nodes\n`,
  );
  for (const { nodes, measured, ms } of sizes)
    print(
      `  ${String(nodes).padStart(5)} nodes, ${String(measured).padStart(5)} Pods: ${ms.toFixed(3)} ms each, ${(1_000 / ms).toFixed(0)} Pods/s\n`,
    );
  print(
    `  growth: nodes ×${last.nodes / first.nodes}, time per Pod ×${(last.ms / first.ms).toFixed(2)} (×${last.nodes / first.nodes} would be linear)\n`,
  );
  return met;
}

/** Schedules upstream's loads on growing clusters; true when each reaches its threshold on the largest. */
export function schedulingBench(print: Print): boolean {
  print("scheduler_perf's loads, the scheduler alone\n");
  return LOAD_CASES.map((load) => {
    const sizes = load.sizes.map((size) => ({
      ...size,
      ms: least(ROUNDS, () => cpuMsPerPod(load.name, size, cpuMs)),
    }));
    return printRow(print, load, sizes);
  }).every(Boolean);
}
