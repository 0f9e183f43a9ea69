// What Go knows of a type and OpenAPI does not, needed for the texts of decoding errors:
// embedded structs (their name is part of the path) and named string types.

interface Embedded {
  readonly name: string;
  /** The embedded struct's fields; `except` = all fields but these. */
  readonly fields?: readonly string[];
  readonly except?: readonly string[];
}

const LOCAL_OBJECT_REFERENCE: Embedded = { name: 'LocalObjectReference', fields: ['name'] };

export const EMBEDDED: Readonly<Record<string, Embedded>> = {
  Volume: { name: 'VolumeSource', except: ['name'] },
  PersistentVolumeSpec: {
    name: 'PersistentVolumeSource',
    except: [
      'capacity',
      'accessModes',
      'claimRef',
      'persistentVolumeReclaimPolicy',
      'storageClassName',
      'mountOptions',
      'volumeMode',
      'nodeAffinity',
      'volumeAttributesClassName',
    ],
  },
  Probe: { name: 'ProbeHandler', fields: ['exec', 'httpGet', 'tcpSocket', 'grpc'] },
  EphemeralContainer: { name: 'EphemeralContainerCommon', except: ['targetContainerName'] },
  ConfigMapEnvSource: LOCAL_OBJECT_REFERENCE,
  ConfigMapKeySelector: LOCAL_OBJECT_REFERENCE,
  ConfigMapProjection: LOCAL_OBJECT_REFERENCE,
  ConfigMapVolumeSource: LOCAL_OBJECT_REFERENCE,
  SecretEnvSource: LOCAL_OBJECT_REFERENCE,
  SecretKeySelector: LOCAL_OBJECT_REFERENCE,
  SecretProjection: LOCAL_OBJECT_REFERENCE,
  IngressRule: { name: 'IngressRuleValue', fields: ['http'] },
  RuleWithOperations: { name: 'Rule', fields: ['apiGroups', 'apiVersions', 'resources', 'scope'] },
};

export function embeddedName(type: string, field: string): string | undefined {
  const embedded = EMBEDDED[type];
  if (embedded === undefined) return undefined;
  const inside = embedded.fields?.includes(field) ?? !(embedded.except ?? []).includes(field);
  return inside ? embedded.name : undefined;
}

/** `Type.field` -> the Go type of its string value (or of its items). */
export const NAMED_STRINGS: Readonly<Record<string, string>> = {
  'AppArmorProfile.type': 'v1.AppArmorProfileType',
  'AzureDiskVolumeSource.cachingMode': 'v1.AzureDataDiskCachingMode',
  'AzureDiskVolumeSource.kind': 'v1.AzureDataDiskKind',
  'Capabilities.add': 'v1.Capability',
  'Capabilities.drop': 'v1.Capability',
  'Container.imagePullPolicy': 'v1.PullPolicy',
  'Container.restartPolicy': 'v1.ContainerRestartPolicy',
  'Container.terminationMessagePolicy': 'v1.TerminationMessagePolicy',
  'ContainerPort.protocol': 'v1.Protocol',
  'ContainerResizePolicy.resourceName': 'v1.ResourceName',
  'ContainerResizePolicy.restartPolicy': 'v1.ResourceResizeRestartPolicy',
  'CronJobSpec.concurrencyPolicy': 'v1.ConcurrencyPolicy',
  'DaemonSetUpdateStrategy.type': 'v1.DaemonSetUpdateStrategyType',
  'DeploymentStrategy.type': 'v1.DeploymentStrategyType',
  'EmptyDirVolumeSource.medium': 'v1.StorageMedium',
  'EndpointPort.protocol': 'v1.Protocol',
  'EndpointSlice.addressType': 'v1.AddressType',
  'EndpointSlicePort.protocol': 'v1.Protocol',
  'EphemeralContainer.imagePullPolicy': 'v1.PullPolicy',
  'EphemeralContainer.restartPolicy': 'v1.ContainerRestartPolicy',
  'EphemeralContainer.terminationMessagePolicy': 'v1.TerminationMessagePolicy',
  'HPAScalingRules.selectPolicy': 'v2.ScalingPolicySelect',
  'HTTPGetAction.scheme': 'v1.URIScheme',
  'HTTPIngressPath.pathType': 'v1.PathType',
  'HostPathVolumeSource.type': 'v1.HostPathType',
  'ImageVolumeSource.pullPolicy': 'v1.PullPolicy',
  'JobSpec.completionMode': 'v1.CompletionMode',
  'JobSpec.podReplacementPolicy': 'v1.PodReplacementPolicy',
  'LabelSelectorRequirement.operator': 'v1.LabelSelectorOperator',
  'Lifecycle.stopSignal': 'v1.Signal',
  'LimitRangeItem.type': 'v1.LimitType',
  'MatchResources.matchPolicy': 'v1.MatchPolicyType',
  'MetricSpec.type': 'v2.MetricSourceType',
  'MutatingWebhook.failurePolicy': 'v1.FailurePolicyType',
  'MutatingWebhook.matchPolicy': 'v1.MatchPolicyType',
  'MutatingWebhook.reinvocationPolicy': 'v1.ReinvocationPolicyType',
  'MutatingWebhook.sideEffects': 'v1.SideEffectClass',
  'NamespaceSpec.finalizers': 'v1.FinalizerName',
  'NamespaceStatus.phase': 'v1.NamespacePhase',
  'NetworkPolicyPort.protocol': 'v1.Protocol',
  'NetworkPolicySpec.policyTypes': 'v1.PolicyType',
  'NodeSelectorRequirement.operator': 'v1.NodeSelectorOperator',
  'PersistentVolumeClaimSpec.accessModes': 'v1.PersistentVolumeAccessMode',
  'PersistentVolumeClaimSpec.volumeMode': 'v1.PersistentVolumeMode',
  'PersistentVolumeSpec.accessModes': 'v1.PersistentVolumeAccessMode',
  'PersistentVolumeSpec.persistentVolumeReclaimPolicy': 'v1.PersistentVolumeReclaimPolicy',
  'PersistentVolumeSpec.volumeMode': 'v1.PersistentVolumeMode',
  'PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy': 'v1.UnhealthyPodEvictionPolicyType',
  'PodFailurePolicyOnExitCodesRequirement.operator': 'v1.PodFailurePolicyOnExitCodesOperator',
  'PodFailurePolicyRule.action': 'v1.PodFailurePolicyAction',
  'PodSecurityContext.fsGroupChangePolicy': 'v1.PodFSGroupChangePolicy',
  'PodSecurityContext.supplementalGroupsPolicy': 'v1.SupplementalGroupsPolicy',
  'PodSpec.dnsPolicy': 'v1.DNSPolicy',
  'PodSpec.preemptionPolicy': 'v1.PreemptionPolicy',
  'PodSpec.restartPolicy': 'v1.RestartPolicy',
  'PriorityClass.preemptionPolicy': 'v1.PreemptionPolicy',
  'ResourceQuotaSpec.scopes': 'v1.ResourceQuotaScope',
  'RuleWithOperations.operations': 'v1.OperationType',
  'RuleWithOperations.scope': 'v1.ScopeType',
  'ScopedResourceSelectorRequirement.operator': 'v1.ScopeSelectorOperator',
  'ScopedResourceSelectorRequirement.scopeName': 'v1.ResourceQuotaScope',
  'SeccompProfile.type': 'v1.SeccompProfileType',
  'Secret.type': 'v1.SecretType',
  'SecurityContext.procMount': 'v1.ProcMountType',
  'ServicePort.protocol': 'v1.Protocol',
  'ServiceSpec.externalTrafficPolicy': 'v1.ServiceExternalTrafficPolicy',
  'ServiceSpec.internalTrafficPolicy': 'v1.ServiceInternalTrafficPolicy',
  'ServiceSpec.ipFamilies': 'v1.IPFamily',
  'ServiceSpec.ipFamilyPolicy': 'v1.IPFamilyPolicy',
  'ServiceSpec.sessionAffinity': 'v1.ServiceAffinity',
  'ServiceSpec.type': 'v1.ServiceType',
  'StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted':
    'v1.PersistentVolumeClaimRetentionPolicyType',
  'StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled': 'v1.PersistentVolumeClaimRetentionPolicyType',
  'StatefulSetSpec.podManagementPolicy': 'v1.PodManagementPolicyType',
  'StatefulSetUpdateStrategy.type': 'v1.StatefulSetUpdateStrategyType',
  'StorageClass.reclaimPolicy': 'v1.PersistentVolumeReclaimPolicy',
  'StorageClass.volumeBindingMode': 'v1.VolumeBindingMode',
  'Taint.effect': 'v1.TaintEffect',
  'Toleration.effect': 'v1.TaintEffect',
  'Toleration.operator': 'v1.TolerationOperator',
  'TopologySpreadConstraint.nodeAffinityPolicy': 'v1.NodeInclusionPolicy',
  'TopologySpreadConstraint.nodeTaintsPolicy': 'v1.NodeInclusionPolicy',
  'TopologySpreadConstraint.whenUnsatisfiable': 'v1.UnsatisfiableConstraintAction',
  'ValidatingAdmissionPolicyBindingSpec.validationActions': 'v1.ValidationAction',
  'ValidatingAdmissionPolicySpec.failurePolicy': 'v1.FailurePolicyType',
  'ValidatingWebhook.failurePolicy': 'v1.FailurePolicyType',
  'ValidatingWebhook.matchPolicy': 'v1.MatchPolicyType',
  'ValidatingWebhook.sideEffects': 'v1.SideEffectClass',
  'VolumeMount.mountPropagation': 'v1.MountPropagationMode',
  'VolumeMount.recursiveReadOnly': 'v1.RecursiveReadOnlyMode',
};
