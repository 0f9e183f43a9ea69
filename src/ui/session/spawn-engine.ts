import type { WorkerPort } from '../../worker/client.ts';
import type { HostRequest } from '../../worker/protocol.ts';

/** Those that nobody watches over yet. */
const alone: Worker[] = [];
let watch = (worker: Worker): void => void alone.push(worker);

/** The engine in a worker of its own; the bundler finds its entry by this very expression. */
export function spawnEngine(): WorkerPort {
  const worker = new Worker(new URL('../../worker/host-entry.ts', import.meta.url), { type: 'module' });
  const whereDescriptions: HostRequest = {
    type: 'descriptions',
    url: new URL('k8s-schema-1.36.json', document.baseURI).href,
  };
  worker.postMessage(whereDescriptions);
  watch(worker);
  return worker;
}

/** Has every worker watched over, those that are there and those to come. */
export function watchEngines(watcher: (worker: Worker) => void): void {
  watch = watcher;
  alone.forEach(watcher);
}
