/** `npm test`: every check in order, then one line with the sum. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

interface Count {
  readonly passed: number;
  readonly failed: number;
}

interface Step {
  /** An npm script. */
  readonly script: string;
  /** Reads the counts a suite left behind; without it the step counts as one check. */
  readonly count?: (output: string) => Count | undefined;
  /** Scripts that must have passed, without which this one can say nothing. */
  readonly needs?: readonly string[];
}

const UNIT_REPORT = '.tmp/unit.json';
const E2E_REPORT = '.tmp/e2e.json';

function readJson<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}

function countUnit(): Count | undefined {
  const report = readJson<{ numPassedTests: number; numFailedTests: number }>(UNIT_REPORT);
  return report && { passed: report.numPassedTests, failed: report.numFailedTests };
}

function countE2e(): Count | undefined {
  const stats = readJson<{ stats: { expected: number; unexpected: number; flaky: number } }>(
    E2E_REPORT,
  )?.stats;
  return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}

/** A suite that prints its own sum does so as its last `N passed, N failed`. */
function countPrinted(output: string): Count | undefined {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1);
  return last && { passed: Number(last[1]), failed: Number(last[2]) };
}

const steps: readonly Step[] = [
  { script: 'typecheck' },
  { script: 'lint:code' },
  { script: 'lint:rooms' },
  { script: 'lint:dead' },
  { script: 'lint:format' },
  { script: 'lint:licences' },
  { script: 'test:unit', count: countUnit },
  ...(existsSync('src/recording/recordings') ? [{ script: 'test:conformance', count: countPrinted }] : []),
  { script: 'ensure-browser' },
  { script: 'build' },
  { script: 'budget', needs: ['build'] },
  { script: 'test:e2e', count: countE2e, needs: ['ensure-browser', 'build'] },
];

/** Runs one npm script with its output shown as it comes; resolves with the output and whether it succeeded. */
function run(script: string): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, CI: '1' },
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      process.stdout.write(text);
    });
    child.on('error', () => resolve({ ok: false, output }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** A failed step always counts, also when every test in it passed (a crash, an unhandled error) or none ran. */
function result(step: Step, ok: boolean, output: string): Count {
  const counted = step.count?.(output) ?? { passed: ok ? 1 : 0, failed: 0 };
  return ok ? counted : { passed: counted.passed, failed: Math.max(1, counted.failed) };
}

rmSync(UNIT_REPORT, { force: true });
rmSync(E2E_REPORT, { force: true });
mkdirSync('.tmp', { recursive: true });

const summary: string[] = [];
const succeeded = new Set<string>();
const sum = { passed: 0, failed: 0 };
for (const step of steps) {
  const missing = step.needs?.find((script) => !succeeded.has(script));
  console.log(`\n> ${step.script}`);
  if (missing !== undefined) console.log(`cannot run without ${missing}`);
  const started = performance.now();
  // One after the other: they share the processors and, some of them, dist/.
  // oxlint-disable-next-line no-await-in-loop
  const { ok, output } = missing === undefined ? await run(step.script) : { ok: false, output: '' };
  if (ok) succeeded.add(step.script);
  const { passed, failed } = result(step, ok, output);
  sum.passed += passed;
  sum.failed += failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  summary.push(
    `${ok ? 'ok  ' : 'FAIL'} ${step.script.padEnd(18)} ${passed} passed, ${failed} failed  ${seconds} s`,
  );
}

console.log(`\n${summary.join('\n')}\n`);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;
