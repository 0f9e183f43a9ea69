import type { TableCell, TableColumn } from '../kind.ts';

type ColumnType = TableColumn['type'];

/** A column that is always shown. `Name` and `Age` print upper-cased. */
export function column(name: string, type: ColumnType = 'string', format?: string): TableColumn {
  return format === undefined ? { name, type, priority: 0 } : { name, type, format, priority: 0 };
}

/** A column that only `-o wide` shows. */
export function wideColumn(name: string, type: ColumnType = 'string'): TableColumn {
  return { name, type, priority: 1 };
}

export const NAME = column('Name', 'string', 'name');
export const AGE = column('Age');

/** `<none>` for what is not there. */
export function orNone(text: string | undefined | null): string {
  return text ? text : '<none>';
}

/** `<unset>` for what is not there. */
export function orUnset(text: string | undefined | null): string {
  return text ? text : '<unset>';
}

interface Named {
  readonly name: string;
  readonly image?: string;
}

/** CONTAINERS and IMAGES of a Pod template. Models printers.layoutContainerCells. */
export function containerCells(containers: readonly Named[] | undefined): readonly [TableCell, TableCell] {
  const list = containers ?? [];
  return [list.map(({ name }) => name).join(','), list.map(({ image }) => image ?? '').join(',')];
}

/** The first `max` items, then ` + N more...`. */
export function firstFew(items: readonly string[], max: number, separator = ','): string {
  const shown = items.slice(0, max).join(separator);
  return items.length > max ? `${shown} + ${items.length - max} more...` : shown;
}
