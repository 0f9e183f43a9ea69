/** A piece of the lines below the transcript, and how it looks (parameters of SGR). */
export interface Piece {
  readonly text: string;
  readonly look?: string;
}

/** The lines below the transcript as rows of the screen, and where the cursor stands in them. */
export interface Region {
  readonly rows: readonly string[];
  readonly row: number;
  readonly column: number;
}

/** How many columns a character takes. Models Unicode's East Asian Width as terminals have it. */
export function columnsOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (code < 0x370 || (code >= 0x200b && code <= 0x200d) || (code >= 0xfe00 && code <= 0xfe0f)) return 0;
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x20000 && code <= 0x3fffd);
  return wide ? 2 : 1;
}

/** How many columns a text without line ends takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += columnsOf(letter);
  return width;
}

/**
 * Breaks pieces into rows of a width. `cursor` counts UTF-16 units from the first piece on. Of more rows than `most`
 * those around the cursor's are kept. Pure.
 */
export function layOut(
  pieces: readonly Piece[],
  cursor: number,
  size: { readonly columns: number; readonly most: number },
): Region {
  const rows: string[] = [''];
  let width = 0;
  let passed = 0;
  let place = { row: 0, column: 0 };
  const breakRow = (): void => {
    rows.push('');
    width = 0;
  };
  for (const { text, look } of pieces) {
    const start = look === undefined ? '' : `\x1b[${look}m`;
    const end = look === undefined ? '' : '\x1b[0m';
    rows[rows.length - 1] += start;
    for (const letter of text) {
      if (passed === cursor) place = { row: rows.length - 1, column: width };
      passed += letter.length;
      const columns = columnsOf(letter);
      if (letter === '\n' || width + columns > size.columns) {
        rows[rows.length - 1] += end;
        breakRow();
        rows[rows.length - 1] += start;
        if (passed - letter.length === cursor && letter !== '\n') place = { row: rows.length - 1, column: 0 };
      }
      if (letter === '\n') continue;
      rows[rows.length - 1] += letter;
      width += columns;
    }
    rows[rows.length - 1] += end;
  }
  if (passed <= cursor) {
    if (width >= size.columns) breakRow();
    place = { row: rows.length - 1, column: width };
  }
  const from = Math.max(0, Math.min(rows.length - size.most, place.row));
  return { rows: rows.slice(from, from + size.most), row: place.row - from, column: place.column };
}
