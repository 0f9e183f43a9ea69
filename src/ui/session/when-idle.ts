/** What nobody waits for is done by then all the same, in ms. */
const LATEST_MS = 2_000;
/** Where a browser does not say when it is idle. */
const SOON_MS = 200;

/** Acts when the browser has nothing better to do, but soon. Answers how to take it back. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, SOON_MS);
    return () => clearTimeout(timer);
  }
  const asked = window.requestIdleCallback(act, { timeout: LATEST_MS });
  return () => window.cancelIdleCallback(asked);
}
