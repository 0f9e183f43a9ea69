import { own } from '../../../base/own.ts';
import { formatLabels } from '../../../api/label-selector.ts';
import type { Resource } from '../../../api/resources.ts';
import type { Json, JsonObject } from '../../../base/json.ts';
import { kindWord, labelsOf, metaOf } from '../object.ts';
import { goValueText } from './go-value.ts';
import { TABLE_STYLE, layOut } from './tabwriter.ts';

/** metav1.Table as the server answers it. */
export interface Table {
  readonly columnDefinitions: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
}

export interface TableColumn {
  readonly name: string;
  readonly type?: string;
  readonly format?: string;
  readonly priority?: number;
}

export interface TableRow {
  readonly cells: readonly (Json | undefined)[];
  readonly object?: JsonObject;
}

export interface TableOptions {
  readonly headers: boolean;
  readonly wide: boolean;
  /** Shows the type before each name. */
  readonly kind?: Resource;
  readonly withNamespace: boolean;
  readonly labelColumns: readonly string[];
  readonly showLabels: boolean;
}

/** Lines of tables of one type, widths shared. Models cli-runtime printers/tableprinter.go HumanReadablePrinter (1.36). */
export class TablePrinter {
  private readonly options: TableOptions;
  private lastColumns: readonly TableColumn[] = [];
  private printedHeaders = false;
  private held = '';
  /** Widths printed so far: what follows is at least as wide. */
  private readonly widths: number[] = [];

  constructor(options: TableOptions) {
    this.options = options;
  }

  /** Takes a table in; `event` fills an EVENT column. */
  add(table: Table, event?: string): void {
    const columns = table.columnDefinitions.length === 0 ? this.lastColumns : table.columnDefinitions;
    if (columns !== this.lastColumns && !sameColumns(columns, this.lastColumns)) {
      this.lastColumns = columns;
      this.printedHeaders = false;
    }
    const headers = this.options.headers && !this.printedHeaders && table.rows.length > 0;
    if (table.rows.length > 0) this.printedHeaders = true;
    if (headers) this.held += this.line(this.headerCells(columns, event !== undefined));
    for (const row of table.rows) this.held += this.line(this.rowCells(columns, row, event));
  }

  /** The text of what was taken in since the last time. */
  flush(): string {
    const text = this.held === '' ? '' : layOut(this.held, TABLE_STYLE, this.widths);
    this.held = '';
    return text;
  }

  private line(cells: readonly string[]): string {
    return `${cells.join('\t')}\n`;
  }

  private headerCells(columns: readonly TableColumn[], event: boolean): string[] {
    const { withNamespace, labelColumns, showLabels } = this.options;
    return [
      ...(event ? [eventCell('EVENT')] : []),
      ...(withNamespace ? ['NAMESPACE'] : []),
      ...this.visible(columns).map((at) => columns[at]?.name.toUpperCase() ?? ''),
      ...labelColumns.map(labelHeader),
      ...(showLabels ? ['LABELS'] : []),
    ];
  }

  private rowCells(
    columns: readonly TableColumn[],
    { cells, object = {} }: TableRow,
    event: string | undefined,
  ): string[] {
    const { withNamespace, labelColumns, showLabels, kind } = this.options;
    const labels = labelsOf(object);
    const nameColumn = kind === undefined ? -1 : columns.findIndex(({ format }) => format === 'name');
    return [
      ...(event === undefined ? [] : [eventCell(event)]),
      ...(withNamespace ? [String(metaOf(object)['namespace'] ?? '')] : []),
      ...this.visible(columns).map(
        (at) => (at === nameColumn && kind !== undefined ? `${kindWord(kind)}/` : '') + cellText(cells[at]),
      ),
      ...labelColumns.map((label) => cellText(own(labels, label) ?? '')),
      ...(showLabels ? [formatLabels(labels)] : []),
    ];
  }

  private visible(columns: readonly TableColumn[]): number[] {
    return columns.flatMap(({ priority = 0 }, at) => (this.options.wide || priority === 0 ? [at] : []));
  }
}

function sameColumns(a: readonly TableColumn[], b: readonly TableColumn[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ name, priority }, at) => name === b[at]?.name && priority === b[at]?.priority)
  );
}

/** As wide as the widest type, so that later ones stand below it. Models formattedEventType. */
const eventCell = (type: string): string => type.padEnd('MODIFIED'.length);

/** The part behind the last slash, in capitals. Models formatLabelHeader. */
function labelHeader(label: string): string {
  return label.slice(label.lastIndexOf('/') + 1).toUpperCase();
}

function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return goValueText(value);
  const end = value.search(/[\f\n\r]/);
  return escaped(end < 0 ? value : `${value.slice(0, end)}...`);
}

/** Models printers.WriteEscaped: an escape character must not reach the terminal. */
export function escaped(text: string): string {
  return text.replaceAll('\x1b', '^[').replaceAll('\r', '\\r');
}
