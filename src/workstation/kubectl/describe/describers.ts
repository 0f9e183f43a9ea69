import type { Pod } from '../../../api/generated/types.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Target } from '../api.ts';
import {
  describeConfigMap,
  describeLimitRange,
  describeNamespace,
  describeQuota,
  describeSecret,
  describeServiceAccount,
} from './config.ts';
import { type DescribeContext, type Describer, eventsOf } from './context.ts';
import { describeGeneric } from './generic.ts';
import {
  describeEndpointSlice,
  describeEndpoints,
  describeIngress,
  describeNetworkPolicy,
  describeService,
} from './network.ts';
import {
  describeCsiNode,
  describeIngressClass,
  describeIpAddress,
  describeServiceCidr,
  describeVolumeAttributesClass,
} from './classes.ts';
import { describeAutoscaler } from './autoscaler.ts';
import { describeNode } from './node.ts';
import { describePod } from './pod.ts';
import { describeBudget, describePriorityClass, describeRole, describeRoleBinding } from './policy.ts';
import { describeClaim, describeStorageClass, describeVolume } from './storage.ts';
import {
  describeCronJob,
  describeDaemonSet,
  describeDeployment,
  describeJob,
  describeReplicaSet,
  describeStatefulSet,
} from './workloads.ts';

function* pod(context: DescribeContext, target: Target): Task<string> {
  const object = yield* context.kube.api.get(target);
  return describePod(object as unknown as Pod, yield* eventsOf(context, object), context.nowUs);
}

/** The describer of each type; others are told field by field. Models describerMap. */
const DESCRIBERS: Readonly<Record<string, Describer>> = {
  pods: pod,
  replicationcontrollers: describeReplicaSet,
  secrets: describeSecret,
  services: describeService,
  serviceaccounts: describeServiceAccount,
  nodes: describeNode,
  limitranges: describeLimitRange,
  resourcequotas: describeQuota,
  persistentvolumes: describeVolume,
  persistentvolumeclaims: describeClaim,
  namespaces: describeNamespace,
  endpoints: describeEndpoints,
  configmaps: describeConfigMap,
  'priorityclasses.scheduling.k8s.io': describePriorityClass,
  'endpointslices.discovery.k8s.io': describeEndpointSlice,
  'horizontalpodautoscalers.autoscaling': describeAutoscaler,
  'ingresses.networking.k8s.io': describeIngress,
  'ingressclasses.networking.k8s.io': describeIngressClass,
  'ipaddresses.networking.k8s.io': describeIpAddress,
  'servicecidrs.networking.k8s.io': describeServiceCidr,
  'csinodes.storage.k8s.io': describeCsiNode,
  'volumeattributesclasses.storage.k8s.io': describeVolumeAttributesClass,
  'jobs.batch': describeJob,
  'cronjobs.batch': describeCronJob,
  'statefulsets.apps': describeStatefulSet,
  'deployments.apps': describeDeployment,
  'daemonsets.apps': describeDaemonSet,
  'replicasets.apps': describeReplicaSet,
  'storageclasses.storage.k8s.io': describeStorageClass,
  'networkpolicies.networking.k8s.io': describeNetworkPolicy,
  'roles.rbac.authorization.k8s.io': describeRole,
  'clusterroles.rbac.authorization.k8s.io': describeRole,
  'rolebindings.rbac.authorization.k8s.io': describeRoleBinding,
  'clusterrolebindings.rbac.authorization.k8s.io': describeRoleBinding,
  'poddisruptionbudgets.policy': describeBudget,
};

export function describerOf(key: string): Describer {
  return DESCRIBERS[key] ?? describeGeneric;
}
