import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ENTRY = 'src/cli/bench/api-requests.ts';
const OUT = '.tmp/bench';

/** Requests a second of the API server as it ships, built and in a process of its own: with the story recorded, with every stage. */
export function builtRates(): { readonly rate: number; readonly observed: number } {
  const node = (...args: readonly string[]): string =>
    execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  mkdirSync(`${ROOT}/${OUT}`, { recursive: true });
  node('.ci/build-bench.mjs', ENTRY, OUT);
  const [rate = 0, observed = 0] = node(`${OUT}/api-requests.js`).trim().split('\n').map(Number);
  return { rate, observed };
}
