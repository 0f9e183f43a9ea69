import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { commonText } from '../../../i18n/catalogue/common.ts';
import { Button, IconButton } from '../controls/button.tsx';
import { Presence } from '../presence.tsx';
import { useText } from '../ui-context.tsx';
import styles from './toast.module.css';

/** A short notice with at most one thing to do about it. Never for errors that need action. */
export interface ToastText {
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const SHOWN_MS = 5000;
const ToastContext = createContext<(toast: ToastText) => void>(() => undefined);

/** Shows a toast: `const toast = useToast(); toast({ text })`. A new one replaces the one on screen. */
export function useToast(): (toast: ToastText) => void {
  return useContext(ToastContext);
}

function ToastCard({ toast, onDone }: { readonly toast: ToastText; readonly onDone: () => void }) {
  const t = useText(commonText);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(onDone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, onDone]);
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{toast.text}</span>
      {toast.action !== undefined && (
        <Button
          look="link"
          onClick={() => {
            toast.action?.run();
            onDone();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton label={t('dismiss')} icon="close" iconSize={13} tip={false} onClick={onDone} />
    </div>
  );
}

/** Holds the page's one toast, bottom left, five seconds, longer while pointed at. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [current, setCurrent] = useState<{ readonly toast: ToastText; readonly n: number } | undefined>(
    undefined,
  );
  const show = useCallback(
    (toast: ToastText) => setCurrent((before) => ({ toast, n: (before?.n ?? 0) + 1 })),
    [],
  );
  const done = useCallback(() => setCurrent(undefined), []);
  return (
    <ToastContext value={show}>
      {children}
      <div className={styles.corner} role="status">
        <Presence id={current === undefined ? undefined : `${current.n}`} className={styles.part}>
          {current !== undefined && <ToastCard toast={current.toast} onDone={done} />}
        </Presence>
      </div>
    </ToastContext>
  );
}
