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

type HeadProps<Row> = Pick<DataTableProps<Row>, 'sort' | 'onSort'> & { readonly column: Column<Row> };

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const t = useText(commonText);
  const sorted = sort?.column === column.id ? sort : undefined;
  const order = sorted === undefined ? undefined : sorted.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={cx(column.align === 'end' && styles.end)} aria-sort={order}>
      {column.sortable === true && onSort !== undefined ? (
        <button
          type="button"
          className={styles.sort}
          aria-label={t('table.sortBy', { column: column.title })}
          onClick={() => onSort(column.id)}
        >
          {column.title}
          {sorted !== undefined && (
            <Icon name={sorted.descending ? 'chevron-down' : 'chevron-up'} size={11} />
          )}
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}

type BodyRowProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'onSelect'> & {
  readonly row: Row;
  readonly current: boolean;
};

function BodyRow<Row>({ row, columns, current, onSelect }: BodyRowProps<Row>) {
  return (
    <tr
      className={cx(onSelect !== undefined && styles.pickable)}
      aria-current={current ? true : undefined}
      onClick={() => onSelect?.(row)}
    >
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={cx(column.align === 'end' && styles.end, column.code === true && styles.code)}
        >
          {index === 0 && onSelect !== undefined ? (
            <button type="button" className={styles.first}>
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** A table of a few hundred rows at most; for more, `VirtualList`. The caption is for assistive technology. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, selected, onSelect, empty } = props;
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  const pick = onSelect === undefined ? {} : { onSelect };
  return (
    <table className={styles.table}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.id} {...props} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = rowKey(row);
          const current = onSelect !== undefined && key === selected;
          return <BodyRow key={key} row={row} columns={columns} current={current} {...pick} />;
        })}
      </tbody>
    </table>
  );
}
