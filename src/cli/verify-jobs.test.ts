import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { Case } from '../recording/verify.ts';
import { main } from './main.ts';
import { judgeInProcesses } from './verify-jobs.ts';

it('verify says the same in several processes, in the same order', async () => {
  const printed = await Promise.all(
    ['1', '2'].map(async (jobs) => {
      let text = '';
      const outcome = await main(
        ['verify', 'cases/img-07', 'cases/api-04', 'cases/api-05', '--jobs', jobs],
        (more) => (text += more),
      );
      return { outcome, text };
    }),
  );
  expect(printed[1]).toEqual(printed[0]);
  expect(printed[0]?.text).toMatch(/img-07[^]*api-04[^]*api-05/);
});

/** Processes of this one's that play. */
const players = (): readonly string[] =>
  execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes('verify-process'));

it('when one of the processes ends, the others do not play on', async () => {
  const fatal = null as unknown as Case;
  const more = Array.from({ length: 5_000 }, () => ({}) as Case);
  await expect(judgeInProcesses([fatal, ...more], { facets: [] }, 2, () => undefined)).rejects.toThrow(
    'a process that played ended with 1',
  );
  expect(players()).toEqual([]);
});
