import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../../api/field-error.ts';
import type { Structure } from '../definition.ts';
import { type Around, checkRules, ruleErrors } from './rules.ts';

// Models apiextensions-apiserver pkg/apis/apiextensions/validation ValidateCustomResourceDefinitionOpenAPISchema (1.36).

type Errors = FieldError[];

/** What is said of a schema, and apart from it what its rules lack as expressions. */
export interface SchemaErrors {
  readonly schema: Errors;
  readonly rules: Errors;
}

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const META = new Set(['metadata', 'kind', 'apiVersion']);

const UNSUPPORTED = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'];

/** Whether a schema is beyond what can be read as a structural one at all: that is told by `schemaErrors`. */
export function isUnsupported(schema: Structure): boolean {
  const given = schema as Readonly<Record<string, unknown>>;
  if (UNSUPPORTED.some((name) => given[name] !== undefined) || Array.isArray(schema.items)) return true;
  return childrenOf(schema).some(isUnsupported);
}

function childrenOf(schema: Structure): readonly Structure[] {
  const { properties = {}, additionalProperties: others, items, not, allOf, anyOf, oneOf } = schema;
  const more = [typeof others === 'object' ? others : undefined, items, not];
  return [...Object.values(properties), ...more, ...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])].filter(
    (one) => one !== undefined,
  );
}

export function schemaErrors(schema: Structure, path: FieldPath, around: Around): SchemaErrors {
  const found: SchemaErrors = { schema: [], rules: [] };
  const below = (one: Structure | undefined, at: FieldPath, change: Partial<Around> = {}): void => {
    if (one === undefined) return;
    const { schema: errors, rules } = schemaErrors(one, at, { ...around, root: false, ...change });
    found.schema.push(...errors);
    found.rules.push(...rules);
  };
  checkOwn(found.schema, schema, path, around);
  const { properties = {}, additionalProperties: others } = schema;
  if (others !== undefined) {
    const at = path.child('additionalProperties');
    if (Object.keys(properties).length > 0 && others !== true)
      found.schema.push(forbidden(at, 'additionalProperties and properties are mutual exclusive'));
    const noDefault = around.insideMeta
      ? 'inside additionalProperties applying to object metadata'
      : around.noDefault;
    if (typeof others === 'object') below(others, at, { noDefault });
  }
  for (const key of Object.keys(properties).sort())
    below(properties[key], path.child('properties').key(key), aroundProperty(schema, key, path, around));
  below(schema.not, path.child('not'), { compile: false });
  for (const name of ['allOf', 'oneOf', 'anyOf'] as const)
    for (const [i, one] of (schema[name] ?? []).entries())
      below(one, path.child(name).index(i), { compile: false });
  const uncorrelated =
    schema['x-kubernetes-list-type'] === 'map' ? around.uncorrelated : (around.uncorrelated ?? path);
  if (!Array.isArray(schema.items)) below(schema.items, path.child('items'), { uncorrelated });
  checkExtensions(found.schema, schema, path);
  checkRules(found.schema, schema, path);
  if (around.compile && found.schema.length === 0) found.rules.push(...ruleErrors(schema, path, around));
  return found;
}

function aroundProperty(schema: Structure, key: string, path: FieldPath, around: Around): Partial<Around> {
  const whole = schema['x-kubernetes-map-type'] === 'atomic';
  const uncorrelated = whole ? (around.uncorrelated ?? path) : around.uncorrelated;
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  if (!(around.root || embedded) || !META.has(key)) return { uncorrelated };
  return {
    uncorrelated,
    insideMeta: true,
    noDefault: around.root ? `in top-level ${key}` : around.noDefault,
  };
}

/** Models specStandardValidatorV3.validate. */
function checkOwn(errors: Errors, schema: Structure, path: FieldPath, around: Around): void {
  const { type = '' } = schema;
  const given = schema as Readonly<Record<string, unknown>>;
  if (type !== '' && !TYPES.includes(type)) errors.push(notSupported(path.child('type'), type, TYPES));
  if (schema.default !== undefined && schema.default !== null && around.noDefault !== undefined)
    errors.push(forbidden(path.child('default'), `must not be set ${around.noDefault}`));
  for (const name of UNSUPPORTED)
    if (given[name] !== undefined) errors.push(forbidden(path.child(name), `${name} is not supported`));
  if (type === 'null')
    errors.push(forbidden(path.child('type'), 'type cannot be set to null, use nullable as an alternative'));
  if (Array.isArray(schema.items))
    errors.push(forbidden(path.child('items'), 'items must be a schema object and not an array'));
  if (around.insideMeta && schema['x-kubernetes-embedded-resource'] === true)
    errors.push(
      forbidden(path.child('x-kubernetes-embedded-resource'), 'must not be used inside of resource meta'),
    );
  if (schema.uniqueItems === true)
    errors.push(
      forbidden(
        path.child('uniqueItems'),
        'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
      ),
    );
}

function checkExtensions(errors: Errors, schema: Structure, path: FieldPath): void {
  const keeps = 'x-kubernetes-preserve-unknown-fields';
  if (schema[keeps] === false) errors.push(invalid(path.child(keeps), false, 'must be true or undefined'));
  const map = schema['x-kubernetes-map-type'];
  if (map !== undefined) {
    checkIs(errors, schema, path, ['object', 'x-kubernetes-map-type']);
    if (map !== 'atomic' && map !== 'granular')
      errors.push(notSupported(path.child('x-kubernetes-map-type'), map, ['atomic', 'granular']));
  }
  checkList(errors, schema, path);
}

function checkIs(
  errors: Errors,
  { type = '' }: Structure,
  path: FieldPath,
  [wanted, extension]: readonly [wanted: string, extension: string],
): void {
  if (type === wanted) return;
  const why = `must be ${wanted} if ${extension} is specified`;
  errors.push(type === '' ? required(path.child('type'), why) : invalid(path.child('type'), type, why));
}

const LIST = 'x-kubernetes-list-type';
const KEYS = 'x-kubernetes-list-map-keys';

function checkList(errors: Errors, schema: Structure, path: FieldPath): void {
  const list: string | undefined = schema[LIST];
  const keys = schema[KEYS] ?? [];
  if (list !== undefined) {
    checkIs(errors, schema, path, ['array', LIST]);
    if (schema.type === 'array' && list === 'set') checkSet(errors, schema.items, path.child('items'));
    if (list !== 'atomic' && list !== 'set' && list !== 'map')
      errors.push(notSupported(path.child(LIST), list, ['atomic', 'set', 'map']));
  }
  if (keys.length > 0 && list !== 'map') {
    const why = 'must be map if x-kubernetes-list-map-keys is non-empty';
    errors.push(list === undefined ? required(path.child(LIST), why) : invalid(path.child(LIST), list, why));
  }
  if (list === 'map') checkMapList(errors, schema, keys, path);
  const { items } = schema;
  if (items === undefined || Array.isArray(items) || (list !== 'set' && list !== 'map')) return;
  if (items.nullable === true)
    errors.push(
      forbidden(path.child('items', 'nullable'), `cannot be nullable when x-kubernetes-list-type is ${list}`),
    );
  if (list === 'map') checkKeysGiven(errors, items, keys, path.child('items'));
}

/** The items of a set are compared as wholes. */
function checkSet(errors: Errors, items: Structure | undefined, path: FieldPath): void {
  const why = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const list = items?.[LIST] ?? null;
  if (items?.type === 'array' && list !== null && list !== 'atomic')
    errors.push(invalid(path.child(LIST), list, why));
  if (items?.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic')
    errors.push(invalid(path.child('x-kubernetes-map-type'), list, why));
}

function checkMapList(errors: Errors, { items }: Structure, keys: readonly string[], path: FieldPath): void {
  if (keys.length === 0)
    errors.push(required(path.child(KEYS), 'must not be empty if x-kubernetes-list-type is map'));
  if (items === undefined)
    return void errors.push(
      required(path.child('items'), 'must have a schema if x-kubernetes-list-type is map'),
    );
  const at = path.child('items');
  if (items.type !== 'object') {
    const why = "must be object if parent array's x-kubernetes-list-type is map";
    return void errors.push(invalid(at.child('type'), items.type ?? '', why));
  }
  const seen = new Set<string>();
  for (const key of keys) {
    const property = items.properties?.[key];
    if (property === undefined)
      errors.push(invalid(path.child(KEYS), keys, 'entries must all be names of item properties'));
    else if (property.type === 'array' || property.type === 'object') {
      const why = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      errors.push(invalid(at.child('properties').key(key).child('type'), items.type, why));
    }
    if (seen.has(key)) errors.push(invalid(path.child(KEYS), keys, 'must not contain duplicate entries'));
    seen.add(key);
  }
}

/** Every key must be there: required, or there by default. */
function checkKeysGiven(errors: Errors, items: Structure, keys: readonly string[], path: FieldPath): void {
  const told = 'this property is in x-kubernetes-list-map-keys, so it';
  for (const key of keys) {
    const property = items.properties?.[key];
    if (property === undefined) continue;
    const at = path.child('properties').key(key);
    if (!(items.required ?? []).includes(key) && (property.default ?? null) === null)
      errors.push(required(at.child('default'), `${told} must have a default or be a required property`));
    if (property.nullable === true)
      errors.push(forbidden(at.child('nullable'), `${told} cannot be nullable`));
  }
}
