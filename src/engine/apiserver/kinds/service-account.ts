import type { ServiceAccount } from '../../../api/generated/types.ts';
import { nameIsDNSSubdomain } from '../../../api/names.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME } from './common/table.ts';

/** Models pkg/registry/core/serviceaccount and printServiceAccount (1.36). */
export const SERVICE_ACCOUNT = defineKind<ServiceAccount>({
  resource: 'serviceaccounts',
  kind: 'ServiceAccount',
  apiVersion: 'v1',
  namespaced: true,
  validateName: nameIsDNSSubdomain,
  tableColumns: [NAME, AGE],
  row: ({ metadata }, { nowUs }) => [metadata.name, ageOf(metadata.creationTimestamp, nowUs)],
});
