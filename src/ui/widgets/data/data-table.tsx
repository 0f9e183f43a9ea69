import type { ReactNode } from 'react';
import { commonText } from '../../../i18n/catalogue/common.ts';
import { cx } from '../cx.ts';
import { Icon } from '../glyphs/icon.tsx';
import { useText } from '../ui-context.tsx';
import styles from './data-table.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  /** Machine words: mono. */
  readonly code?: boolean;
  readonly sortable?: boolean;
}

export interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly selected?: string;
  readonly onSelect?: (row: Row) => void;
  readonly sort?: { readonly column: string; readonly descending: boolean };
  readonly onSort?: (column: string) => void;
  /** What an empty table says. */
  readonly empty: ReactNode;
}

/** A table of a few hundred rows at most; for more, `VirtualList`. The caption is for assistive technology. */
export function DataTable<Row>({ caption, columns, rows, rowKey, selected, onSelect, sort, onSort, empty }: DataTableProps<Row>) {
  const t = useText(commonText);
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <table className={styles.table}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={cx(column.align === 'end' && styles.end)} aria-sort={sort?.column === column.id ? (sort.descending ? 'descending' : 'ascending') : undefined}>
              {column.sortable === true && onSort !== undefined ? (
                <button type="button" className={styles.sort} aria-label={t('table.sortBy', { column: column.title })} onClick={() => onSort(column.id)}>
                  {column.title}
                  {sort?.column === column.id && <Icon name={sort.descending ? 'chevron-down' : 'chevron-up'} size={11} />}
                </button>
              ) : (
                column.title
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = rowKey(row);
          return (
            <tr key={key} className={cx(onSelect !== undefined && styles.pickable)} aria-current={onSelect !== undefined && key === selected ? true : undefined} onClick={() => onSelect?.(row)}>
              {columns.map((column, index) => (
                <td key={column.id} className={cx(column.align === 'end' && styles.end, column.code === true && styles.code)}>
                  {index === 0 && onSelect !== undefined ? <button type="button" className={styles.first}>{column.cell(row)}</button> : column.cell(row)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
