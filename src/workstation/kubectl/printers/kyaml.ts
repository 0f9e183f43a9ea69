import { type Json, type JsonObject, isObject } from '../../../base/json.ts';

// Models sigs.k8s.io/yaml/kyaml: YAML whose mappings and lists have brackets and whose strings have quotes.

const FOLD = '\\\n';
const indent = (level: number): string => '  '.repeat(level);

/** A document with its separator. */
export function toKyaml(value: Json): string {
  return `---\n${node(value, 0)}\n`;
}

function node(value: Json, level: number): string {
  if (typeof value === 'string') return quoted(value, level + 1);
  if (Array.isArray(value)) return list(value as readonly Json[], level);
  if (isObject(value)) return mapping(value, level);
  return String(value);
}

/** Brackets of a list of nothing but mappings and lists lie against theirs. */
function list(items: readonly Json[], level: number): string {
  if (items.length === 0) return '[]';
  if (items.every((item) => typeof item === 'object' && item !== null))
    return `[${items.map((item) => node(item, level)).join(', ')}]`;
  const lines = items.map((item) => `${indent(level + 1)}${node(item, level + 1)},\n`);
  return `[\n${lines.join('')}${indent(level)}]`;
}

function mapping(value: JsonObject, level: number): string {
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  if (keys.length === 0) return '{}';
  const lines = keys
    .sort()
    .map((key) => `${indent(level + 1)}${keyText(key)}: ${node(value[key] as Json, level + 1)},\n`);
  return `{\n${lines.join('')}${indent(level)}}`;
}

/** Letters, digits and `_`, and `-`, `.` and `/` among them. */
const PLAIN = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_\-./]*[\p{L}\p{N}_])?$/u;
/** What some reader of YAML takes for null, a truth value, a number or a date. */
const OTHER_TYPES =
  /^(?:null|~|true|false|y|yes|on|n|no|off|t|f|0b[01_]+|0o?[0-7_]+|0x[0-9a-f_]+|[\d_]+(?:\.[\d_]*)?(?:e[-+]?\d+)?|inf|infinity|nan|\d{4}-\d{1,2}-\d{1,2})$/i;

function keyText(key: string): string {
  if (PLAIN.test(key) && !OTHER_TYPES.test(key)) return key;
  return `"${Array.from(key, (char) => (char === '\n' ? '\\n' : char === '\t' ? '\\t' : escaped(char))).join('')}"`;
}

/** A string; one of several lines is folded, each line below the other. */
function quoted(text: string, level: number): string {
  if (!text.includes('\n')) return `"${Array.from(text, escaped).join('')}"`;
  const lines = text.split('\n');
  const last = lines.pop() as string;
  const body = lines.map((line) => `${lineText(line, level)}\\n${FOLD}`).join('');
  const rest = last === '' ? '' : lineText(last, level) + FOLD;
  return `"${FOLD}${body}${rest}${indent(level)}"`;
}

/** Blanks that begin a line are kept by a backslash; other lines stand one blank further in, below them. */
function lineText(line: string, level: number): string {
  const start = /^\s/.test(line) ? '\\' : ' ';
  return indent(level) + start + Array.from(line, escaped).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\r': '\\r',
  '\v': '\\v',
  '\0': '\\0',
  '\u001b': '\\e',
  '\u0085': '\\N',
  '\u00a0': '\\_',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

/** A tab is left as it is. */
function escaped(char: string): string {
  const known = ESCAPES[char];
  if (known !== undefined) return known;
  if (char === '\t' || char === ' ' || !/[\p{C}\p{Z}]/u.test(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x20 || code === 0x7f) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
