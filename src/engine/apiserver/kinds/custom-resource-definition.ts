import type { Draft } from '../../../base/brand.ts';
import { type FieldPath, invalid, notSupported, required } from '../../../api/field-error.ts';
import { isDNS1035Label, isDNS1123Subdomain } from '../../../api/names.ts';
import { CEL } from '../cel/port.ts';
import { CLEANUP, DEFINITIONS, type Definition, type Rule, type Structure } from '../custom/definition.ts';
import { defineKind } from './common/define.ts';
import { column, NAME } from './common/table.ts';
import { type Errors, invalidEach, METADATA, SPEC } from './common/validate.ts';

// Models apiextensions-apiserver pkg/apis/apiextensions/{v1/defaults.go,validation} and its strategy (1.36).

const VERSIONS = SPEC.child('versions');
const NAMES = SPEC.child('names');

function defaultDefinition({ spec }: Draft<Definition>): void {
  if (!spec?.names) return;
  spec.names.singular ||= (spec.names.kind ?? '').toLowerCase();
  if (spec.names.kind) spec.names.listKind ||= `${spec.names.kind}List`;
  spec.conversion ??= { strategy: 'None' };
}

function prepareForCreate(definition: Draft<Definition>): void {
  const stored = definition.spec?.versions?.find(({ storage }) => storage === true)?.name;
  definition.status = {
    acceptedNames: { kind: '', plural: '' },
    storedVersions: stored === undefined ? [] : [stored],
  };
}

function checkNames(errors: Errors, { spec }: Definition): void {
  const { names = {} } = spec as { readonly names?: Partial<Definition['spec']['names']> };
  for (const [field, value] of [
    ['plural', names.plural],
    ['singular', names.singular],
    ['kind', names.kind?.toLowerCase()],
    ['listKind', names.listKind?.toLowerCase()],
  ] as const) {
    const at = NAMES.child(field);
    if (!value) errors.push(required(at));
    else if (isDNS1035Label(value).length > 0) {
      const may =
        field === 'kind' || field === 'listKind' ? 'may have mixed case, but should otherwise match: ' : '';
      for (const text of isDNS1035Label(value)) errors.push(invalid(at, names[field], `${may}${text}`));
    }
  }
  for (const [i, name] of (names.shortNames ?? []).entries())
    invalidEach(errors, NAMES.child('shortNames').index(i), name, isDNS1035Label(name));
}

/** Whether a schema says enough of itself. Models schema.ValidateStructural's completeness. */
function checkStructure(errors: Errors, schema: Structure, path: FieldPath, root: boolean): void {
  const free =
    schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (!schema.type && (root || !free)) {
    errors.push(
      required(
        path.child('type'),
        `must not be empty ${root ? 'at the root' : 'for specified object fields'}`,
      ),
    );
  } else if (root && schema.type !== 'object')
    errors.push(invalid(path.child('type'), schema.type, 'must be object at the root'));
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    checkStructure(errors, property, path.child('properties').key(name), false);
  if (typeof schema.additionalProperties === 'object')
    checkStructure(errors, schema.additionalProperties, path.child('additionalProperties'), false);
  if (schema.items !== undefined) checkStructure(errors, schema.items, path.child('items'), false);
  for (const [i, rule] of (schema['x-kubernetes-validations'] ?? []).entries())
    checkRule(errors, rule, path.child('x-kubernetes-validations').index(i).child('rule'), root, schema);
}

/** A rule must read, name what there is, and come to a yes or no. Models schema/cel Compile. */
function checkRule(errors: Errors, rule: Rule, path: FieldPath, root: boolean, schema: Structure): void {
  const text = rule.rule ?? '';
  if (text.trim() === '') return void errors.push(required(path, 'rule is not specified'));
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true || schema.properties === undefined;
  const own = new Set([...Object.keys(schema.properties ?? {}), ...(root ? ROOT_FIELDS : [])]);
  const fields = new Map(open ? [] : ['self', 'oldSelf'].map((name) => [name, own] as const));
  const problem = CEL.get().problem(text, { names: ['self', 'oldSelf'], returns: ['bool'], fields });
  if (problem === undefined) return;
  const why = problem === 'must evaluate to bool' ? 'cel expression must evaluate to a bool' : problem;
  errors.push(invalid(path, ruleForm(rule), why));
}

const ROOT_FIELDS = ['apiVersion', 'kind', 'metadata'];

/** The rule as Go prints it. */
function ruleForm({ rule, message = '', messageExpression = '', reason, fieldPath = '' }: Rule): object {
  return {
    Rule: rule,
    Message: message,
    MessageExpression: messageExpression,
    Reason: reason ?? null,
    FieldPath: fieldPath,
    OptionalOldSelf: null,
  };
}

function checkVersions(errors: Errors, { spec }: Definition): void {
  const versions = spec.versions ?? [];
  const seen = new Set<string>();
  for (const [i, { name, schema }] of versions.entries()) {
    const at = VERSIONS.index(i);
    if (seen.has(name)) errors.push(invalid(at, name, 'must contain unique version names'));
    seen.add(name);
    invalidEach(errors, at.child('name'), name, isDNS1035Label(name));
    const where = at.child('schema', 'openAPIV3Schema');
    if (!schema?.openAPIV3Schema) errors.push(required(where, 'schemas are required'));
    else checkStructure(errors, schema.openAPIV3Schema, where, true);
  }
  const stored = versions.filter(({ storage }) => storage === true).length;
  if (stored !== 1)
    errors.push(invalid(VERSIONS, versions, 'must have exactly one version marked as storage version'));
}

function validate(definition: Definition): Errors {
  const errors: Errors = [];
  const { metadata, spec } = definition;
  if (!spec) return [required(SPEC)];
  const expected = `${spec.names?.plural ?? ''}.${spec.group ?? ''}`;
  if (metadata?.name !== expected)
    errors.push(
      invalid(METADATA.child('name'), metadata?.name ?? '', 'must be spec.names.plural+"."+spec.group'),
    );
  const group = SPEC.child('group');
  if (!spec.group) errors.push(required(group));
  else if (isDNS1123Subdomain(spec.group).length > 0)
    invalidEach(errors, group, spec.group, isDNS1123Subdomain(spec.group));
  else if (!spec.group.includes('.'))
    errors.push(invalid(group, spec.group, 'should be a domain with at least one dot'));
  const scope = SPEC.child('scope');
  if (!spec.scope) errors.push(required(scope));
  else if (!['Cluster', 'Namespaced'].includes(spec.scope))
    errors.push(notSupported(scope, spec.scope, ['Cluster', 'Namespaced']));
  checkVersions(errors, definition);
  checkNames(errors, definition);
  return errors;
}

function validateUpdate(definition: Definition, old: Definition): Errors {
  const errors = validate(definition);
  for (const field of ['group', 'scope'] as const) {
    if (definition.spec?.[field] !== old.spec[field])
      errors.push(invalid(SPEC.child(field), definition.spec?.[field] ?? '', 'field is immutable'));
  }
  for (const field of ['plural', 'kind'] as const) {
    if (definition.spec?.names?.[field] !== old.spec.names[field])
      errors.push(invalid(NAMES.child(field), definition.spec?.names?.[field] ?? '', 'field is immutable'));
  }
  return errors;
}

export const CUSTOM_RESOURCE_DEFINITION = defineKind<Definition>({
  resource: DEFINITIONS,
  kind: 'CustomResourceDefinition',
  apiVersion: 'apiextensions.k8s.io/v1',
  namespaced: false,
  default: defaultDefinition,
  prepareForCreate,
  validateCreate: validate,
  validateUpdate,
  generationOf: ({ spec }) => [spec],
  allowUnconditionalUpdate: false,
  finalizersOnDelete: [CLEANUP],
  subresources: { status: {} },
  tableColumns: [NAME, column('Created At', 'date')],
  row: ({ metadata }) => [metadata?.name ?? '', metadata?.creationTimestamp ?? ''],
});
