// How Go prints values: %q, encoding/json, %v. Kubernetes' messages are made with them.

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

function escapeRune(rune: string): string {
  const known = ESCAPES[rune];
  if (known !== undefined) return known;
  const code = rune.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** A Go string literal with double quotes, as fmt's %q. Models strconv.Quote. */
export function goQuote(text: string): string {
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`;
  return `"${text.replace(/["\\]|[\p{C}\p{Z}]/gu, (rune) => (rune === ' ' ? rune : escapeRune(rune)))}"`;
}

/** JSON as Go's encoding/json writes it: like JSON.stringify, but `<`, `>`, `&` and line separators escaped. */
export function goJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * The shortest text of a float as Go's %v and strconv's 'g' write it: an exponent of two digits below
 * 1e-4 and from 1e6 on. `narrow` = as float32. For what Go holds as a float: whole JSON numbers are ints there.
 */
export function goFloat(value: number, narrow = false): string {
  const exponential = narrow ? shortestFloat32(value) : value.toExponential();
  const [mantissa = '', power = '0'] = exponential.split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return String(Number(exponential));
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

function shortestFloat32(value: number): string {
  for (let digits = 0; digits < 9; digits++) {
    const text = value.toExponential(digits);
    if (Math.fround(Number(text)) === value) return text;
  }
  return value.toExponential();
}

/** Any JSON value as Go's %v prints it unmarshalled: `map[a:1 b:[x y]]`. Keys sorted. */
export function goValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : goFloat(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(goValue).join(' ')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, item]) => `${key}:${goValue(item)}`).join(' ')}]`;
}
