import type { WorkerPort } from '../../worker/client.ts';
import type { HostRequest } from '../../worker/protocol.ts';

/** The engine in a worker of its own; the bundler finds its entry by this very expression. */
export function spawnEngine(): WorkerPort {
  const worker = new Worker(new URL('../../worker/host-entry.ts', import.meta.url), { type: 'module' });
  const whereDescriptions: HostRequest = {
    type: 'descriptions',
    url: new URL('k8s-schema-1.36.json', document.baseURI).href,
  };
  worker.postMessage(whereDescriptions);
  // Once it answers: nothing of this is needed to begin.
  const watch = async (): Promise<void> => (await import('./engine-watch.ts')).watchOver(worker);
  worker.addEventListener('message', () => void watch().catch(() => undefined), { once: true });
  return worker;
}
