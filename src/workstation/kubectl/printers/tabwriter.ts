// Models Go's text/tabwriter: cells end in a tab; a column is a run of neighbouring lines that have such a cell.

export interface TabStyle {
  readonly minWidth: number;
  readonly padding: number;
}

/** kubectl get and its tables. Models printers.GetNewTabWriter. */
export const TABLE_STYLE: TabStyle = { minWidth: 6, padding: 3 };
/** kubectl describe. */
export const DESCRIBE_STYLE: TabStyle = { minWidth: 0, padding: 2 };

/** Lays out text whose cells end in tabs and whose lines end in line breaks. `least` are widths to begin with, which grow: a column never gets narrower again. */
export function layOut(text: string, style: TabStyle, least?: number[]): string {
  if (text === '') return '';
  const lines = text.split('\n').map((line) => line.split('\t'));
  const out: string[] = lines.map(() => '');
  format({ lines, style, out, least, widths: [] }, 0, lines.length);
  return out.join('\n');
}

interface Layout {
  readonly lines: readonly (readonly string[])[];
  readonly style: TabStyle;
  readonly out: string[];
  readonly least: number[] | undefined;
  readonly widths: number[];
}

function format(layout: Layout, from: number, to: number): void {
  const { lines, style, least, widths } = layout;
  const column = widths.length;
  let start = from;
  for (let here = from; here < to; here++) {
    if (column >= cellCount(lines, here) - 1) continue;
    write(layout, start, here);
    start = here;
    let width = style.minWidth;
    for (; here < to && column < cellCount(lines, here) - 1; here++) {
      width = Math.max(width, widthOf(lines[here]?.[column] ?? '') + style.padding);
    }
    if (least !== undefined) {
      width = Math.max(width, least[column] ?? 0);
      least[column] = width;
    }
    widths.push(width);
    format(layout, start, here);
    widths.pop();
    start = here;
    here--;
  }
  write(layout, start, to);
}

function cellCount(lines: readonly (readonly string[])[], at: number): number {
  return lines[at]?.length ?? 0;
}

function write({ lines, out, widths }: Layout, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const cells = lines[at] ?? [];
    out[at] = cells
      .map((cell, column) =>
        pad(cell, column < cells.length - 1 || column < widths.length ? (widths[column] ?? 0) : 0),
      )
      .join('');
  }
}

/** Width in code points, as tabwriter counts. */
function widthOf(cell: string): number {
  let width = 0;
  for (const _ of cell) width++;
  return width;
}

const pad = (cell: string, width: number): string => cell + ' '.repeat(Math.max(0, width - widthOf(cell)));
