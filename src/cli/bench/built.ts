import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cost, Load } from './pods.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OUT = '.tmp/bench';
const built = new Map<string, string>();

/** Requests a second of the API server: with the story recorded, with every stage. */
export function builtRates(): { readonly rate: number; readonly observed: number } {
  const [rate = 0, observed = 0] = outputOf('src/cli/bench/api-requests.ts').trim().split('\n').map(Number);
  return { rate, observed };
}

/** As `costOf`. */
export function builtCost(load: Load, roundsMs: number): Cost {
  return JSON.parse(outputOf('src/cli/bench/pods-cost.ts', JSON.stringify(load), String(roundsMs))) as Cost;
}

/** What a file prints, built as the app ships and in a process of its own. */
function outputOf(entry: string, ...args: readonly string[]): string {
  return node(built.get(entry) ?? build(entry), ...args);
}

function build(entry: string): string {
  const name = basename(entry, '.ts');
  mkdirSync(`${ROOT}/${OUT}`, { recursive: true });
  node('.ci/build-bench.mjs', entry, `${OUT}/${name}`);
  const file = `${OUT}/${name}/${name}.js`;
  built.set(entry, file);
  return file;
}

function node(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
}
