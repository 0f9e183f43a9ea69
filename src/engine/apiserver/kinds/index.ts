import type { ResourceName } from '../../../api/object.ts';
import { RESOURCES } from '../../../api/resources.ts';
import {
  MUTATING_ADMISSION_POLICY,
  MUTATING_ADMISSION_POLICY_BINDING,
  VALIDATING_ADMISSION_POLICY,
  VALIDATING_ADMISSION_POLICY_BINDING,
} from './admission-policy/index.ts';
import { API_SERVICE } from './api-service.ts';
import { CONFIG_MAP } from './config-map.ts';
import { CONTROLLER_REVISION } from './controller-revision.ts';
import { CRON_JOB } from './cron-job/index.ts';
import { CUSTOM_RESOURCE_DEFINITION } from './custom-resource-definition.ts';
import { DAEMON_SET } from './daemon-set/index.ts';
import { DEPLOYMENT } from './deployment/index.ts';
import { DEVICE_CLAIM_KINDS } from './device-claims.ts';
import { ENDPOINT_SLICE } from './endpoint-slice.ts';
import { ENDPOINTS } from './endpoints.ts';
import { EVENT, EVENTS_EVENT } from './event.ts';
import { HORIZONTAL_POD_AUTOSCALER } from './horizontal-pod-autoscaler/index.ts';
import { INGRESS, INGRESS_CLASS } from './ingress.ts';
import { JOB } from './job/index.ts';
import { LEASE } from './lease.ts';
import { LIMIT_RANGE } from './limit-range.ts';
import { NAMESPACE } from './namespace.ts';
import { NETWORK_POLICY } from './network-policy.ts';
import { NODE } from './node.ts';
import { PERSISTENT_VOLUME_CLAIM } from './persistent-volume-claim/index.ts';
import { PERSISTENT_VOLUME } from './persistent-volume/index.ts';
import { POD_DISRUPTION_BUDGET } from './pod-disruption-budget.ts';
import { POD_TEMPLATE } from './pod-template.ts';
import { POD } from './pod/index.ts';
import { PRIORITY_CLASS } from './priority-class.ts';
import { CLUSTER_ROLE, CLUSTER_ROLE_BINDING, ROLE, ROLE_BINDING } from './rbac.ts';
import { REPLICA_SET } from './replica-set.ts';
import { REPLICATION_CONTROLLER } from './replication-controller.ts';
import { RESOURCE_QUOTA } from './resource-quota.ts';
import { RUNTIME_CLASS } from './runtime-class.ts';
import { SECRET } from './secret.ts';
import { SERVICE_ACCOUNT } from './service-account.ts';
import { IP_ADDRESS, SERVICE_CIDR } from './service-cidr.ts';
import { SERVICE } from './service/index.ts';
import { STATEFUL_SET } from './stateful-set/index.ts';
import { STORAGE_CLASS } from './storage-class.ts';
import {
  CSI_DRIVER,
  CSI_NODE,
  CSI_STORAGE_CAPACITY,
  VOLUME_ATTACHMENT,
  VOLUME_ATTRIBUTES_CLASS,
} from './storage-others.ts';
import { MUTATING_WEBHOOK_CONFIGURATION, VALIDATING_WEBHOOK_CONFIGURATION } from './webhook-configuration.ts';
import type { Kind } from './kind.ts';

/** Kinds with rules of their own. */
const OWN: readonly Kind[] = [
  API_SERVICE,
  CLUSTER_ROLE,
  CLUSTER_ROLE_BINDING,
  CONFIG_MAP,
  CONTROLLER_REVISION,
  CRON_JOB,
  CSI_DRIVER,
  CSI_NODE,
  CSI_STORAGE_CAPACITY,
  CUSTOM_RESOURCE_DEFINITION,
  DAEMON_SET,
  DEPLOYMENT,
  ...DEVICE_CLAIM_KINDS,
  ENDPOINTS,
  ENDPOINT_SLICE,
  EVENT,
  EVENTS_EVENT,
  HORIZONTAL_POD_AUTOSCALER,
  INGRESS,
  INGRESS_CLASS,
  IP_ADDRESS,
  JOB,
  LEASE,
  LIMIT_RANGE,
  MUTATING_ADMISSION_POLICY,
  MUTATING_ADMISSION_POLICY_BINDING,
  MUTATING_WEBHOOK_CONFIGURATION,
  NAMESPACE,
  NETWORK_POLICY,
  NODE,
  PERSISTENT_VOLUME,
  PERSISTENT_VOLUME_CLAIM,
  POD,
  POD_DISRUPTION_BUDGET,
  POD_TEMPLATE,
  PRIORITY_CLASS,
  REPLICATION_CONTROLLER,
  REPLICA_SET,
  RESOURCE_QUOTA,
  ROLE,
  ROLE_BINDING,
  RUNTIME_CLASS,
  SECRET,
  SERVICE,
  SERVICE_ACCOUNT,
  SERVICE_CIDR,
  STATEFUL_SET,
  STORAGE_CLASS,
  VALIDATING_ADMISSION_POLICY,
  VALIDATING_ADMISSION_POLICY_BINDING,
  VALIDATING_WEBHOOK_CONFIGURATION,
  VOLUME_ATTACHMENT,
  VOLUME_ATTRIBUTES_CLASS,
];

const own = new Map<ResourceName, Kind>(OWN.map((kind) => [kind.resource, kind]));

/** Every served kind; one without a file of its own is stored with ObjectMeta's rules only. */
export const KINDS: ReadonlyMap<ResourceName, Kind> = new Map(
  RESOURCES.map(({ key, kind, apiVersion, namespaced, subresources }) => [
    key,
    own.get(key) ?? {
      resource: key,
      kind,
      apiVersion,
      namespaced,
      subresources: subresources.includes('status') ? { status: {} } : {},
    },
  ]),
);
