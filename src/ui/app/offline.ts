/** Tells the worker what was loaded before it was there, so that this, too, is kept. */
async function tellLoaded(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: performance.getEntriesByType('resource').map(({ name }) => name) });
}

/**
 * Keeps the page for times without a network. Only where the worker's file lies beside the page: the built one, from a
 * host that browsers trust. A frame inside another page installs nothing.
 */
export function keepOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  const start = (): void => {
    // Where there is no such file (the dev server) everything works as before, as long as there is a network.
    navigator.serviceWorker.register('service-worker.js').then(tellLoaded, () => undefined);
  };
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
