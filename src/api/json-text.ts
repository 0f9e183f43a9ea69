// JSON as Go writes it for kubectl and for annotations: keys sorted, `<`, `>` and `&` escaped.

function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keysOf(record: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(record)
    .filter((key) => record[key] !== undefined)
    .sort();
}

function write(value: unknown, step: string, pad: string): string {
  if (typeof value === 'string') return quote(value);
  const line = step === '' ? '' : `\n${pad}${step}`;
  const close = step === '' ? '' : `\n${pad}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[${line}${value.map((item) => write(item, step, pad + step)).join(`,${line}`)}${close}]`;
  }
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const keys = keysOf(value);
  if (keys.length === 0) return '{}';
  const colon = step === '' ? ':' : ': ';
  const members = keys.map((key) => `${quote(key)}${colon}${write(value[key], step, pad + step)}`);
  return `{${line}${members.join(`,${line}`)}${close}}`;
}

/** As `kubectl -o json` prints: four blanks a level, a line break at the end. */
export function toPrettyJson(value: unknown): string {
  return `${write(value, '    ', '')}\n`;
}

/** On one line, as in the last-applied annotation (which adds a line break). */
export function toCompactJson(value: unknown): string {
  return write(value, '', '');
}
