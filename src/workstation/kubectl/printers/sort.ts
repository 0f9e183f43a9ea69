import { goQuote } from '../../../api/go-text.ts';
import type { Json } from '../../../base/json.ts';
import { CommandError } from '../errors.ts';
import type { Unstructured } from '../object.ts';
import { JsonPath, relaxedPath } from './jsonpath/evaluate.ts';
import { goSort } from './go-sort.ts';
import { lessValue } from './order.ts';
import type { Table } from './table-printer.ts';

/** How --sort-by orders what there is. */
export interface Sorter {
  readonly objects: (objects: readonly Unstructured[]) => readonly Unstructured[];
  /** Undefined when no row has the field. */
  readonly table: (table: Table) => Table | undefined;
}

/** The order an expression asks for; none for an empty one. It is read when there is something to sort. */
export function sorterOf(expression: string): Sorter | undefined {
  if (expression === '') return undefined;
  return {
    objects: (objects) => {
      const field = relaxedPath(expression);
      return sortObjects(objects, new JsonPath(field, { allowMissing: true }), field);
    },
    table: (table) => sortTable(table, expression),
  };
}

/** Objects by the first value at a path; those without one come first. Models get/sorter.go RuntimeSort (1.36). */
function sortObjects(
  objects: readonly Unstructured[],
  path: JsonPath,
  field: string,
): readonly Unstructured[] {
  const keyed = objects.map((object) => ({ object, key: firstValue(path, object) }));
  if (keyed.length > 0 && keyed.every(({ key }) => key === undefined)) {
    throw new CommandError(`couldn't find any field with path ${goQuote(field)} in the list of objects`);
  }
  return goSort(keyed, (a, b) => isLess(a.key, b.key)).map(({ object }) => object);
}

/** A table by a field of its objects; undefined when none has it: kubectl then prints nothing. Models TableSorter. */
function sortTable(table: Table, field: string): Table | undefined {
  const path = parsed(field);
  if (path === undefined) return undefined;
  const keyed = table.rows.map((row) => ({
    row,
    key: row.object === undefined ? undefined : firstValue(path, row.object),
  }));
  if (keyed.length > 0 && keyed.every(({ key }) => key === undefined)) return undefined;
  return { ...table, rows: goSort(keyed, (a, b) => isLess(a.key, b.key)).map(({ row }) => row) };
}

function parsed(field: string): JsonPath | undefined {
  try {
    return new JsonPath(relaxedPath(field), { allowMissing: true });
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

function firstValue(path: JsonPath, object: Unstructured): Json | undefined {
  return path.find(object)[0]?.[0];
}

function isLess(a: Json | undefined, b: Json | undefined): boolean {
  // Upstream has what lacks the field before everything, others that lack it too: they come out turned around.
  if (a === undefined) return true;
  return b !== undefined && lessValue(a, b);
}
