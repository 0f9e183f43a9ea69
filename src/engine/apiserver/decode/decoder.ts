import { setOwn } from '../../../base/own.ts';
import {
  type FieldSchema,
  type StructSchema,
  type TypeRef,
  goTypeOf,
  structSchema,
} from '../../../api/schema.ts';
import { compareText } from '../../../base/compare.ts';
import { DecodeContext, type Kept } from './context.ts';
import type { CustomPart } from '../kinds/kind.ts';
import { isNullWhenEmpty, omitsZero } from './omit-empty.ts';
import { SCALAR_DECODERS, jsonWord } from './scalars.ts';

type Json = Record<string, unknown>;
type Decoder = (value: unknown, ctx: DecodeContext) => unknown;

interface CompiledField {
  readonly name: string;
  readonly embedded: string | undefined;
  readonly decode: Decoder;
  /** Not written when it holds Go's zero value. */
  readonly omitZero: boolean;
}

interface Compiled {
  readonly goName: string;
  readonly goType: string;
  readonly fields: Map<string, CompiledField>;
  /** Written even when absent: structs by value, and scalars without omitempty. */
  readonly always: { readonly name: string; readonly make: () => unknown }[];
}

const compiled = new Map<string, Compiled>();

function compileStruct(name: string): Compiled | undefined {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const schema = structSchema(name);
  if (schema === undefined) return undefined;
  const made: Compiled = {
    goName: schema.goType.slice(schema.goType.indexOf('.') + 1),
    goType: schema.goType,
    fields: new Map(),
    always: [],
  };
  compiled.set(name, made);
  for (const field of schema.fields.values()) {
    made.fields.set(field.name, compileField(schema, field));
    const make = isNullWhenEmpty(name, field) ? () => null : zeroMaker(field);
    if (make !== undefined) made.always.push({ name: field.name, make });
  }
  return made;
}

function compileField(owner: StructSchema, field: FieldSchema): CompiledField {
  return {
    name: field.name,
    embedded: field.embedded,
    decode: decoderOf(field.type, field.goType),
    omitZero:
      isNullWhenEmpty(owner.name, field) ||
      (field.default === undefined && !field.required && omitsZero(owner.name, field)),
  };
}

function zeroMaker(field: FieldSchema): (() => unknown) | undefined {
  const { default: zero, type } = field;
  if (zero === undefined) return undefined;
  if (type.kind === 'struct') {
    const name = type.name;
    return () => emptyStruct(name);
  }
  if (type.kind !== 'scalar') return undefined;
  // Some OpenAPI defaults are the API's own and no zero values: those are the kind's business.
  return zero === '' || zero === 0 || zero === false ? () => zero : undefined;
}

function emptyStruct(name: string): Json {
  const struct = compileStruct(name);
  const out: Json = {};
  if (struct !== undefined) for (const { name: field, make } of struct.always) out[field] = make();
  return out;
}

function decoderOf(type: TypeRef, named?: string): Decoder {
  switch (type.kind) {
    case 'scalar': {
      const decode = SCALAR_DECODERS[type.scalar];
      const goType = goTypeOf(type, named);
      return (value, ctx) => decode(value, ctx, goType);
    }
    case 'list':
      return listDecoder(decoderOf(type.items, named), goTypeOf(type, named), zeroOf(type.items));
    case 'map':
      return mapDecoder(decoderOf(type.values, named), goTypeOf(type, named), zeroOf(type.values));
    case 'struct': {
      const { name } = type;
      let struct: Compiled | undefined;
      return (value, ctx) => {
        struct ??= compileStruct(name);
        if (name === 'JSONSchemaPropsOrBool' && typeof value !== 'object')
          return typeof value === 'boolean' ? value : ctx.abort('boolean or JSON schema expected');
        return struct === undefined ? value : decodeStruct(struct, value, ctx);
      };
    }
  }
}

function zeroOf(type: TypeRef): () => unknown {
  if (type.kind === 'struct') {
    const { name } = type;
    return () => emptyStruct(name);
  }
  if (type.kind !== 'scalar') return () => null;
  switch (type.scalar) {
    case 'string':
    case 'bytes':
      return () => '';
    case 'bool':
      return () => false;
    case 'quantity':
      return () => '0';
    case 'int32':
    case 'int64':
    case 'float64':
    case 'intOrString':
      return () => 0;
    default:
      return () => null;
  }
}

function decodeStruct(struct: Compiled, value: unknown, ctx: DecodeContext): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return ctx.wrongType(jsonWord(value), struct.goType);
  }
  // Copied whole, as nearly everything stays as it is: that is quicker than putting it together field by field.
  const copy: Json = { ...value };
  let whole = true;
  const outer = ctx.struct;
  for (const key in copy) {
    const given = copy[key];
    const read = decodeField(struct, key, given, ctx);
    if (read !== given) copy[key] = read;
    if (read === undefined) whole = false;
    if (ctx.aborted !== undefined) return copy;
  }
  ctx.struct = outer;
  const out = whole ? copy : withoutUndefined(copy);
  for (const { name, make } of struct.always) if (out[name] === undefined) out[name] = make();
  return out;
}

/** A field as it is stored; undefined when it is not. */
function decodeField(struct: Compiled, key: string, given: unknown, ctx: DecodeContext): unknown {
  const field = struct.fields.get(key);
  if (field === undefined) {
    ctx.unknownField(key);
    return undefined;
  }
  if (given === null || given === undefined) return undefined;
  if (isKept(given, ctx.kept)) return given;
  const read = ctx.traced ? decodeTraced(struct, field, given, ctx) : field.decode(given, ctx);
  return field.omitZero && isZero(read) ? undefined : read;
}

function withoutUndefined(fields: Json): Json {
  const out: Json = {};
  for (const key in fields) if (fields[key] !== undefined) out[key] = fields[key];
  return out;
}

function isKept(given: unknown, kept: Kept | undefined): boolean {
  return kept !== undefined && (given === kept.spec || given === kept.managedFields);
}

function decodeTraced(struct: Compiled, field: CompiledField, given: unknown, ctx: DecodeContext): unknown {
  const depth = ctx.fields.length;
  if (field.embedded !== undefined) ctx.fields.push(field.embedded);
  ctx.fields.push(field.name);
  ctx.path.push(field.name);
  ctx.struct = struct.goName;
  const read = field.decode(given, ctx);
  ctx.fields.length = depth;
  ctx.path.pop();
  return read;
}

function isZero(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return value === '' || value === 0 || value === false || value === null || value === undefined;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
}

function listDecoder(item: Decoder, goType: string, zero: () => unknown): Decoder {
  return (value, ctx) => {
    if (!Array.isArray(value)) return ctx.wrongType(jsonWord(value), goType);
    const out: unknown[] = [...value];
    const struct = ctx.struct;
    for (let i = 0; i < out.length; i++) {
      if (ctx.traced) ctx.path.push(i);
      const given: unknown = out[i];
      const read = given === null || given === undefined ? undefined : item(given, ctx);
      out[i] = read === undefined ? zero() : read;
      if (ctx.traced) ctx.path.pop();
      ctx.struct = struct;
      if (ctx.aborted !== undefined) return out;
    }
    return out;
  };
}

function mapDecoder(item: Decoder, goType: string, zero: () => unknown): Decoder {
  return (value, ctx) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return ctx.wrongType(jsonWord(value), goType);
    const out: Json = { ...value };
    const struct = ctx.struct;
    for (const key in out) {
      if (ctx.traced) ctx.path.push(key);
      const given = out[key];
      const read = given === null || given === undefined ? undefined : item(given, ctx);
      if (read === undefined || read !== given) setOwn(out, key, read === undefined ? zero() : read);
      if (ctx.traced) ctx.path.pop();
      ctx.struct = struct;
      if (ctx.aborted !== undefined) return out;
    }
    return out;
  };
}

/** A typed reading of JSON: a fresh tree (nothing shared with the input) and what was wrong with it. */
interface Decoded {
  readonly object: Json;
  readonly error: string | undefined;
  /** `unknown field "spec.x"` … */
  readonly strict: readonly string[];
}

/** Reads `value` as the struct `type`: unknown fields go, always-written fields come, quantities and times become canonical. */
export function decodeAs(type: string, value: unknown, kept?: Kept): Decoded {
  const first = run(type, value, new DecodeContext(false, kept));
  // What is wrong is told by a second reading, which knows where it stands. Which error is reported, and their order,
  // follows the JSON that kubectl sends: keys sorted at every level.
  if (first.error === undefined && first.strict.length === 0) return first;
  const doubtful = first.error !== undefined || first.strict.length > 1;
  return run(type, doubtful ? sorted(value) : value, new DecodeContext(true, undefined));
}

/** Reads an object of a kind that has no schema here: its metadata is that of every kind, the rest stays as it comes. */
export function decodeUntyped(kind: string, value: unknown, custom?: CustomPart): Decoded {
  const ctx = new DecodeContext(true, undefined);
  const meta = compileStruct('ObjectMeta');
  if (typeof value !== 'object' || value === null || Array.isArray(value) || meta === undefined) {
    ctx.wrongType(jsonWord(value), `v1.${kind}`);
    return { object: {}, error: ctx.error, strict: [] };
  }
  const read = custom?.decode(value as Json);
  const object = read?.object ?? (SCALAR_DECODERS.any(value, ctx, '') as Json);
  const given = object['metadata'];
  ctx.fields.push('metadata');
  ctx.path.push('metadata');
  ctx.struct = kind;
  const metadata = given === null || given === undefined ? {} : (decodeStruct(meta, given, ctx) ?? {});
  const strict = [...ctx.strict, ...(read?.unknown ?? []).map((path) => `unknown field "${path}"`)];
  return { object: { ...object, metadata }, error: ctx.error, strict };
}

function run(type: string, value: unknown, ctx: DecodeContext): Decoded {
  const struct = compileStruct(type);
  const object = struct === undefined ? undefined : decodeStruct(struct, value, ctx);
  return { object: (object ?? {}) as Json, error: ctx.error, strict: ctx.strict };
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const out: Json = {};
  for (const key of Object.keys(value).sort(compareText)) setOwn(out, key, sorted((value as Json)[key]));
  return out;
}
