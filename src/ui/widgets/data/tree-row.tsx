import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '../glyphs/icon.tsx';
import styles from './tree-row.module.css';

/** The list around tree rows. */
export function Tree({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul role="tree" aria-label={label}>
      {children}
    </ul>
  );
}

/** The row `step` rows away in the same tree. */
function neighbour(row: HTMLElement, step: number): HTMLElement | undefined {
  const rows = [...(row.closest('[role="tree"]')?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])];
  return rows[rows.indexOf(row) + step];
}

export interface TreeRowProps {
  readonly depth: number;
  readonly label: ReactNode;
  readonly glyph?: ReactNode;
  readonly note?: ReactNode;
  readonly selected?: boolean;
  /** Absent: a leaf. */
  readonly expanded?: boolean;
  readonly onSelect: () => void;
  readonly onToggle?: () => void;
}

/** One object of an ownership or process tree. ↑ ↓ move, → opens, ← closes, Enter selects. */
export function TreeRow({
  depth,
  label,
  glyph,
  note,
  selected = false,
  expanded,
  onSelect,
  onToggle,
}: TreeRowProps) {
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) neighbour(event.currentTarget, step)?.focus();
    else if (event.key === 'Enter' || event.key === ' ') onSelect();
    else if (
      (event.key === 'ArrowRight' && expanded === false) ||
      (event.key === 'ArrowLeft' && expanded === true)
    )
      onToggle?.();
    else return;
    event.preventDefault();
  };
  return (
    <li
      className={styles.row}
      role="treeitem"
      tabIndex={selected || depth === 0 ? 0 : -1}
      aria-level={depth + 1}
      aria-selected={selected}
      aria-expanded={expanded}
      style={{ paddingLeft: 8 + depth * 16 }}
      onKeyDown={press}
      onClick={onSelect}
    >
      <button
        type="button"
        className={styles.twist}
        tabIndex={-1}
        aria-hidden="true"
        data-open={expanded}
        onClick={(event) => {
          event.stopPropagation();
          onToggle?.();
        }}
      >
        {expanded !== undefined && <Icon name="chevron-right" size={11} />}
      </button>
      {glyph}
      <span className={styles.label}>{label}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </li>
  );
}
