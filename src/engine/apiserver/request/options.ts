import {
  type FieldError,
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../api/field-error.ts';
import { byteLength } from '../../../api/names.ts';
import { type ApiStatus, newInvalid } from '../../../api/status.ts';
import type { ApiRequest, RequestOptions } from '../../machinery/client.ts';

// Models apimachinery/pkg/apis/meta/v1/validation ValidateCreateOptions, ValidateUpdateOptions, ValidatePatchOptions,
// ValidateDeleteOptions, ValidateDryRun, and meta/internalversion/validation ValidateListOptions (1.36).

const KINDS: Partial<Readonly<Record<ApiRequest['verb'], string>>> = {
  create: 'CreateOptions',
  update: 'UpdateOptions',
  patch: 'PatchOptions',
  list: 'ListOptions',
  delete: 'DeleteOptions',
  deletecollection: 'DeleteOptions',
};
const NONE: readonly FieldError[] = [];
const MAX_MANAGER_BYTES = 128;
const POLICIES = ['Foreground', 'Background', 'Orphan'];
const VALIDATIONS = ['', 'Ignore', 'Strict', 'Warn'];
const MANAGER = fieldPath('fieldManager');

/** What is wrong with the options of a write, a deletion or a list. */
export function optionsProblem(request: ApiRequest): ApiStatus | undefined {
  const kind = KINDS[request.verb];
  if (kind === undefined) return undefined;
  const errors = errorsOf(request);
  return errors.length === 0 ? undefined : newInvalid(`${kind}.meta.k8s.io`, '', errors);
}

function errorsOf(request: ApiRequest): readonly FieldError[] {
  const { verb, options = {} } = request;
  if (verb === 'list') return listErrors(options);
  return [
    ...(verb === 'delete' || verb === 'deletecollection' ? deleteErrors(options) : writeErrors(request)),
    ...dryRunErrors(options),
  ];
}

function dryRunErrors({ dryRunValues }: RequestOptions): readonly FieldError[] {
  return dryRunValues === undefined ? NONE : [notSupported(fieldPath('dryRun'), dryRunValues, ['All'])];
}

function deleteErrors({
  propagationPolicy: policy,
  orphanDependents,
}: RequestOptions): readonly FieldError[] {
  if (policy === undefined) return NONE;
  const path = fieldPath('propagationPolicy');
  const both = 'orphanDependents and deletionPropagation cannot be both set';
  return [
    ...(orphanDependents === undefined ? NONE : [invalid(path, policy, both)]),
    ...(POLICIES.includes(policy) ? NONE : [notSupported(path, policy, [...POLICIES, 'nil'])]),
  ];
}

const MATCH = fieldPath('resourceVersionMatch');

function listErrors({
  resourceVersion = '',
  resourceVersionMatch: match,
  continue: token = '',
}: RequestOptions): readonly FieldError[] {
  if ((match ?? '') === '') return NONE;
  const errors: FieldError[] = [];
  const forbid = (what: string): void => void errors.push(forbidden(MATCH, `resourceVersionMatch ${what}`));
  if (resourceVersion === '') forbid('is forbidden unless resourceVersion is provided');
  if (token !== '') forbid('is forbidden when continue is provided');
  if (match !== 'Exact' && match !== 'NotOlderThan')
    errors.push(notSupported(MATCH, match, ['Exact', 'NotOlderThan', '']));
  if (match === 'Exact' && resourceVersion === '0') forbid('"exact" is forbidden for resourceVersion "0"');
  return errors;
}

function writeErrors({ verb, patchType, options = {} }: ApiRequest): readonly FieldError[] {
  const { fieldManager = '', fieldValidation = '', force } = options;
  const errors: FieldError[] = [];
  if (verb === 'patch' && patchType === 'apply') {
    if (fieldManager === '') errors.push(required(MANAGER, 'is required for apply patch'));
  } else if (verb === 'patch' && force !== undefined)
    errors.push(forbidden(fieldPath('force'), 'may not be specified for non-apply patch'));
  if (byteLength(fieldManager) > MAX_MANAGER_BYTES) errors.push(tooLong(MANAGER, MAX_MANAGER_BYTES));
  errors.push(...unprintable(fieldManager));
  if (!VALIDATIONS.includes(fieldValidation))
    errors.push(notSupported(fieldPath('fieldValidation'), fieldValidation, VALIDATIONS));
  return errors;
}

function unprintable(manager: string): readonly FieldError[] {
  if (/^[\x20-\x7e]*$/.test(manager)) return NONE;
  return Array.from(manager).flatMap((char, at) => {
    if (!/[\p{C}\p{Z}]/u.test(char) || char === ' ') return [];
    const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return [invalid(MANAGER, manager, `invalid character U+${code} (at position ${at})`)];
  });
}
