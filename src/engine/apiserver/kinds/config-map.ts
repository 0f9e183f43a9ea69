import type { ConfigMap } from '../../../api/generated/types.ts';
import { fieldPath, forbidden, invalid, tooLong } from '../../../api/field-error.ts';
import { byteLength, isConfigMapKey } from '../../../api/names.ts';
import { base64Length } from '../../../base/base64.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column } from './common/table.ts';
import { type Errors, invalidEach, semanticEqual } from './common/validate.ts';

// Models pkg/apis/core/validation ValidateConfigMap, ValidateConfigMapUpdate and printConfigMap (1.36).

const MAX_BYTES = 1_048_576;
const IMMUTABLE_SET = 'field is immutable when `immutable` is set';

function validateCreate({ data = {}, binaryData = {} }: ConfigMap): Errors {
  const errors: Errors = [];
  let size = 0;
  for (const [key, value] of Object.entries(data)) {
    const at = fieldPath('data').key(key);
    invalidEach(errors, at, key, isConfigMapKey(key));
    if (Object.hasOwn(binaryData, key))
      errors.push(invalid(at, key, 'duplicate of key present in binaryData'));
    size += byteLength(value);
  }
  for (const [key, value] of Object.entries(binaryData)) {
    invalidEach(errors, fieldPath('binaryData').key(key), key, isConfigMapKey(key));
    size += base64Length(value);
  }
  // The whole object, so the field is upstream's empty path.
  if (size > MAX_BYTES) errors.push({ ...tooLong(fieldPath('data'), MAX_BYTES), field: '' });
  return errors;
}

function validateUpdate(map: ConfigMap, old: ConfigMap): Errors {
  const errors: Errors = [];
  if (old.immutable) {
    if (!map.immutable) errors.push(forbidden(fieldPath('immutable'), IMMUTABLE_SET));
    if (!semanticEqual(map.data, old.data)) errors.push(forbidden(fieldPath('data'), IMMUTABLE_SET));
    if (!semanticEqual(map.binaryData, old.binaryData))
      errors.push(forbidden(fieldPath('binaryData'), IMMUTABLE_SET));
  }
  errors.push(...validateCreate(map));
  return errors;
}

export const CONFIG_MAP = defineKind<ConfigMap>({
  resource: 'configmaps',
  kind: 'ConfigMap',
  apiVersion: 'v1',
  namespaced: true,
  validateCreate,
  validateUpdate,
  tableColumns: [NAME, column('Data'), AGE],
  row: ({ metadata, data, binaryData }, { nowUs }) => [
    metadata.name,
    Object.keys(data ?? {}).length + Object.keys(binaryData ?? {}).length,
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});
