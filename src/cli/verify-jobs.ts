import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Case } from '../recording/verify.ts';
import type { Judged, Playing } from './verify-case.ts';
import type { Task } from './verify-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PLAYER = fileURLToPath(new URL('verify-process.ts', import.meta.url));

/** Plays the cases in as many processes as `jobs`, each taking the next that nobody has. The answers stand in the cases' order, and `done` hears of each in that order. Rejects when a process ends before its case has; then none plays on. */
export async function judgeInProcesses(
  cases: readonly Case[],
  playing: Playing,
  jobs: number,
  done: (judged: Judged) => void,
): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  let [next, told] = [0, 0];
  const give = (child: ChildProcess): ((answer: Judged) => void) | undefined => {
    const place = next++;
    const one = cases[place];
    if (one === undefined) return undefined;
    child.send({ one, playing } satisfies Task);
    return (answer) => {
      judged[place] = answer;
      for (let ready = judged[told]; ready !== undefined; ready = judged[++told]) done(ready);
    };
  };
  const children = Array.from({ length: Math.min(jobs, cases.length) }, () =>
    fork(PLAYER, { cwd: ROOT, execArgv: ['--import', 'tsx'], serialization: 'advanced' }),
  );
  const players = children.map((child) => player(child, give));
  try {
    await Promise.all(players);
  } finally {
    for (const child of children) child.kill();
    await Promise.allSettled(players);
  }
  return judged;
}

/** `give` hands the process a case and says what to do with its answer, or has none left. */
function player(
  child: ChildProcess,
  give: (child: ChildProcess) => ((answer: Judged) => void) | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let hear = give(child);
    child.on('message', (answer: Judged) => {
      hear?.(answer);
      hear = give(child);
      if (hear === undefined) child.disconnect();
    });
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      hear === undefined
        ? resolve()
        : reject(new Error(`a process that played ended with ${signal ?? code}`)),
    );
  });
}
