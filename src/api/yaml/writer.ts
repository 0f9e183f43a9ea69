import { goFloat } from '../go-text.ts';
import { emitString } from './emit-scalar.ts';
import { compareKeys } from './key-order.ts';

// Objects as `kubectl -o yaml` prints them. Models sigs.k8s.io/yaml over go-yaml v2: keys in natural
// order, lists not indented under their key, two blanks a level.

const MAX_SIMPLE_KEY = 128;

function scalarText(value: unknown, column: number, indent: number): string {
  if (typeof value === 'string') return emitString(value, { column, indent, asKey: false });
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : goFloat(value);
  return value === true ? 'true' : value === false ? 'false' : 'null';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keysOf(record: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(record)
    .filter((key) => record[key] !== undefined)
    .sort(compareKeys);
}

class Writer {
  readonly out: string[] = [];

  /** What follows a key's colon. */
  private fieldValue(value: unknown, indent: number, column: number): void {
    if (Array.isArray(value) && value.length > 0) {
      this.out.push('\n');
      this.sequence(value, indent, true);
    } else if (isRecord(value) && keysOf(value).length > 0) {
      this.out.push('\n');
      this.mapping(value, indent + 2, true);
    } else {
      this.out.push(' ', this.leaf(value, column + 1, indent + 2), '\n');
    }
  }

  private leaf(value: unknown, column: number, indent: number): string {
    if (Array.isArray(value)) return '[]';
    return isRecord(value) ? '{}' : scalarText(value, column, indent);
  }

  /** `padded`: the first line needs its indentation; not behind a dash. */
  mapping(record: Readonly<Record<string, unknown>>, indent: number, padded: boolean): void {
    const pad = ' '.repeat(indent);
    let first = !padded;
    for (const key of keysOf(record)) {
      if (!first) this.out.push(pad);
      first = false;
      if (key.length > MAX_SIMPLE_KEY || /[\r\n\u0085\u2028\u2029]/.test(key)) {
        const place = { column: indent + 2, indent: indent + 2, asKey: false };
        this.out.push('? ', emitString(key, place), `\n${pad}:`);
        this.fieldValue(record[key], indent, indent + 1);
      } else {
        const text = emitString(key, { column: indent, indent: indent + 2, asKey: true });
        this.out.push(text, ':');
        this.fieldValue(record[key], indent, indent + text.length + 1);
      }
    }
  }

  sequence(items: readonly unknown[], indent: number, padded: boolean): void {
    const pad = ' '.repeat(indent);
    let first = !padded;
    for (const item of items) {
      this.out.push(first ? '- ' : `${pad}- `);
      first = false;
      if (Array.isArray(item) && item.length > 0) this.sequence(item, indent + 2, false);
      else if (isRecord(item) && keysOf(item).length > 0) this.mapping(item, indent + 2, false);
      else this.out.push(this.leaf(item, indent + 2, indent + 2), '\n');
    }
  }

  root(value: unknown): void {
    if (Array.isArray(value) && value.length > 0) this.sequence(value, 0, true);
    else if (isRecord(value) && keysOf(value).length > 0) this.mapping(value, 0, true);
    else this.out.push(this.leaf(value, 0, 2), '\n');
  }
}

/** YAML text of a JSON value, as `kubectl -o yaml`. Members that are undefined are left out. */
export function toYaml(value: unknown): string {
  const writer = new Writer();
  writer.root(value);
  return writer.out.join('');
}
