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

interface Style {
  /** blanks a level; '' = all on one line */
  readonly step: string;
  readonly sorted: boolean;
}

function keysOf(record: Readonly<Record<string, unknown>>, sorted: boolean): readonly string[] {
  const keys = Object.keys(record).filter((key) => record[key] !== undefined);
  return sorted ? keys.sort() : keys;
}

function write(value: unknown, style: Style, pad: string): string {
  const { step, sorted } = style;
  if (typeof value === 'string') return quote(value);
  const line = step === '' ? '' : `\n${pad}${step}`;
  const close = step === '' ? '' : `\n${pad}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[${line}${value.map((item) => write(item, style, pad + step)).join(`,${line}`)}${close}]`;
  }
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const keys = keysOf(value, sorted);
  if (keys.length === 0) return '{}';
  const colon = step === '' ? ':' : ': ';
  const members = keys.map((key) => `${quote(key)}${colon}${write(value[key], style, pad + step)}`);
  return `{${line}${members.join(`,${line}`)}${close}}`;
}

/** Keys that the server's structs have first, in their order; the rest follows sorted. */
const FIRST_KEYS: Readonly<Record<string, readonly string[]>> = {
  Status: ['kind', 'apiVersion', 'metadata', 'status', 'message', 'reason', 'details', 'code'],
  '': ['kind', 'apiVersion', 'metadata'],
};

/** An answer's body as the server writes it, on one line: what the object is comes first. */
export function toWireJson(value: unknown): string {
  return wire(value, '');
}

/** The same in lines, as the server writes it for people. Models json.MarshalIndent. */
export function toPrettyWireJson(value: unknown): string {
  return wire(value, '  ');
}

function wire(value: unknown, step: string): string {
  const style = { step, sorted: true };
  if (!isRecord(value)) return write(value, style, '');
  const first = FIRST_KEYS[String(value['kind'])] ?? FIRST_KEYS[''] ?? [];
  const keys = [
    ...first.filter((key) => value[key] !== undefined),
    ...keysOf(value, true).filter((key) => !first.includes(key)),
  ];
  const [line, close, colon] = step === '' ? ['', '', ':'] : [`\n${step}`, '\n', ': '];
  const members = keys.map((key) => `${quote(key)}${colon}${write(value[key], style, step)}`);
  return members.length === 0 ? '{}' : `{${line}${members.join(`,${line}`)}${close}}`;
}

/** As `kubectl -o json` prints: four blanks a level, a line break at the end. */
export function toPrettyJson(value: unknown): string {
  return `${write(value, { step: '    ', sorted: true }, '')}\n`;
}

/** The same with keys as they come: for what kubectl prints from a Go struct (`create --dry-run=client`, `auth whoami`). */
export function toStructJson(value: unknown): string {
  return `${write(value, { step: '    ', sorted: false }, '')}\n`;
}

/** On one line with keys as they come. */
export function toCompactStructJson(value: unknown): string {
  return write(value, { step: '', sorted: false }, '');
}

/** On one line, as in the last-applied annotation (which adds a line break). */
export function toCompactJson(value: unknown): string {
  return write(value, { step: '', sorted: true }, '');
}
