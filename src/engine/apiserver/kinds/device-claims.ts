import type { KubeObject } from '../../../api/object.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column } from './common/table.ts';
import type { Kind } from './kind.ts';

// Models printResourceClaim and its neighbours of pkg/printers/internalversion (1.36); nothing of a spec is checked.

const apiVersion = 'resource.k8s.io/v1';

interface DeviceClaim extends KubeObject {
  readonly status?: { readonly allocation?: object; readonly reservedFor?: readonly object[] };
}

function stateOf({ metadata, status }: DeviceClaim): string {
  const gone = metadata?.deletionTimestamp !== undefined;
  if (status?.allocation === undefined) return gone ? 'deleted' : 'pending';
  const reserved = (status.reservedFor ?? []).length > 0;
  return `${gone ? 'deleted,' : ''}allocated${reserved ? ',reserved' : ''}`;
}

/** A kind of which no more is shown than its age. */
const aged = (resource: Kind['resource'], kind: string, namespaced: boolean): Kind =>
  defineKind({
    resource,
    kind,
    apiVersion,
    namespaced,
    tableColumns: [NAME, AGE],
    row: ({ metadata }, { nowUs }) => [metadata?.name ?? '', ageOf(metadata?.creationTimestamp, nowUs)],
  });

/** The kinds by which Pods claim devices, but for those that drivers publish. */
export const DEVICE_CLAIM_KINDS: readonly Kind[] = [
  aged('deviceclasses.resource.k8s.io', 'DeviceClass', false),
  aged('resourceclaimtemplates.resource.k8s.io', 'ResourceClaimTemplate', true),
  defineKind<DeviceClaim>({
    resource: 'resourceclaims.resource.k8s.io',
    kind: 'ResourceClaim',
    apiVersion,
    namespaced: true,
    subresources: { status: {} },
    tableColumns: [NAME, column('State'), AGE],
    row: (claim, { nowUs }) => [
      claim.metadata?.name ?? '',
      stateOf(claim),
      ageOf(claim.metadata?.creationTimestamp, nowUs),
    ],
  }),
];
