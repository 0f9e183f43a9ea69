import { CEL } from '../cel/port.ts';
import {
  type FieldError,
  FieldPath,
  duplicate,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../../../api/field-error.ts';
import { own } from '../../../base/own.ts';
import { isIp } from '../../../api/addresses.ts';
import { parseGoDuration } from '../../../api/duration.ts';
import { parseTime } from '../../../api/time.ts';
import { deepEqual } from '../registry/draft.ts';
import type { Structure } from './definition.ts';
import { memberOf } from './structure.ts';

// Models k8s.io/kube-openapi/pkg/validation/validate and apiextensions-apiserver pkg/apiserver/validation (1.36).

type Errors = FieldError[];
type Mapping = Readonly<Record<string, unknown>>;

interface Place {
  /** Where the error is reported. */
  readonly path: FieldPath;
  /** As the message names it. */
  readonly name: string;
}

/** What is wrong with a custom resource by its schema. */
export function schemaErrors(schema: Structure | undefined, object: Mapping): Errors {
  const errors: Errors = [];
  if (schema === undefined) return errors;
  const { apiVersion: _, kind: __, metadata: ___, ...rest } = object;
  const { properties = {} } = schema;
  const { apiVersion: _a, kind: _k, metadata: _m, ...own } = properties;
  const wanted = (schema.required ?? []).filter((key) => !['apiVersion', 'kind', 'metadata'].includes(key));
  const root = { path: new FieldPath(''), name: '' };
  checkObject(errors, { ...schema, properties: own, required: wanted }, rest, root);
  checkCombined(errors, schema, object, root);
  return errors;
}

/** What is wrong with one value by its schema; its own name is empty in the texts. */
export function valueErrors(schema: Structure, value: unknown, path: FieldPath): Errors {
  const errors: Errors = [];
  check(errors, schema, value, { path, name: '' });
  return errors;
}

function childOf({ path, name }: Place, key: string): Place {
  return { path: path.child(key), name: name === '' ? key : `${name}.${key}` };
}

function say(errors: Errors, { path, name }: Place, value: unknown, what: string): void {
  errors.push(invalid(path, value, `${name} in body ${what}`));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function fitsType(schema: Structure, value: unknown): boolean {
  const type = typeOf(value);
  if (type === 'null') return schema.nullable === true;
  if (schema['x-kubernetes-int-or-string'] === true) return type === 'integer' || type === 'string';
  return (
    schema.type === undefined || type === schema.type || (schema.type === 'number' && type === 'integer')
  );
}

function check(errors: Errors, schema: Structure, value: unknown, place: Place): void {
  if (!fitsType(schema, value)) {
    const wanted = schema['x-kubernetes-int-or-string'] === true ? 'integer,string' : (schema.type ?? '');
    const type = typeOf(value);
    const what = `${place.name} in body must be of type ${wanted}: ${JSON.stringify(type)}`;
    errors.push({ ...invalid(place.path, type, what), type: 'FieldValueTypeInvalid' });
    return;
  }
  if (value === null) return;
  checkEnum(errors, schema, value, place);
  if (typeof value === 'string') checkText(errors, schema, value, place);
  else if (typeof value === 'number') checkNumber(errors, schema, value, place);
  else if (Array.isArray(value)) checkList(errors, schema, value, place);
  else if (typeof value === 'object') checkObject(errors, schema, value as Mapping, place);
  checkCombined(errors, schema, value, place);
}

function checkEnum(errors: Errors, schema: Structure, value: unknown, { path }: Place): void {
  if (schema.enum === undefined || schema.enum.some((one) => deepEqual(one, value))) return;
  const allowed = schema.enum.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  errors.push(notSupported(path, value, allowed));
}

/** How each format that is looked at is recognized; others are only said. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => parseTime(text) !== undefined,
  date: (text) => parseTime(`${text}T00:00:00Z`) !== undefined,
  duration: (text) => parseGoDuration(text).ok,
  ipv4: (text) => isIp(text).length === 0 && !text.includes(':'),
  ipv6: (text) => isIp(text).length === 0 && text.includes(':'),
  uuid: (text) => /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  byte: (text) => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text),
};

function checkText(errors: Errors, schema: Structure, value: string, place: Place): void {
  const { minLength, maxLength, pattern, format = '' } = schema;
  const { length } = Array.from(value);
  if (maxLength !== undefined && length > maxLength) errors.push(tooLong(place.path, maxLength));
  if (minLength !== undefined && length < minLength)
    say(errors, place, value, `should be at least ${minLength} chars long`);
  if (pattern !== undefined && !matches(pattern, value))
    say(errors, place, value, `should match '${pattern}'`);
  if (own(FORMATS, format)?.(value) === false)
    say(errors, place, value, `must be of type ${format}: ${JSON.stringify(value)}`);
}

function matches(pattern: string, value: string): boolean {
  const compiled = CEL.get().pattern(pattern);
  return !compiled.ok || compiled.value.findAll(value, 1).length > 0;
}

function checkNumber(errors: Errors, schema: Structure, value: number, place: Place): void {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf))
    say(errors, place, value, `should be a multiple of ${multipleOf}`);
  if (maximum !== undefined && (below === true ? value >= maximum : value > maximum))
    say(errors, place, value, `should be less than ${below === true ? '' : 'or equal to '}${maximum}`);
  if (minimum !== undefined && (above === true ? value <= minimum : value < minimum))
    say(errors, place, value, `should be greater than ${above === true ? '' : 'or equal to '}${minimum}`);
}

function checkList(errors: Errors, schema: Structure, list: readonly unknown[], place: Place): void {
  const { minItems, maxItems, uniqueItems, items } = schema;
  for (const [i, item] of list.entries()) {
    if (items !== undefined)
      check(errors, items, item, { path: place.path.index(i), name: `${place.name}[${i}]` });
  }
  if (minItems !== undefined && list.length < minItems)
    say(errors, place, list.length, `should have at least ${minItems} items`);
  if (maxItems !== undefined && list.length > maxItems)
    errors.push(tooMany(place.path, list.length, maxItems));
  if (uniqueItems === true && list.some((item, i) => list.findIndex((other) => deepEqual(item, other)) < i))
    say(errors, place, list, "shouldn't contain duplicates");
  checkListType(errors, schema, list, place);
}

/** Sets hold each value once, maps each key. Models pkg/apiserver/schema/listtype. */
function checkListType(errors: Errors, schema: Structure, list: readonly unknown[], { path }: Place): void {
  const type = schema['x-kubernetes-list-type'];
  if (type !== 'set' && type !== 'map') return;
  const names = schema['x-kubernetes-list-map-keys'] ?? [];
  const keyOf = (item: unknown): unknown =>
    type === 'set' ? item : Object.fromEntries(names.map((name) => [name, (item as Mapping | null)?.[name]]));
  const keys = list.map(keyOf);
  for (const [i, key] of keys.entries())
    if (keys.findIndex((other) => deepEqual(key, other)) < i) errors.push(duplicate(path.index(i), key));
}

function checkObject(errors: Errors, schema: Structure, value: Mapping, place: Place): void {
  for (const key of schema.required ?? [])
    if (own(value, key) === undefined) errors.push(required(childOf(place, key).path));
  for (const key of Object.keys(value).sort()) {
    const member = memberOf(schema, key);
    if (member !== undefined && value[key] !== undefined)
      check(errors, member, value[key], childOf(place, key));
  }
  const count = Object.keys(value).length;
  if (schema.minProperties !== undefined && count < schema.minProperties)
    say(errors, place, count, `should have at least ${schema.minProperties} properties`);
  if (schema.maxProperties !== undefined && count > schema.maxProperties)
    errors.push(tooMany(place.path, count, schema.maxProperties));
}

function fits(schema: Structure, value: unknown, place: Place): boolean {
  const errors: Errors = [];
  check(errors, schema, value, place);
  return errors.length === 0;
}

function checkCombined(errors: Errors, schema: Structure, value: unknown, place: Place): void {
  const { allOf, anyOf, oneOf, not } = schema;
  const shown = JSON.stringify(place.name);
  const refuse = (what: string): void => void errors.push(invalid(place.path, '', `${shown} must ${what}`));
  if (anyOf !== undefined && !anyOf.some((one) => fits(one, value, place)))
    refuse('validate at least one schema (anyOf)');
  const fitting = (oneOf ?? []).filter((one) => fits(one, value, place)).length;
  if (oneOf !== undefined && fitting !== 1) {
    const found = fitting === 0 ? 'Found none valid' : `Found ${fitting} valid alternatives`;
    refuse(`validate one and only one schema (oneOf). ${found}`);
  }
  for (const one of allOf ?? []) check(errors, one, value, place);
  if (not !== undefined && fits(not, value, place)) refuse('not validate the schema (not)');
}
