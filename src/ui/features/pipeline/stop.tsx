import {
  createContext,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
} from 'react';
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
  );
}
