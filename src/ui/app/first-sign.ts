const SIGNS = ['pointermove', 'pointerdown', 'wheel', 'keydown'] as const;

/** Acts at the first sign that somebody is there: what they may ask for next is then fetched. Answers how to stop waiting. */
export function atFirstSign(act: () => void): () => void {
  const stop = (): void => {
    for (const sign of SIGNS) window.removeEventListener(sign, once);
  };
  const once = (): void => {
    stop();
    act();
  };
  for (const sign of SIGNS) window.addEventListener(sign, once, { passive: true });
  return stop;
}
