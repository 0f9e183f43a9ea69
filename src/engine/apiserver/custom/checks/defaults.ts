import { type FieldError, type FieldPath, invalid } from '../../../../api/field-error.ts';
import type { Structure } from '../definition.ts';
import { pruned } from '../structure.ts';
import { valueErrors } from '../validate.ts';

// Models apiextensions-apiserver pkg/apiserver/schema/defaulting/validation.go ValidateDefaults (1.36).
// Left out: defaults inside of metadata.

/** What defaults break of their own schemas. */
export function defaultErrors(schema: Structure, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const { default: value, properties = {}, items } = schema;
  if (value !== undefined && value !== null) {
    const at = path.child('default');
    const unknown: string[] = [];
    // Not the root of an object, unless the schema says that it is one.
    pruned({ type: 'object', properties: { default: schema } }, { default: value }, unknown);
    if (unknown.length > 0) errors.push(invalid(at, value, 'must not have unknown fields'));
    errors.push(...valueErrors(schema, value, at));
  }
  if (items !== undefined) errors.push(...defaultErrors(items, path.child('items')));
  for (const key of Object.keys(properties).sort())
    errors.push(...defaultErrors(properties[key] as Structure, path.child('properties').key(key)));
  return errors;
}
