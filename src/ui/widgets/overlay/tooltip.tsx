import {
  cloneElement,
  createContext,
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from 'react';
import { createTips, type Shown, type TipWords, type Tips } from './tips.ts';

/** The card itself, with the library that places it: fetched when the first is to be shown. */
const TipCard = lazy(() => import('./tip-card.tsx').then((module) => ({ default: module.TipCard })));

const TipsContext = createContext<Tips | undefined>(undefined);

/** What the explained element is told; its own handlers come first. */
interface TriggerProps {
  readonly onPointerEnter?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  readonly onPointerLeave?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  readonly onPointerDown?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  readonly onFocus?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
  readonly onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
}

export interface TipProps extends TipWords {
  /** One element: the thing it explains. */
  readonly children: ReactElement<TriggerProps>;
}

/** A name or a short explanation on hover and focus. Never the only place of an information. */
export function Tip({ label, keys, side = 'bottom', children }: TipProps) {
  const tips = useContext(TipsContext);
  const [tip] = useState(() => tips?.one());
  useLayoutEffect(() => tip?.say({ label, keys, side }), [tip, label, keys, side]);
  useEffect(() => tip?.hide, [tip]);
  const own = children.props;
  return cloneElement(children, {
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') tip?.point(event.currentTarget);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      tip?.hide();
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event);
      tip?.hide();
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) tip?.show(event.currentTarget);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      tip?.hide();
    },
  });
}

/** Holds the one tip of the page that is shown; rendered once. */
export function TipProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<Shown>();
  const [tips] = useState(() => createTips(setShown));
  const id = useId();
  // A key does something else: what it moves to says its own.
  useEffect(() => {
    window.addEventListener('keydown', tips.hide, { capture: true });
    return () => window.removeEventListener('keydown', tips.hide, { capture: true });
  }, [tips]);
  const element = shown?.element;
  useEffect(() => {
    if (element === undefined) return undefined;
    const others = element.getAttribute('aria-describedby');
    element.setAttribute('aria-describedby', others === null ? id : `${others} ${id}`);
    return () => {
      if (others === null) element.removeAttribute('aria-describedby');
      else element.setAttribute('aria-describedby', others);
    };
  }, [element, id]);
  return (
    <TipsContext value={tips}>
      {children}
      {shown !== undefined && (
        <Suspense>
          <TipCard id={id} {...shown} onGone={tips.hide} />
        </Suspense>
      )}
    </TipsContext>
  );
}
