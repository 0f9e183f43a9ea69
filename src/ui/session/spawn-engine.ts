import type { WorkerPort } from '../../worker/client.ts';

/** The engine in a worker of its own; the bundler finds its entry by this very expression. */
export function spawnEngine(): WorkerPort {
  return new Worker(new URL('../../worker/host-entry.ts', import.meta.url), { type: 'module' });
}
