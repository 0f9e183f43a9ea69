import {
  createContext,
  type CSSProperties,
  lazy,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { Tip } from '../../widgets/overlay/tooltip.tsx';
import type { PartId } from './geometry/geometry.ts';
import styles from './pipeline.module.css';

/** Which stop of the canvas has the keyboard. The canvas is one tab stop; arrows move within it. */
export interface Roving {
  readonly current: string;
  readonly take: (id: string) => void;
  /** A stop is gone; if it had the keyboard, the first one has it now. */
  readonly leave: (id: string) => void;
}

export const RovingContext = createContext<Roving>({
  current: 'kubectl',
  take: () => undefined,
  leave: () => undefined,
});

const About = lazy(() => import('./about.tsx').then((module) => ({ default: module.About })));

/** On hover and focus: how a part stands, which may be cut in the drawing, and what it is. */
export function PartTip({
  part,
  says,
  children,
}: {
  readonly part: string;
  readonly says: string;
  readonly children: ReactElement<object>;
}) {
  const label = useMemo(
    () => (
      <span className={styles.tip}>
        {/* Its name already says so to a screen reader. */}
        <b aria-hidden="true">{says}</b>
        <Suspense fallback={null}>
          <About stop={part} />
        </Suspense>
      </span>
    ),
    [part, says],
  );
  return <Tip label={label}>{children}</Tip>;
}

interface StopProps {
  /** Unique in the drawing. */
  readonly id: PartId | `containers.${string}` | `${string}:${string}`;
  readonly label: string;
  readonly onOpen: () => void;
  readonly onEnter?: () => void;
  readonly selected?: boolean;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** A part of the drawing that can be chosen: one focusable place with a name that says how it stands. */
export function Stop({
  id,
  label,
  onOpen,
  onEnter,
  selected = false,
  className,
  style,
  children,
}: StopProps) {
  const { current, take, leave } = useContext(RovingContext);
  const leaving = useRef(leave);
  useEffect(() => {
    leaving.current = leave;
  });
  useEffect(() => () => leaving.current(id), [id]);
  const open = (event: MouseEvent): void => {
    event.stopPropagation();
    onOpen();
  };
  return (
    <PartTip part={id} says={label}>
      <button
        type="button"
        data-stop={id}
        className={`${styles.stop} ${className ?? ''}`}
        style={style}
        tabIndex={current === id ? 0 : -1}
        aria-label={label}
        aria-pressed={selected}
        onClick={open}
        onDoubleClick={onEnter}
        onFocus={() => take(id)}
      >
        {children}
      </button>
    </PartTip>
  );
}
