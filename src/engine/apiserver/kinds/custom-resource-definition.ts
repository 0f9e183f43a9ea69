import type { Draft } from '../../../base/brand.ts';
import { DEFINITION_CHECKS } from '../custom/checks/port.ts';
import { CLEANUP, DEFINITIONS, type Definition } from '../custom/definition.ts';
import { defineKind } from './common/define.ts';
import { column, NAME } from './common/table.ts';

// Models apiextensions-apiserver pkg/apis/apiextensions/v1/defaults.go and its strategy (1.36).

function defaultDefinition({ spec }: Draft<Definition>): void {
  if (!spec?.names) return;
  spec.names.singular ||= (spec.names.kind ?? '').toLowerCase();
  if (spec.names.kind) spec.names.listKind ||= `${spec.names.kind}List`;
  spec.conversion ??= { strategy: 'None' };
}

function prepareForCreate(definition: Draft<Definition>): void {
  const stored = (definition.spec?.versions ?? []).filter(({ storage }) => storage === true);
  definition.status = {
    acceptedNames: { kind: '', plural: '' },
    storedVersions: stored.map(({ name }) => name),
  };
}

export const CUSTOM_RESOURCE_DEFINITION = defineKind<Definition>({
  resource: DEFINITIONS,
  kind: 'CustomResourceDefinition',
  apiVersion: 'apiextensions.k8s.io/v1',
  namespaced: false,
  default: defaultDefinition,
  prepareForCreate,
  validateCreate: (definition) => DEFINITION_CHECKS.get().create(definition),
  validateUpdate: (definition, old) => DEFINITION_CHECKS.get().update(definition, old),
  generationOf: ({ spec }) => [spec],
  allowUnconditionalUpdate: false,
  finalizersOnDelete: [CLEANUP],
  subresources: { status: {} },
  tableColumns: [NAME, column('Created At', 'date')],
  row: ({ metadata }) => [metadata?.name ?? '', metadata?.creationTimestamp ?? ''],
});
