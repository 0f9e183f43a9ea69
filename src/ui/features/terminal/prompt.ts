import type { TerminalMoment } from '../../projections/terminal/transcript.ts';
import type { Line } from './line/line.ts';
import { widthOf, type Piece } from './screen/region.ts';

/** What is being typed, and what hangs below it. */
export interface Typing {
  readonly line: Line;
  /** The lines of an unfinished command above it, each with its end. */
  readonly before: string;
  /** Sent, and not yet in the records. */
  readonly sent: readonly string[];
  /** What Tab offers. */
  readonly offers: readonly string[];
  readonly notice: string | undefined;
}

export const NOT_TYPING = { before: '', sent: [], offers: [], notice: undefined };

const SIGN = '90';
const FAILED = '31';
const TYPED = '97;1';
const FAINT = '90';
const MOST_OFFER_ROWS = 8;

/** The lines below the transcript, and where the cursor stands in them. Pure. */
export function promptPieces(
  typing: Typing,
  { running, failed }: Pick<TerminalMoment, 'running' | 'failed'>,
  columns: number,
): { readonly pieces: readonly Piece[]; readonly cursor: number | undefined } {
  const { line, before, sent, offers, notice } = typing;
  // A program that runs has printed its own prompt, if it has one.
  const sign: Piece = running.length > 0 ? { text: '' } : { text: '$ ', look: failed ? FAILED : SIGN };
  if (sent.length > 0) {
    const next = { ...sign, text: `\n${sign.text}` };
    const rows = sent.flatMap((each, place) => [place === 0 ? sign : next, ...withContinuation(each)]);
    return { pieces: rows, cursor: undefined };
  }
  const head = before === '' ? [sign] : [sign, ...withContinuation(before)];
  if (line.search !== undefined) {
    const asked = { text: `(reverse-i-search)\`${line.search.query}': `, look: FAINT };
    return { pieces: [asked, { text: line.text, look: TYPED }], cursor: asked.text.length + line.at };
  }
  const cursor = head.reduce((length, { text }) => length + text.length, 0) + line.at;
  const pieces: Piece[] = [...head, { text: line.text, look: TYPED }];
  if (offers.length > 0) pieces.push({ text: `\n${table(offers, columns)}`, look: FAINT });
  if (notice !== undefined) pieces.push({ text: `\n${notice}`, look: FAINT });
  return { pieces, cursor };
}

/** A command of several lines as a shell shows it. */
function withContinuation(text: string): Piece[] {
  const [first = '', ...rest] = text.split('\n');
  const pieces: Piece[] = [{ text: first, look: TYPED }];
  for (const line of rest) pieces.push({ text: '\n> ', look: SIGN }, { text: line, look: TYPED });
  return pieces;
}

/** Names in columns, down and then across, as a shell lists them. What does not fit is counted. */
function table(names: readonly string[], columns: number): string {
  const width = Math.min(columns, Math.max(...names.map(widthOf)) + 2);
  const across = Math.max(1, Math.floor(columns / width));
  const fit = across * MOST_OFFER_ROWS;
  const shown = names.length > fit ? names.slice(0, fit - 1) : names;
  const rows = Math.ceil(shown.length / across);
  const lines = Array.from({ length: rows }, (_, row) =>
    shown
      .filter((_name, place) => place % rows === row)
      .map((name) => name + ' '.repeat(Math.max(0, width - widthOf(name))))
      .join('')
      .trimEnd(),
  );
  if (shown.length < names.length) lines[rows - 1] += `  … +${names.length - shown.length}`;
  return lines.join('\n');
}
