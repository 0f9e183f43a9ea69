import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '../glyphs/icon.tsx';
import styles from './tree-row.module.css';

/** The list around tree rows; arrow keys move between them. */
export function Tree({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"]')];
    const next = rows[rows.indexOf(document.activeElement as HTMLElement) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div role="tree" aria-label={label} onKeyDown={move}>
      {children}
    </div>
  );
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

/** One object of an ownership or process tree. → opens, ← closes, Enter selects. */
export function TreeRow({ depth, label, glyph, note, selected = false, expanded, onSelect, onToggle }: TreeRowProps) {
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ' ') onSelect();
    else if ((event.key === 'ArrowRight' && expanded === false) || (event.key === 'ArrowLeft' && expanded === true)) onToggle?.();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.row} role="treeitem" tabIndex={selected || depth === 0 ? 0 : -1} aria-level={depth + 1} aria-selected={selected} aria-expanded={expanded} style={{ paddingLeft: 8 + depth * 16 }} onKeyDown={press} onClick={onSelect}>
      <span
        className={styles.twist}
        data-open={expanded}
        onClick={(event) => {
          event.stopPropagation();
          onToggle?.();
        }}
      >
        {expanded !== undefined && <Icon name="chevron-right" size={11} />}
      </span>
      {glyph}
      <span className={styles.label}>{label}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </div>
  );
}
