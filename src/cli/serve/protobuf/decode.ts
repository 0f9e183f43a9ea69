import { readFileSync } from 'node:fs';
import { formatMicroTime, formatTime } from '../../../api/time.ts';
import type { Json, JsonObject } from '../../../base/json.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import { SECOND } from '../../../trace/ids.ts';
import { wireFields } from './wire.ts';

// Models runtime/serializer/protobuf: an envelope (runtime.Unknown) around one object. kubectl's typed clients send
// their objects so since 1.32. What the messages hold is told by messages.json, one line a message:
// `number name type`, where `[]` repeats, `{}` is a map from strings, `^` is inlined into the object that holds it, `*` is
// a Go pointer, whose zero value is a value; i, s, b and y are integers, strings, booleans and bytes.

const MAGIC = 'k8s\0';

interface Field {
  readonly name: string;
  readonly type: string;
  readonly list: boolean;
  readonly map: boolean;
  readonly inline: boolean;
  readonly pointer: boolean;
}

let lines: Readonly<Record<string, string>> | undefined;
const known = new Map<string, ReadonlyMap<number, Field>>();

function message(type: string): ReadonlyMap<number, Field> | undefined {
  const parsed = known.get(type);
  if (parsed !== undefined) return parsed;
  lines ??= JSON.parse(readFileSync(new URL('./messages.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >;
  const line = lines[type];
  if (line === undefined) return undefined;
  const fields = new Map(line.split(';').map(fieldOf));
  known.set(type, fields);
  return fields;
}

function fieldOf(text: string): [number, Field] {
  const [number, name = '', written = ''] = text.split(' ');
  const [, marks = '', type = ''] = /^([*^]|\[\]|\{\})?(.*)$/.exec(written) ?? [];
  const field = {
    name,
    type,
    list: marks === '[]',
    map: marks === '{}',
    inline: marks === '^',
    pointer: marks === '*',
  };
  return [Number(number), field];
}

/** The JSON of an object in Kubernetes' protobuf encoding, or what is wrong with it. */
export function decodeProtobuf(body: Uint8Array): Result<JsonObject, string> {
  if (text(body.subarray(0, 4)) !== MAGIC)
    return err('provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]');
  try {
    const envelope = new Map([...wireFields(body.subarray(4))].map(({ number, value }) => [number, value]));
    const typeMeta = new Map(
      [...wireFields(bytesOf(envelope.get(1)))].map(({ number, value }) => [number, text(bytesOf(value))]),
    );
    const apiVersion = typeMeta.get(1) ?? '';
    const kind = typeMeta.get(2) ?? '';
    const type = messageOf(apiVersion, kind);
    if (type === undefined)
      return err(`no kind ${JSON.stringify(kind)} is known for version ${JSON.stringify(apiVersion)}`);
    return ok({ apiVersion, kind, ...(object(type, bytesOf(envelope.get(2))) as JsonObject) });
  } catch (problem) {
    if (problem instanceof RangeError) return err(problem.message);
    throw problem;
  }
}

/** The message of a kind: packages are named by the group's first word, options are everywhere metav1's. */
function messageOf(apiVersion: string, kind: string): string | undefined {
  const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  const types = [`${group.split('.')[0]}/${version}.${kind}`, `meta/v1.${kind}`];
  return types.find((type) => message(type) !== undefined);
}

function object(type: string, bytes: Uint8Array): Json {
  const special = SPECIAL[type];
  if (special !== undefined) return special(bytes);
  const fields = message(type);
  if (fields === undefined) throw new RangeError(`message ${type} is not known`);
  const made: Record<string, Json> = {};
  for (const { number, value } of wireFields(bytes)) {
    const field = fields.get(number);
    if (field === undefined) throw new RangeError(`field ${number} of ${type} is not known`);
    put(made, field, value);
  }
  return made;
}

function put(made: Record<string, Json>, field: Field, raw: bigint | Uint8Array): void {
  const { name, type } = field;
  if (field.map) {
    const entry = new Map([...wireFields(bytesOf(raw))].map(({ number, value }) => [number, value]));
    const held = (made[name] ??= {}) as Record<string, Json>;
    held[text(bytesOf(entry.get(1)))] = scalar(type, entry.get(2) ?? EMPTY);
    return;
  }
  const value = scalar(type, raw);
  if (field.list) ((made[name] ??= []) as Json[]).push(value);
  else if (field.inline) Object.assign(made, value);
  // Go writes what is no pointer also when it is zero, and JSON leaves it out.
  else if (field.pointer || !(value === null || value === '' || value === 0 || value === false))
    made[name] = value;
}

function scalar(type: string, value: bigint | Uint8Array): Json {
  switch (type) {
    case 's':
      return text(bytesOf(value));
    case 'i':
      return Number(value);
    case 'b':
      return value === 1n;
    case 'y':
      return Buffer.from(bytesOf(value)).toString('base64');
    default:
      return object(type, bytesOf(value));
  }
}

/** Messages that JSON writes in a form of their own. */
const SPECIAL: Readonly<Record<string, (bytes: Uint8Array) => Json>> = {
  Quantity: (bytes) => text(bytesOf(fieldsOf(bytes).get(1))),
  IntOrString(bytes) {
    const fields = fieldsOf(bytes);
    return fields.get(1) === 1n ? text(bytesOf(fields.get(3))) : Number(fields.get(2) ?? 0n);
  },
  RawExtension: (bytes) => JSON.parse(text(bytesOf(fieldsOf(bytes).get(1)))) as Json,
  'meta/v1.FieldsV1': (bytes) => JSON.parse(text(bytesOf(fieldsOf(bytes).get(1)))) as Json,
  'meta/v1.Time': (bytes) => time(bytes),
  'meta/v1.MicroTime': (bytes) => microTime(bytes),
  'meta/v1.Verbs': (bytes) => strings(bytes),
  'authentication/v1.ExtraValue': (bytes) => strings(bytes),
  'authorization/v1.ExtraValue': (bytes) => strings(bytes),
  'certificates/v1.ExtraValue': (bytes) => strings(bytes),
};

const EMPTY = new Uint8Array();

function fieldsOf(bytes: Uint8Array): ReadonlyMap<number, bigint | Uint8Array> {
  return new Map([...wireFields(bytes)].map(({ number, value }) => [number, value]));
}

function strings(bytes: Uint8Array): Json {
  return [...wireFields(bytes)].map(({ value }) => text(bytesOf(value)));
}

function time(bytes: Uint8Array): Json {
  const seconds = fieldsOf(bytes).get(1);
  return typeof seconds === 'bigint' ? formatTime(Number(seconds) * SECOND) : null;
}

function microTime(bytes: Uint8Array): Json {
  const fields = fieldsOf(bytes);
  const [seconds, nanos = 0n] = [fields.get(1), fields.get(2)];
  if (typeof seconds !== 'bigint') return null;
  return formatMicroTime(Number(seconds) * SECOND + Math.floor(Number(nanos) / 1000));
}

function bytesOf(value: bigint | Uint8Array | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : EMPTY;
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}
