import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../../api/field-error.ts';
import { isDNS1035Label, isDNS1123Subdomain } from '../../../../api/names.ts';
import { deepEqual } from '../../../../base/deep.ts';
import { METADATA, SPEC, STATUS } from '../../kinds/common/validate.ts';
import { type Definition, type Names, type Version, isTrue } from '../definition.ts';
import { type Hoisted, versionForm } from './forms.ts';
import { DEFINITION_CHECKS } from './port.ts';
import {
  checkColumns,
  checkDeprecation,
  checkSchema,
  checkSelectable,
  checkSubresources,
} from './versions.ts';

// Models apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go and the conversion from v1 before it (1.36).

type Errors = FieldError[];

const VERSIONS = SPEC.child('versions');
const NAMES = SPEC.child('names');

/** A definition of which nothing is known yet. */
interface Unchecked {
  readonly spec?: Partial<Definition['spec']>;
  readonly status?: Definition['status'];
}

/** Puts the checks in place, for every run from now on. */
export function installDefinitionChecks(): void {
  DEFINITION_CHECKS.install({ create: checkDefinition, update: checkDefinitionUpdate });
}

function checkDefinition(definition: Definition): Errors {
  const errors: Errors = [];
  const { metadata, spec } = definition as Partial<Definition>;
  const expected = `${spec?.names?.plural ?? ''}.${spec?.group ?? ''}`;
  if (metadata?.name !== expected)
    errors.push(
      invalid(METADATA.child('name'), metadata?.name ?? '', 'must be spec.names.plural+"."+spec.group'),
    );
  checkBody(errors, definition);
  checkApproval(errors, definition, undefined);
  checkPreserving(errors, definition);
  return errors;
}

function checkDefinitionUpdate(definition: Definition, old: Definition): Errors {
  const errors: Errors = [];
  checkBody(errors, definition, old);
  checkApproval(errors, definition, old);
  if (old.spec.preserveUnknownFields !== true) checkPreserving(errors, definition);
  return errors;
}

/** The spec, what of the old one may not change, and the status. */
function checkBody(errors: Errors, { spec = {}, status }: Unchecked, old?: Definition): void {
  checkSpec(errors, spec);
  if (old !== undefined) {
    const fixed = (at: FieldPath, now: string | undefined, before: string | undefined): void => {
      if (now !== before) errors.push(invalid(at, now ?? '', 'field is immutable'));
    };
    if (isTrue(old, 'Established')) {
      fixed(SPEC.child('scope'), spec.scope, old.spec.scope);
      fixed(NAMES.child('kind'), spec.names?.kind, old.spec.names.kind);
    }
    fixed(SPEC.child('group'), spec.group, old.spec.group);
    fixed(NAMES.child('plural'), spec.names?.plural, old.spec.names.plural);
  }
  checkNames(errors, status?.acceptedNames ?? {}, STATUS.child('acceptedNames'));
  checkStored(errors, status?.storedVersions ?? [], spec.versions ?? []);
}

function checkStored(errors: Errors, stored: readonly string[], versions: readonly Version[]): void {
  const at = STATUS.child('storedVersions');
  if (stored.length === 0)
    return void errors.push(invalid(at, stored, 'must have at least one stored version'));
  for (const { name, storage } of versions)
    if (storage === true && !stored.includes(name))
      errors.push(invalid(at, stored, `must have the storage version ${name}`));
  for (const [i, name] of stored.entries()) {
    if (versions.some((version) => version.name === name)) continue;
    const why = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
    errors.push(invalid(at.index(i), name, why));
  }
}

const APPROVAL = 'api-approved.kubernetes.io';

/** Groups of the community's own domains need an approval. */
function checkApproval(errors: Errors, { metadata, spec }: Definition, old: Definition | undefined): void {
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(spec?.group ?? '')) return;
  const given = metadata?.annotations?.[APPROVAL] ?? '';
  const stateOf = (text: string): string =>
    text === ''
      ? 'missing'
      : text.startsWith('unapproved') || /^\w+:\/\/[^/]+/.test(text)
        ? 'valid'
        : 'invalid';
  const state = stateOf(given);
  if (state === 'valid' || (old && stateOf(old.metadata?.annotations?.[APPROVAL] ?? '') === state)) return;
  const at = METADATA.child('annotations').key(APPROVAL);
  const head = `protected groups must have approval annotation "${APPROVAL}"`;
  const see = 'see https://github.com/kubernetes/enhancements/pull/1111';
  errors.push(
    state === 'missing'
      ? required(at, `${head}, ${see}`)
      : invalid(at, given, `${head} with either a URL or a reason starting with "unapproved", ${see}`),
  );
}

function checkPreserving(errors: Errors, { spec }: Definition): void {
  if (spec?.preserveUnknownFields !== true) return;
  const why =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  errors.push(invalid(SPEC.child('preserveUnknownFields'), true, why));
}

function checkGroupAndScope(errors: Errors, { group = '', scope }: Partial<Definition['spec']>): void {
  const at = SPEC.child('group');
  const wrong = isDNS1123Subdomain(group);
  if (group === '') errors.push(required(at));
  else if (wrong.length > 0) errors.push(invalid(at, group, wrong.join(',')));
  else if (!group.includes('.')) errors.push(invalid(at, group, 'should be a domain with at least one dot'));
  const scopes = ['Cluster', 'Namespaced'];
  if (!scope) errors.push(required(SPEC.child('scope')));
  else if (!scopes.includes(scope)) errors.push(notSupported(SPEC.child('scope'), scope, scopes));
}

/** What all versions have alike is moved to the spec, and told of there. */
function hoistedOf(versions: readonly Version[]): Hoisted {
  const alike = (part: (version: Version) => unknown): boolean =>
    versions.every((version) => deepEqual(part(version), part(versions[0] as Version)));
  return {
    schema: alike(({ schema }) => schema),
    subresources: alike(({ subresources }) => subresources),
    columns: alike(({ additionalPrinterColumns }) => additionalPrinterColumns),
    selectable: alike(({ selectableFields }) => selectableFields),
  };
}

function checkSpec(errors: Errors, spec: Partial<Definition['spec']>): void {
  const { versions = [] } = spec;
  const names: Partial<Names> = spec.names ?? {};
  checkGroupAndScope(errors, spec);
  for (const [i, { schema }] of versions.entries())
    if (schema?.openAPIV3Schema === undefined)
      errors.push(required(VERSIONS.index(i).child('schema', 'openAPIV3Schema'), 'schemas are required'));
  const hoisted = hoistedOf(versions);
  for (const [i, version] of versions.entries()) checkVersion(errors, version, VERSIONS.index(i), hoisted);
  const shown = versions.map((version) => versionForm(version, hoisted));
  if (new Set(versions.map(({ name }) => name)).size < versions.length)
    errors.push(invalid(VERSIONS, shown, 'must contain unique version names'));
  if (versions.filter(({ storage }) => storage === true).length !== 1)
    errors.push(invalid(VERSIONS, shown, 'must have exactly one version marked as storage version'));
  for (const field of ['plural', 'singular', 'kind', 'listKind'] as const)
    if (!names[field]) errors.push(required(NAMES.child(field)));
  checkNames(errors, names, NAMES);
  const first = versions[0];
  if (first !== undefined) checkHoisted(errors, first, hoisted, versions);
  checkConversion(errors, spec.conversion);
}

function checkVersion(errors: Errors, version: Version, path: FieldPath, hoisted: Hoisted): void {
  const wrong = isDNS1035Label(version.name ?? '');
  if (wrong.length > 0) errors.push(invalid(path.child('name'), version.name ?? '', wrong.join(',')));
  checkDeprecation(errors, version, path);
  const { schema, subresources, additionalPrinterColumns, selectableFields } = version;
  const structure = schema?.openAPIV3Schema;
  const hasStatus = subresources?.status !== undefined;
  if (!hoisted.schema) checkSchema(errors, structure, path.child('schema'), hasStatus);
  if (!hoisted.subresources) checkSubresources(errors, subresources, path.child('subresources'));
  if (!hoisted.columns)
    checkColumns(errors, additionalPrinterColumns, path.child('additionalPrinterColumns'));
  if (!hoisted.selectable)
    checkSelectable(errors, selectableFields, structure, path.child('selectableFields'));
}

function checkHoisted(errors: Errors, first: Version, hoisted: Hoisted, all: readonly Version[]): void {
  const structure = first.schema?.openAPIV3Schema;
  const hasStatus = all.some(({ subresources }) => subresources?.status !== undefined);
  if (hoisted.schema) checkSchema(errors, structure, SPEC.child('validation'), hasStatus);
  if (hoisted.subresources) checkSubresources(errors, first.subresources, SPEC.child('subresources'));
  if (hoisted.columns)
    checkColumns(errors, first.additionalPrinterColumns, SPEC.child('additionalPrinterColumns'));
  if (hoisted.selectable)
    checkSelectable(errors, first.selectableFields, structure, SPEC.child('selectableFields'));
}

function checkNames(errors: Errors, names: Partial<Names>, path: FieldPath): void {
  const { plural = '', singular = '', kind = '', listKind = '' } = names;
  const check = (at: FieldPath, value: string, label = value, before = ''): void => {
    const wrong = value === '' ? [] : isDNS1035Label(label);
    if (wrong.length > 0) errors.push(invalid(at, value, before + wrong.join(',')));
  };
  const mixed = 'may have mixed case, but should otherwise match: ';
  check(path.child('plural'), plural);
  check(path.child('singular'), singular);
  check(path.child('kind'), kind, kind.toLowerCase(), mixed);
  check(path.child('listKind'), listKind, listKind.toLowerCase(), mixed);
  const checkEach = (field: 'shortNames' | 'categories'): void => {
    for (const [i, name] of (names[field] ?? []).entries()) {
      const wrong = isDNS1035Label(name);
      if (wrong.length > 0) errors.push(invalid(path.child(field).index(i), name, wrong.join(',')));
    }
  };
  checkEach('shortNames');
  if (kind !== '' && kind === listKind)
    errors.push(invalid(path.child('listKind'), listKind, 'kind and listKind may not be the same'));
  checkEach('categories');
}

/** Left out: the address of a webhook. */
function checkConversion(errors: Errors, conversion: Definition['spec']['conversion']): void {
  if (conversion === undefined) return;
  const path = SPEC.child('conversion');
  const { strategy = '', webhook } = conversion;
  const strategies = ['None', 'Webhook'];
  if (strategy === '') errors.push(required(path.child('strategy')));
  else if (!strategies.includes(strategy))
    errors.push(notSupported(path.child('strategy'), strategy, strategies));
  const config = path.child('webhookClientConfig');
  const reviews = path.child('conversionReviewVersions');
  const versions = webhook?.conversionReviewVersions ?? [];
  if (strategy === 'Webhook') {
    if (webhook?.clientConfig === undefined)
      errors.push(required(config, 'required when strategy is set to Webhook'));
    else if ((webhook.clientConfig.url === undefined) === (webhook.clientConfig.service === undefined))
      errors.push(required(config, 'exactly one of url or service is required'));
    if (versions.length === 0) errors.push(required(reviews));
    else if (!versions.some((version) => version === 'v1' || version === 'v1beta1'))
      errors.push(invalid(reviews, versions, 'must include at least one of v1, v1beta1'));
    return;
  }
  const why = 'should not be set when strategy is not set to Webhook';
  if (webhook?.clientConfig !== undefined) errors.push(forbidden(config, why));
  if (versions.length > 0) errors.push(forbidden(reviews, why));
}
