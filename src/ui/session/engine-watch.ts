import type { HostReply, HostRequest } from '../../worker/protocol.ts';

/**
 * A worker that is killed says nothing, and nobody says it for it. It holds a lock as long as it lives; once that is
 * ours, it is dead, which is told as any other error of a worker. Pages that are not secure have no locks.
 */
export function watchOver(worker: Worker): void {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return;
  const lock = `podscope-engine-${Math.random().toString(36).slice(2)}`;
  const waiting = new AbortController();
  const terminate = worker.terminate.bind(worker);
  worker.terminate = () => {
    waiting.abort();
    terminate();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<HostReply>) => {
    if (data.type !== 'living') return;
    const isDead = (): void =>
      void worker.dispatchEvent(new ErrorEvent('error', { message: 'the engine’s worker ended' }));
    locks.request(lock, { signal: waiting.signal }, isDead).catch(() => undefined);
  });
  const live: HostRequest = { type: 'live', lock };
  worker.postMessage(live);
}
