import { LAYOUTS } from './go-layouts.ts';
import { amountOf } from './quantity.ts';

// Go's dump of a value as k8s.io/apimachinery/pkg/util/dump ForHash prints it (go-spew's %#v with sorted keys and
// without methods): each field with its Go name and type, in the order of the Go struct.

/** A field of a Go struct. */
export interface GoField {
  readonly name: string;
  /** Key in JSON; '' for an embedded struct, whose fields stand in the same JSON object. */
  readonly key: string;
  readonly type: string;
}

let layouts: ReadonlyMap<string, readonly GoField[]> | undefined;

/** The fields of a struct of a Pod's template, or undefined for a type that is none. */
export function layoutOf(type: string): readonly GoField[] | undefined {
  layouts ??= parseLayouts(LAYOUTS);
  return layouts.get(type);
}

/** Structs written as in go-layouts.ts, by name. */
export function parseLayouts(text: string): ReadonlyMap<string, readonly GoField[]> {
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [name = '', fields = ''] = line.split(': ');
        return [name, fields.split(' ').map(parseField)];
      }),
  );
}

/** `Name`=string · `Name`:type · `Name=key`:type · `<Name`:type embedded. */
function parseField(text: string): GoField {
  const [head = '', type = 'string'] = text.split(':');
  if (head.startsWith('<')) return { name: head.slice(1), key: '', type };
  const [name = '', key = jsonKey(name)] = head.split('=');
  return { name, key, type };
}

/** `DNSPolicy` is `dnsPolicy` in JSON. */
function jsonKey(name: string): string {
  const run = /^[A-Z]+/.exec(name)?.[0] ?? '';
  const lower = run.length === name.length || run.length === 1 ? run.length : run.length - 1;
  return name.slice(0, lower).toLowerCase() + name.slice(lower);
}

const BUILT_IN: ReadonlySet<string> = new Set(['string', 'bool', 'int32', 'int64', 'uint64']);

/** The type as Go names it. */
function goName(type: string): string {
  if (type.startsWith('*') || type.startsWith('[]')) {
    const rest = type.startsWith('*') ? 1 : 2;
    return type.slice(0, rest) + goName(type.slice(rest));
  }
  if (BUILT_IN.has(type) || type.includes('.') || type.startsWith('map[')) return type;
  return `v1.${type}`;
}

/** A value of a named type with its type in front. */
export function goDump(type: string, value: unknown): string {
  return dump(type, value, true);
}

function dump(type: string, value: unknown, typed: boolean): string {
  if (type.startsWith('*')) {
    if (value === undefined || value === null) return typed ? `(${goName(type)})<nil>` : '<nil>';
    return `${typed ? `(${goName(type)})` : '<*>'}${dump(type.slice(1), value, false)}`;
  }
  return (typed ? `(${goName(type)})` : '') + body(type, value);
}

function body(type: string, value: unknown): string {
  if (type.startsWith('[]')) return list(type.slice(2), value as readonly unknown[] | undefined);
  if (type.startsWith('map[')) return map('string', value as Readonly<Record<string, unknown>> | undefined);
  if (type === 'ResourceList')
    return map('resource.Quantity', value as Readonly<Record<string, unknown>> | undefined);
  if (type === 'resource.Quantity') return quantity(value as string | undefined);
  if (type === 'intstr.IntOrString') return intOrString(value as string | number | undefined);
  const fields = layoutOf(type);
  if (fields !== undefined) return struct(fields, (value ?? {}) as Readonly<Record<string, unknown>>);
  if (type === 'bool') return value === true ? 'true' : 'false';
  if (type === 'int32' || type === 'int64' || type === 'uint64') return String(value ?? 0);
  return String(value ?? '');
}

function struct(fields: readonly GoField[], value: Readonly<Record<string, unknown>>): string {
  return `{${fields.map(({ name, key, type }) => `${name}:${dump(type, key === '' ? value : value[key], true)}`).join(' ')}}`;
}

function list(type: string, items: readonly unknown[] | undefined): string {
  if (items === undefined || items.length === 0) return '<nil>';
  return `[${items.map((item) => dump(type, item, false)).join(' ')}]`;
}

function map(type: string, entries: Readonly<Record<string, unknown>> | undefined): string {
  const keys = Object.keys(entries ?? {}).sort();
  if (keys.length === 0) return '<nil>';
  return `map[${keys.map((key) => `${key}:${dump(type, entries?.[key], false)}`).join(' ')}]`;
}

const SUFFIX_SCALE: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

/** A quantity as ParseQuantity leaves it: a whole number, a power of ten, the text and its format. */
function quantity(text: string | undefined): string {
  const { value, scale, format } = text === undefined ? { value: '0', scale: 0, format: '' } : parsed(text);
  const amount = `{value:(int64)${value} scale:(resource.Scale)${scale}}`;
  return `{i:(resource.int64Amount)${amount} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)${text ?? ''} Format:(resource.Format)${format}}`;
}

function parsed(text: string): { readonly value: string; readonly scale: number; readonly format: string } {
  const { nanos, format } = amountOf(text);
  const [, whole = '0', fraction = '', suffix = ''] = /^([+-]?\d*)\.?(\d*)(.*)$/.exec(text) ?? [];
  if (format === 'BinarySI') return { value: String(nanos / 1_000_000_000n), scale: 0, format };
  const exponent = format === 'DecimalExponent' ? Number(suffix.slice(1)) : (SUFFIX_SCALE[suffix] ?? 0);
  return { value: String(BigInt(whole + fraction)), scale: exponent - fraction.length, format };
}

function intOrString(value: string | number | undefined): string {
  const [kind, number, text] = typeof value === 'string' ? [1, 0, value] : [0, value ?? 0, ''];
  return `{Type:(intstr.Type)${kind} IntVal:(int32)${number} StrVal:(string)${text}}`;
}
