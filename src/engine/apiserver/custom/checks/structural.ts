import {
  type FieldError,
  type FieldPath,
  errorText,
  forbidden,
  invalid,
  required,
} from '../../../../api/field-error.ts';
import { deepEqual } from '../../../../base/deep.ts';
import { CEL } from '../../cel/port.ts';
import type { Structure } from '../definition.ts';

// Models apiextensions-apiserver pkg/apiserver/schema {validation,complete}.go ValidateStructural (1.36).

type Errors = FieldError[];
type Level = 'root' | 'item' | 'field';

/** Why a schema is not structural, in the order of the errors' texts. */
export function structuralErrors(schema: Structure, path: FieldPath): Errors {
  const errors: Errors = [];
  checkLevel(errors, schema, path, 'root');
  checkComplete(errors, schema, schema, { structure: path, validation: path });
  const texts = new Map(errors.map((error) => [error, errorText(error)] as const));
  const textOf = (error: FieldError): string => texts.get(error) ?? '';
  return errors.sort((a, b) => (textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0));
}

const EMPTY: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

function checkLevel(errors: Errors, schema: Structure, path: FieldPath, level: Level): void {
  const { type = '', items, properties = {}, additionalProperties: others } = schema;
  if (type === 'array' && items === undefined)
    errors.push(required(path.child('items'), 'must be specified'));
  if (items !== undefined) checkLevel(errors, items, path.child('items'), 'item');
  for (const key of Object.keys(properties).sort())
    checkLevel(errors, properties[key] as Structure, path.child('properties').key(key), 'field');
  if (others !== undefined) {
    const at = path.child('additionalProperties');
    if (level === 'root') errors.push(forbidden(at, 'must not be used at the root'));
    if (typeof others === 'object') checkLevel(errors, others, at, 'field');
  }
  checkExtensions(errors, schema, path);
  checkCombined(errors, schema, path, {
    anyOf: isIntOrString(schema.anyOf),
    firstOfAll: isIntOrString(schema.allOf?.[0]?.anyOf),
  });
  checkType(errors, schema, path, level);
  checkMeta(errors, schema, path, level);
}

function checkExtensions(errors: Errors, schema: Structure, path: FieldPath): void {
  if (schema['x-kubernetes-int-or-string'] !== true) return;
  for (const name of ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const)
    if (schema[name] === true)
      errors.push(invalid(path.child(name), true, 'must be false if x-kubernetes-int-or-string is true'));
}

function checkType(errors: Errors, schema: Structure, path: FieldPath, level: Level): void {
  const { type = '' } = schema;
  const at = path.child('type');
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const keeps = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (embedded && type !== 'object') {
    const why = 'must be object if x-kubernetes-embedded-resource is true';
    errors.push(type === '' ? required(at, why) : invalid(at, type, why));
  } else if (type === '' && schema['x-kubernetes-int-or-string'] !== true && !keeps)
    errors.push(required(at, EMPTY[level]));
  if (embedded && schema.additionalProperties !== undefined)
    errors.push(
      forbidden(
        path.child('additionalProperties'),
        'must not be used if x-kubernetes-embedded-resource is set',
      ),
    );
  if (level === 'root' && type !== '' && type !== 'object')
    errors.push(invalid(at, type, 'must be object at the root'));
  if (embedded && !keeps && Object.keys(schema.properties ?? {}).length === 0)
    errors.push(
      required(
        path.child('properties'),
        'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      ),
    );
}

/** kind and apiVersion are text, and of metadata only the names may be restricted. */
function checkMeta(errors: Errors, schema: Structure, path: FieldPath, level: Level): void {
  const { properties = {} } = schema;
  const checked = level === 'root' || schema['x-kubernetes-embedded-resource'] === true;
  for (const name of ['kind', 'apiVersion']) {
    const property = properties[name];
    if (checked && property !== undefined && property.type !== 'string')
      errors.push(
        invalid(path.child('properties').key(name).child('type'), property.type ?? '', 'must be string'),
      );
  }
  const { metadata } = properties;
  if (metadata === undefined) return;
  const at = path.child('properties').key('metadata');
  if (checked && metadata.type !== 'object')
    errors.push(invalid(at.child('type'), metadata.type ?? '', 'must be object'));
  if (level !== 'root') return;
  const { type: _, default: __, properties: named = {}, ...rest } = metadata;
  const names = Object.keys(named);
  if (Object.keys(rest).length > 0 || names.some((name) => name !== 'name' && name !== 'generateName'))
    errors.push(
      forbidden(
        at,
        'must not specify anything other than name and generateName, but metadata is implicitly specified',
      ),
    );
}

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

function isIntOrString(list: readonly Structure[] | undefined): boolean {
  return list !== undefined && deepEqual(list, INT_OR_STRING);
}

/** Which `anyOf` is the one that numbers or texts are told by. */
interface Skipped {
  readonly anyOf: boolean;
  readonly firstOfAll: boolean;
}

const NOTHING: Skipped = { anyOf: false, firstOfAll: false };

/** Models validateValueValidation. */
function checkCombined(errors: Errors, schema: Structure, path: FieldPath, skipped: Skipped): void {
  if (!skipped.anyOf)
    for (const [i, one] of (schema.anyOf ?? []).entries())
      checkNested(errors, one, path.child('anyOf').index(i), NOTHING);
  for (const [i, one] of (schema.allOf ?? []).entries())
    checkNested(errors, one, path.child('allOf').index(i), {
      anyOf: skipped.firstOfAll && i === 0,
      firstOfAll: false,
    });
  for (const [i, one] of (schema.oneOf ?? []).entries())
    checkNested(errors, one, path.child('oneOf').index(i), NOTHING);
  if (schema.not !== undefined) checkNested(errors, schema.not, path.child('not'), NOTHING);
  if (!schema.pattern) return;
  const pattern = CEL.get().pattern(schema.pattern);
  if (!pattern.ok)
    errors.push(
      invalid(
        path.child('pattern'),
        schema.pattern,
        `must be a valid regular expression, but isn't: ${pattern.error}`,
      ),
    );
}

/** What a schema inside allOf, anyOf, oneOf and not may not say: everything but what values are like. */
const NOT_NESTED: readonly (readonly [name: keyof Structure, why: string])[] = [
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
];

function checkNested(errors: Errors, schema: Structure, path: FieldPath, skipped: Skipped): void {
  checkCombined(errors, schema, path, skipped);
  if (schema.items !== undefined) checkNested(errors, schema.items, path.child('items'), NOTHING);
  const { properties = {} } = schema;
  for (const key of Object.keys(properties).sort())
    checkNested(errors, properties[key] as Structure, path.child('properties').key(key), NOTHING);
  for (const [name, why] of NOT_NESTED) {
    const value = schema[name];
    if (value !== undefined && value !== '' && value !== false) errors.push(forbidden(path.child(name), why));
  }
  if (properties['metadata'] !== undefined)
    errors.push(
      forbidden(path.child('properties').key('metadata'), 'must not be specified in a nested context'),
    );
}

interface Places {
  readonly structure: FieldPath;
  readonly validation: FieldPath;
}

/** What values are told by must be a field outside, too. Models validateValueValidationCompleteness: from the root on. */
function checkComplete(
  errors: Errors,
  told: Structure,
  structure: Structure | undefined,
  places: Places,
): void {
  const nested = (one: Structure, validation: FieldPath): void =>
    checkNestedComplete(errors, one, structure, { ...places, validation });
  const at = places.validation;
  if (told.not !== undefined) nested(told.not, at.child('not'));
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const)
    for (const [i, one] of (told[name] ?? []).entries()) nested(one, at.child(name).index(i));
}

function checkNestedComplete(
  errors: Errors,
  told: Structure,
  structure: Structure | undefined,
  places: Places,
): void {
  const because = (at: FieldPath): string => `because it is defined in ${at.toString()}`;
  if (structure === undefined)
    return void errors.push(required(places.structure, because(places.validation)));
  checkComplete(errors, told, structure, places);
  if (told.items !== undefined)
    checkNestedComplete(errors, told.items, structure.items, {
      structure: places.structure.child('items'),
      validation: places.validation.child('items'),
    });
  for (const key of Object.keys(told.properties ?? {}).sort())
    checkNestedComplete(errors, told.properties?.[key] as Structure, structure.properties?.[key], {
      structure: places.structure.child('properties').key(key),
      validation: places.validation.child('properties').key(key),
    });
}
