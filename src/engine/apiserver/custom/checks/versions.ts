import {
  type FieldError,
  type FieldPath,
  duplicate,
  forbidden,
  invalid,
  required,
} from '../../../../api/field-error.ts';
import type { PrinterColumn, Structure, Version } from '../definition.ts';
import { defaultErrors } from './defaults.ts';
import { schemaForm } from './forms.ts';
import { memberAt } from './rules.ts';
import { isUnsupported, schemaErrors } from './schema.ts';
import { structuralErrors } from './structural.ts';

// What a version of a custom kind may say. Models apiextensions-apiserver pkg/apis/apiextensions/validation (1.36).

type Errors = FieldError[];

const AT_ROOT = [
  ['Description', 'description'],
  ['Type', 'type'],
  ['Format', 'format'],
  ['Title', 'title'],
  ['Maximum', 'maximum'],
  ['ExclusiveMaximum', 'exclusiveMaximum'],
  ['Minimum', 'minimum'],
  ['ExclusiveMinimum', 'exclusiveMinimum'],
  ['MaxLength', 'maxLength'],
  ['MinLength', 'minLength'],
  ['Pattern', 'pattern'],
  ['MaxItems', 'maxItems'],
  ['MinItems', 'minItems'],
  ['UniqueItems', 'uniqueItems'],
  ['MultipleOf', 'multipleOf'],
  ['Required', 'required'],
  ['Items', 'items'],
  ['Properties', 'properties'],
  ['ExternalDocs', 'externalDocs'],
  ['Example', 'example'],
  ['XPreserveUnknownFields', 'x-kubernetes-preserve-unknown-fields'],
  ['XValidations', 'x-kubernetes-validations'],
] as const;

/** Models validateCustomResourceDefinitionValidation. `path` is what holds openAPIV3Schema. */
export function checkSchema(
  errors: Errors,
  schema: Structure | undefined,
  path: FieldPath,
  hasStatus: boolean,
): void {
  if (schema === undefined) return;
  const at = path.child('openAPIV3Schema');
  if (hasStatus) checkRoot(errors, schema, path);
  if (schema.nullable === true)
    errors.push(forbidden(path.child('openAPIV3Schema.nullable'), 'nullable cannot be true at the root'));
  let compile = false;
  if (!isUnsupported(schema)) {
    const structural = structuralErrors(schema, at);
    const found = structural.length > 0 ? structural : defaultErrors(schema, at);
    compile = found.length === 0;
    errors.push(...found);
  }
  const around = {
    root: true,
    compile,
    noDefault: undefined,
    insideMeta: false,
    uncorrelated: undefined,
  };
  const said = schemaErrors(schema, at, around);
  errors.push(...said.schema, ...said.rules);
}

/** With a status of its own, its part of the schema is read alone: only so much may stand around it. */
function checkRoot(errors: Errors, schema: Structure, path: FieldPath): void {
  const allowed: ReadonlySet<string> = new Set(AT_ROOT.map(([, field]) => field));
  const { type = '' } = schema;
  const status = 'if the status subresource is enabled';
  if (type !== '' && type !== 'object')
    return void errors.push(
      invalid(
        path.child('openAPIV3Schema.type'),
        type,
        `only "object" is allowed as the type at the root of the schema ${status}`,
      ),
    );
  if (Object.entries(schema).every(([key, value]) => allowed.has(key) || value === false)) return;
  const names = AT_ROOT.map(([name]) => name).join(' ');
  errors.push(
    invalid(
      path.child('openAPIV3Schema'),
      schemaForm(schema),
      `only [${names}] fields are allowed at the root of the schema ${status}`,
    ),
  );
}

export function checkSubresources(
  errors: Errors,
  subresources: Version['subresources'],
  path: FieldPath,
): void {
  const scale = subresources?.scale;
  if (scale === undefined) return;
  for (const [name, under] of [
    ['specReplicasPath', '.spec.'],
    ['statusReplicasPath', '.status.'],
  ] as const) {
    const at = path.child(`scale.${name}`);
    const value = scale[name] ?? '';
    if (value === '') errors.push(required(at));
    else if (!checkSimplePath(errors, value, at) || value.startsWith(under)) continue;
    else errors.push(invalid(at, value, `should be a json path under ${under.slice(0, -1)}`));
  }
  const selector = scale.labelSelectorPath ?? '';
  const at = path.child('scale.labelSelectorPath');
  if (selector === '' || !checkSimplePath(errors, selector, at)) return;
  if (!selector.startsWith('.spec.') && !selector.startsWith('.status.'))
    errors.push(invalid(at, selector, 'should be a json path under either .spec or .status'));
}

/** Whether the path is one. */
function checkSimplePath(errors: Errors, value: string, path: FieldPath): boolean {
  if (value.startsWith('.')) return true;
  errors.push(invalid(path, value, 'must be a simple json path starting with .'));
  return false;
}

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

export function checkColumns(
  errors: Errors,
  columns: readonly Partial<PrinterColumn>[] | undefined,
  path: FieldPath,
): void {
  for (const [i, { name, type = '', format, jsonPath }] of (columns ?? []).entries()) {
    const at = path.index(i);
    if (!name) errors.push(required(at.child('name')));
    const types = `must be one of ${COLUMN_TYPES.join(',')}`;
    if (!type) errors.push(required(at.child('type'), types));
    else if (!COLUMN_TYPES.includes(type)) errors.push(invalid(at.child('type'), type, types));
    if (format && !COLUMN_FORMATS.includes(format))
      errors.push(invalid(at.child('format'), format, `must be one of ${COLUMN_FORMATS.join(',')}`));
    if (!jsonPath) errors.push(required(at.child('JSONPath')));
    else checkSimplePath(errors, jsonPath, at.child('JSONPath'));
  }
}

/** Left out: the text of a path that names nothing in the schema. */
export function checkSelectable(
  errors: Errors,
  fields: Version['selectableFields'],
  schema: Structure | undefined,
  path: FieldPath,
): void {
  const seen = new Set<string>();
  for (const [i, { jsonPath }] of (fields ?? []).entries()) {
    const at = path.index(i).child('jsonPath');
    if (!jsonPath) {
      errors.push(required(at));
      continue;
    }
    if (/^\.metadata\b/.test(jsonPath))
      errors.push(invalid(at, jsonPath, 'must not point to fields in metadata'));
    const type = schema === undefined ? undefined : memberAt(schema, jsonPath)?.type;
    if (type !== undefined && !['string', 'boolean', 'integer'].includes(type))
      errors.push(
        invalid(
          at,
          jsonPath,
          'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
        ),
      );
    if (seen.has(jsonPath)) errors.push(duplicate(at, jsonPath));
    seen.add(jsonPath);
  }
}

export function checkDeprecation(errors: Errors, version: Version, path: FieldPath): void {
  const { deprecated = false, deprecationWarning: warning } = version;
  if (warning === undefined) return;
  const refuse = (why: string): void =>
    void errors.push(invalid(path.child('deprecationWarning'), warning, why));
  if (!deprecated) return refuse('can only be set for deprecated versions');
  if (warning.length > 256) refuse('must be <= 256 characters long');
  if (warning === '') refuse('must not be an empty string');
}
