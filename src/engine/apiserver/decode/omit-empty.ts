import type { FieldSchema } from '../../../api/schema.ts';

// What the OpenAPI document does not tell: which fields are pointers in Go. A pointer keeps its zero value (`paused: false` of a
// bool goes, `suspend: false` of a *bool stays). By field name; `Struct.field` where a name means both.

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

const POINTER_BOOLS = words(`
  allocateLoadBalancerNodePorts allowPrivilegeEscalation allowVolumeExpansion attachRequired automountServiceAccountToken
  blockOwnerDeletion controller enableServiceLinks hostProcess hostUsers immutable manualSelector optional podInfoOnMount
  privileged readOnlyRootFilesystem requiresRepublish runAsNonRoot seLinuxMount serving setHostnameAsFQDN shareProcessNamespace
  orphanDependents
  preventPodSchedulingIfMissing recursiveReadOnlyMounts serviceAccountTokenInSecrets started storageCapacity suspend terminating
  userNamespaces EndpointConditions.ready CSIVolumeSource.readOnly AzureDiskVolumeSource.readOnly`);

const POINTER_INTS = words(`
  activeDeadlineSeconds averageUtilization backoffLimit backoffLimitPerIndex collisionCount completions defaultMode
  deletionGracePeriodSeconds endPort expirationSeconds errorCode failedJobsHistoryLimit fsGroup gracePeriodSeconds leaseDurationSeconds leaseTransitions
  maxExpirationSeconds maxFailedIndexes minDomains minReplicas mode nodeAllocatableUpdatePeriodSeconds parallelism priority progressDeadlineSeconds
  remainingItemCount revisionHistoryLimit runAsGroup runAsUser stabilizationWindowSeconds startingDeadlineSeconds succeededCount
  successfulJobsHistoryLimit
  terminationGracePeriodSeconds tolerationSeconds ttlSecondsAfterFinished
  DeploymentSpec.replicas ReplicaSetSpec.replicas ReplicationControllerSpec.replicas StatefulSetSpec.replicas
  RollingUpdateStatefulSetStrategy.partition ClientIPConfig.timeoutSeconds ValidatingWebhook.timeoutSeconds
  MutatingWebhook.timeoutSeconds EndpointSlicePort.port JobStatus.ready JobStatus.terminating
  DeploymentStatus.terminatingReplicas ReplicaSetStatus.terminatingReplicas ServiceReference.port FCVolumeSource.lun VolumeNodeResources.count
  NodeSwapStatus.capacity`);

const POINTER_STRINGS = words(`
  apiGroup appProtocol cachingMode completionMode controllerName failurePolicy fsGroupChangePolicy holderIdentity
  hostnameOverride ingressClassName internalTrafficPolicy ipFamilyPolicy loadBalancerClass localhostProfile managedBy matchPolicy
  mountPropagation podReplacementPolicy preemptionPolicy procMount reclaimPolicy recursiveReadOnly reinvocationPolicy
  resourceClaimName resourceClaimTemplateName runtimeClassName seLinuxChangePolicy sideEffects storageClassName
  supplementalGroupsPolicy timeZone trafficDistribution unhealthyPodEvictionPolicy volumeAttributesClassName volumeBindingMode
  volumeMode zone gmsaCredentialSpec gmsaCredentialSpecName runAsUserName nodeAffinityPolicy nodeTaintsPolicy
  HostPathVolumeSource.type GRPCAction.service PodDNSConfigOption.value CSIVolumeSource.fsType Endpoint.hostname
  Endpoint.nodeName NetworkPolicyPort.protocol HTTPIngressPath.pathType RuleWithOperations.scope NamedRuleWithOperations.scope
  Validation.reason ServiceReference.path WebhookClientConfig.url Container.restartPolicy EphemeralContainer.restartPolicy
  PodFailurePolicyOnExitCodesRequirement.containerName JobStatus.failedIndexes AzureDiskVolumeSource.fsType AzureDiskVolumeSource.kind`);

/** Whether Go leaves the field out when it holds its zero value (omitempty on what is no pointer). */
export function omitsZero(struct: string, { name, type }: FieldSchema): boolean {
  if (type.kind === 'list' || type.kind === 'map') return true;
  if (type.kind === 'struct') return false;
  const full = `${struct}.${name}`;
  switch (type.scalar) {
    case 'bool':
      return !POINTER_BOOLS.has(name) && !POINTER_BOOLS.has(full);
    case 'int32':
    case 'int64':
    case 'float64':
      return !POINTER_INTS.has(name) && !POINTER_INTS.has(full);
    case 'string':
      return !POINTER_STRINGS.has(name) && !POINTER_STRINGS.has(full);
    default:
      return false;
  }
}

/** Lists without omitempty that read null when there is nothing in them: storage keeps no empty list. */
const NULL_WHEN_EMPTY = words('EndpointSlice.endpoints EndpointSlice.ports Role.rules ClusterRole.rules');

export function isNullWhenEmpty(struct: string, { name }: FieldSchema): boolean {
  return NULL_WHEN_EMPTY.has(`${struct}.${name}`);
}
