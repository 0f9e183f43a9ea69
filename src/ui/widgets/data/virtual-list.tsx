import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './virtual-list.module.css';

export interface VirtualListProps {
  readonly count: number;
  /** px; every row has it. */
  readonly rowHeight: number;
  readonly label: string;
  readonly row: (index: number) => ReactNode;
  /** Kept in view when it changes. */
  readonly current?: number;
}

/** A long list of equal rows of which only those in view exist. */
export function VirtualList({ count, rowHeight, label, row, current }: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its values are read in this component alone
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  useEffect(() => {
    if (current !== undefined) virtual.scrollToIndex(current, { align: 'auto' });
  }, [current, virtual]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
    <div ref={scroller} className={styles.scroller} data-scrolls role="list" aria-label={label} tabIndex={0}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.key}
            role="listitem"
            aria-setsize={count}
            aria-posinset={item.index + 1}
            className={styles.row}
            data-current={item.index === current}
            style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
          >
            {row(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}
