import { setOwn } from '../../../base/own.ts';
import type { Draft } from '../../../base/brand.ts';
import type { Secret } from '../../../api/generated/types.ts';
import { fieldPath, forbidden, invalid, required, tooLong } from '../../../api/field-error.ts';
import { isConfigMapKey } from '../../../api/names.ts';
import { anyBase64Bytes, base64Length, encodeBase64, textOfBytes } from '../../../base/base64.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { jsonObjectError } from './common/go-json.ts';
import { AGE, NAME, column } from './common/table.ts';
import { checkImmutable, type Errors, invalidEach, semanticEqual } from './common/validate.ts';

// Models pkg/apis/core/validation ValidateSecret, ValidateSecretUpdate, Convert_v1_Secret_To_core_Secret and
// printSecret (1.36).

const MAX_BYTES = 1_048_576;
const IMMUTABLE_SET = 'field is immutable when `immutable` is set';
const DATA = fieldPath('data');

/** stringData is write-only: it goes into data. */
function defaultSecret(secret: Draft<Secret>): void {
  secret.type ||= 'Opaque';
  if (!secret.stringData) return;
  secret.data ??= {};
  for (const [key, value] of Object.entries(secret.stringData)) setOwn(secret.data, key, encodeBase64(value));
  delete secret.stringData;
}

type Data = Readonly<Record<string, string>>;

function checkDockerJson(errors: Errors, data: Data, key: string): void {
  const encoded = data[key];
  if (encoded === undefined) return void errors.push(required(DATA.key(key)));
  const problem = jsonObjectError(textOfBytes(anyBase64Bytes(encoded)));
  if (problem !== undefined) errors.push(invalid(DATA.key(key), '<secret contents redacted>', problem));
}

function checkType(errors: Errors, { type, metadata }: Secret, data: Data): void {
  const need = (key: string): void => {
    if (data[key] === undefined) errors.push(required(DATA.key(key)));
  };
  if (type === 'kubernetes.io/service-account-token') {
    const name = 'kubernetes.io/service-account.name';
    if (!metadata.annotations?.[name]) errors.push(required(fieldPath('metadata', 'annotations').key(name)));
  } else if (type === 'kubernetes.io/dockercfg') checkDockerJson(errors, data, '.dockercfg');
  else if (type === 'kubernetes.io/dockerconfigjson') checkDockerJson(errors, data, '.dockerconfigjson');
  else if (type === 'kubernetes.io/basic-auth') {
    if (data['username'] !== undefined || data['password'] !== undefined) return;
    need('username');
    need('password');
  } else if (type === 'kubernetes.io/ssh-auth') {
    if (!data['ssh-privatekey']) errors.push(required(DATA.key('ssh-privatekey')));
  } else if (type === 'kubernetes.io/tls') {
    need('tls.crt');
    need('tls.key');
  }
}

function validateCreate(secret: Secret): Errors {
  const errors: Errors = [];
  const data = secret.data ?? {};
  let size = 0;
  for (const [key, value] of Object.entries(data)) {
    invalidEach(errors, DATA.key(key), key, isConfigMapKey(key));
    size += base64Length(value);
  }
  if (size > MAX_BYTES) errors.push(tooLong(DATA, MAX_BYTES));
  checkType(errors, secret, data);
  return errors;
}

function validateUpdate(secret: Secret, old: Secret): Errors {
  const errors: Errors = [];
  checkImmutable(errors, [secret.type, old.type], fieldPath('type'));
  if (old.immutable) {
    if (!secret.immutable) errors.push(forbidden(fieldPath('immutable'), IMMUTABLE_SET));
    if (!semanticEqual(secret.data, old.data)) errors.push(forbidden(DATA, IMMUTABLE_SET));
  }
  errors.push(...validateCreate(secret));
  return errors;
}

export const SECRET = defineKind<Secret>({
  resource: 'secrets',
  kind: 'Secret',
  apiVersion: 'v1',
  namespaced: true,
  default: defaultSecret,
  prepareForUpdate: (secret, old) => {
    // A patch that leaves the type alone must not read as a change of it.
    secret.type ||= old.type;
  },
  validateCreate,
  validateUpdate,
  selectableFields: { type: ({ type }) => type ?? '' },
  tableColumns: [NAME, column('Type'), column('Data'), AGE],
  row: ({ metadata, type, data }, { nowUs }) => [
    metadata.name,
    type ?? '',
    Object.keys(data ?? {}).length,
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});
