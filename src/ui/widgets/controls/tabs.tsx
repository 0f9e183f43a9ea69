import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { cx } from '../cx.ts';
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
  /** The panels; each is a `TabPanel`. Without them only the row is drawn, and `controls` names what it shows. */
  readonly children?: ReactNode;
  /** The id of the element that shows a tab, where that is not a `TabPanel`. */
  readonly controls?: string;
  readonly className?: string;
}

/** A row of tabs, and the panels they show. Arrow keys move, the chosen panel follows. */
export function Tabs<Id extends string>({
  items,
  value,
  onChange,
  label,
  extra,
  look = 'line',
  children,
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
  return (
    <Radix.Root
      value={value}
      onValueChange={(id) => onChange(id as Id)}
      className={cx(styles.root, look === 'line' && styles.measured, className)}
    >
      <div className={cx(styles.row, look === 'bare' && styles.bare)}>
        <Radix.List ref={list} className={styles.list} aria-label={label}>
          {items.map((item) => (
            <Radix.Trigger
              key={item.id}
              value={item.id}
              data-tab={item.id}
              className={styles.tab}
              {...(children === undefined
                ? { 'aria-controls': item.id === value ? controls : undefined }
                : {})}
            >
              {item.label}
              {item.count !== undefined && <span className={styles.count}>{item.count}</span>}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {extra}
      </div>
      {children}
    </Radix.Root>
  );
}
