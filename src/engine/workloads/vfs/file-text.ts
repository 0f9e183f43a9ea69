import { isOctet } from '../../../base/octets.ts';

/** Characters up to which a piece is added to; what is changed or read within a file costs no more than this. */
const PIECE = 16_384;

/** Bytes of the text in UTF-8, octets counted once. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair counts two of its four bytes.
    bytes += unit < 0x80 || isOctet(unit) ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
  }
  return bytes;
}

/** The text of a file, in pieces: appending to a long one, or reading a part of it, costs as much as the part. */
export class FileText {
  private readonly pieces: string[];
  /** Where each piece begins. */
  private readonly starts: number[];
  length: number;
  /** In UTF-8. */
  bytes: number;

  constructor(text = '') {
    this.pieces = text === '' ? [] : [text];
    this.starts = text === '' ? [] : [0];
    this.length = text.length;
    this.bytes = utf8Length(text);
  }

  /** One that can be changed without changing this. */
  copy(): FileText {
    const copy = new FileText();
    copy.pieces.push(...this.pieces);
    copy.starts.push(...this.starts);
    copy.length = this.length;
    copy.bytes = this.bytes;
    return copy;
  }

  toString(): string {
    return this.pieces.join('');
  }

  slice(from: number, to: number): string {
    if (from >= this.length) return '';
    let text = '';
    for (let at = this.pieceAt(from); at < this.pieces.length; at++) {
      const start = this.starts[at] as number;
      if (start >= to) break;
      text += (this.pieces[at] as string).slice(Math.max(0, from - start), to - start);
    }
    return text;
  }

  /** Puts text in the place of what stands there; at or beyond the end it is added. */
  write(at: number, text: string): void {
    const end = Math.min(this.length, at + text.length);
    if (at < end) {
      this.bytes += utf8Length(text.slice(0, end - at)) - utf8Length(this.slice(at, end));
      this.replace(at, end, text);
    }
    if (at + text.length > end) this.append(at < end ? text.slice(end - at) : text);
  }

  clear(): void {
    this.pieces.length = 0;
    this.starts.length = 0;
    this.length = 0;
    this.bytes = 0;
  }

  private append(text: string): void {
    const last = this.pieces.length - 1;
    const piece = this.pieces[last];
    if (piece !== undefined && piece.length + text.length <= PIECE) this.pieces[last] = piece + text;
    else {
      this.pieces.push(text);
      this.starts.push(this.length);
    }
    this.length += text.length;
    this.bytes += utf8Length(text);
  }

  private replace(from: number, to: number, text: string): void {
    for (let at = this.pieceAt(from); at < this.pieces.length; at++) {
      const start = this.starts[at] as number;
      if (start >= to) break;
      const piece = this.pieces[at] as string;
      const [low, high] = [Math.max(from, start), Math.min(to, start + piece.length)];
      this.pieces[at] =
        piece.slice(0, low - start) + text.slice(low - from, high - from) + piece.slice(high - start);
    }
  }

  /** Index of the piece that holds the character at `offset`. */
  private pieceAt(offset: number): number {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
