import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { cx } from '../cx.ts';
import { isFocusByPointer } from '../focus-way.ts';
import styles from './tabs.module.css';

export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  /** A count behind the label. */
  readonly count?: number;
}

export interface TabsProps<Id extends string> {
  readonly items: readonly TabItem<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly label: string;
  /** Between the tabs and the end of their row, such as "new file". */
  readonly extra?: ReactNode;
  /** `bare` has no line of its own: for a bar that already has one. */
  readonly look?: 'line' | 'bare';
  /** The id of the element that shows the chosen tab. */
  readonly controls?: string;
  readonly className?: string;
}

/** Where an arrow or another key leads in a row of tabs; undefined for a key that leads nowhere. */
function goal(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/**
 * A row of tabs. One is reached by Tab, the others from it by the arrows; the panel follows. Written out, as a first
 * screen has a row of tabs and otherwise needs nothing of the library.
 */
export function Tabs<Id extends string>({
  items,
  value,
  onChange,
  label,
  extra,
  look = 'line',
  controls,
  className,
}: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  // Where not all fit, the chosen one stands in the middle, so that its neighbours can be reached.
  useLayoutEffect(() => {
    const row = list.current;
    if (row === null) return undefined;
    const show = (): void => {
      const chosen = row.querySelector<HTMLElement>(`[data-tab="${value}"]`);
      if (chosen !== null) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
    };
    // It begins with a look once the row is laid out: nothing is laid out for this alone.
    const observer = new ResizeObserver(show);
    observer.observe(row);
    return () => observer.disconnect();
  }, [value, items.length]);
  const move = (event: KeyboardEvent<HTMLButtonElement>, at: number): void => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const to =
      altKey || ctrlKey || metaKey || shiftKey || isFocusByPointer()
        ? undefined
        : goal(key, at, items.length);
    const item = to === undefined ? undefined : items[to];
    if (to === undefined || item === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
    onChange(item.id);
  };
  return (
    <div className={cx(styles.root, look === 'line' && styles.measured, className)}>
      <div className={cx(styles.row, look === 'bare' && styles.bare)}>
        <div ref={list} role="tablist" className={styles.list} aria-label={label}>
          {items.map((item, at) => (
            <button
              type="button"
              role="tab"
              key={item.id}
              data-tab={item.id}
              className={styles.tab}
              aria-selected={item.id === value}
              aria-controls={item.id === value ? controls : undefined}
              tabIndex={item.id === value ? 0 : -1}
              onClick={() => onChange(item.id)}
              onKeyDown={(event) => move(event, at)}
            >
              {item.label}
              {item.count !== undefined && <span className={styles.count}>{item.count}</span>}
            </button>
          ))}
        </div>
        {extra}
      </div>
    </div>
  );
}
