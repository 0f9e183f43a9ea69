import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';

const PACE_MS = 1000;
const AnnounceContext = createContext<(text: string) => void>(() => undefined);

/** Says something politely: `const announce = useAnnounce(); announce(sentence)`. */
export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext);
}

/** The page's one polite live region: at most one text a second, and then the latest. */
export function LiveRegion({ children }: { readonly children: ReactNode }) {
  const [said, setSaid] = useState('');
  const waiting = useRef<string | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const announce = useCallback((text: string) => {
    if (timer.current !== undefined) {
      waiting.current = text;
      return;
    }
    setSaid(text);
    const next = (): void => {
      timer.current = undefined;
      const latest = waiting.current;
      waiting.current = undefined;
      if (latest === undefined) return;
      setSaid(latest);
      timer.current = setTimeout(next, PACE_MS);
    };
    timer.current = setTimeout(next, PACE_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="sr-only" role="status" aria-live="polite">
        {said}
      </div>
    </AnnounceContext>
  );
}
