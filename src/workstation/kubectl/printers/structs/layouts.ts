// The Go structs of what kubectl reads into types of its own, beside those of a Pod's template (api/go-layouts.ts), one a
// line in the order of k8s.io/api 1.36. The notation is the one described there; `!` marks a scalar that is written
// even when it is zero.
export const KIND_LAYOUTS = `
LabelSelector: MatchLabels:map[string]string MatchExpressions:[]LabelSelectorRequirement
LabelSelectorRequirement: Key Operator Values:[]string
Deployment: Kind APIVersion ObjectMeta=metadata:ObjectMeta Spec:DeploymentSpec Status:DeploymentStatus
DeploymentSpec: Replicas:*int32 Selector:*LabelSelector Template:PodTemplateSpec Strategy:DeploymentStrategy MinReadySeconds:int32 RevisionHistoryLimit:*int32 Paused:bool ProgressDeadlineSeconds:*int32
DeploymentStrategy: Type RollingUpdate:*RollingUpdateDeployment
RollingUpdateDeployment: MaxUnavailable MaxSurge
DeploymentStatus: ObservedGeneration:int64 Replicas:int32 UpdatedReplicas:int32 ReadyReplicas:int32 AvailableReplicas:int32 UnavailableReplicas:int32 TerminatingReplicas:*int32 Conditions:[]DeploymentCondition CollisionCount:*int32
DeploymentCondition: Type Status LastUpdateTime:Time LastTransitionTime:Time Reason Message
ReplicaSet: Kind APIVersion ObjectMeta=metadata:ObjectMeta Spec:ReplicaSetSpec Status:ReplicaSetStatus
ReplicaSetSpec: Replicas:*int32 MinReadySeconds:int32 Selector:*LabelSelector Template:PodTemplateSpec
ReplicaSetStatus: Replicas:!int32 FullyLabeledReplicas:int32 ReadyReplicas:int32 AvailableReplicas:int32 TerminatingReplicas:*int32 ObservedGeneration:int64 Conditions:[]Condition
ReplicationController: Kind APIVersion ObjectMeta=metadata:ObjectMeta Spec:ReplicationControllerSpec Status:ReplicationControllerStatus
ReplicationControllerSpec: Replicas:*int32 MinReadySeconds:int32 Selector:map[string]string Template:*PodTemplateSpec
ReplicationControllerStatus: Replicas:!int32 FullyLabeledReplicas:int32 ReadyReplicas:int32 AvailableReplicas:int32 ObservedGeneration:int64 Conditions:[]Condition
Condition: Type Status ObservedGeneration:int64 LastProbeTime:Time LastTransitionTime:Time Reason Message
StatefulSet: Kind APIVersion ObjectMeta=metadata:ObjectMeta Spec:StatefulSetSpec Status:StatefulSetStatus
StatefulSetSpec: Replicas:*int32 Selector:*LabelSelector Template:PodTemplateSpec VolumeClaimTemplates:[]PersistentVolumeClaim ServiceName:!string PodManagementPolicy UpdateStrategy:StatefulSetUpdateStrategy RevisionHistoryLimit:*int32 MinReadySeconds:int32 PersistentVolumeClaimRetentionPolicy:*StatefulSetPersistentVolumeClaimRetentionPolicy Ordinals:*StatefulSetOrdinals
StatefulSetUpdateStrategy: Type RollingUpdate:*RollingUpdateStatefulSetStrategy
RollingUpdateStatefulSetStrategy: Partition:*int32 MaxUnavailable
StatefulSetPersistentVolumeClaimRetentionPolicy: WhenDeleted WhenScaled
StatefulSetStatus: ObservedGeneration:int64 Replicas:!int32 ReadyReplicas:int32 CurrentReplicas:int32 UpdatedReplicas:int32 CurrentRevision UpdateRevision CollisionCount:*int32 Conditions:[]Condition AvailableReplicas:!int32
PersistentVolumeClaim: Kind APIVersion ObjectMeta=metadata:ObjectMeta Spec:PersistentVolumeClaimSpec Status:PersistentVolumeClaimStatus
PersistentVolumeClaimStatus: Phase AccessModes:[]string Capacity:ResourceList Conditions:[]Condition AllocatedResources:ResourceList AllocatedResourceStatuses:map[string]string CurrentVolumeAttributesClassName ModifyVolumeStatus
DaemonSet: Kind APIVersion ObjectMeta=metadata:ObjectMeta Spec:DaemonSetSpec Status:DaemonSetStatus
DaemonSetSpec: Selector:*LabelSelector Template:PodTemplateSpec UpdateStrategy:DaemonSetUpdateStrategy MinReadySeconds:int32 RevisionHistoryLimit:*int32
DaemonSetUpdateStrategy: Type RollingUpdate:*RollingUpdateDeployment
DaemonSetStatus: CurrentNumberScheduled:!int32 NumberMisscheduled:!int32 DesiredNumberScheduled:!int32 NumberReady:!int32 ObservedGeneration:int64 UpdatedNumberScheduled:int32 NumberAvailable:int32 NumberUnavailable:int32 CollisionCount:*int32 Conditions:[]Condition
Job: Kind APIVersion ObjectMeta=metadata:ObjectMeta Spec:JobSpec Status:JobStatus
JobSpec: Parallelism:*int32 Completions:*int32 ActiveDeadlineSeconds:*int64 PodFailurePolicy SuccessPolicy BackoffLimit:*int32 BackoffLimitPerIndex:*int32 MaxFailedIndexes:*int32 Selector:*LabelSelector ManualSelector:*bool Template:PodTemplateSpec TTLSecondsAfterFinished:*int32 CompletionMode Suspend:*bool PodReplacementPolicy ManagedBy
JobStatus: Conditions:[]Condition StartTime:*Time CompletionTime:*Time Active:int32 Succeeded:int32 Failed:int32 Terminating:*int32 CompletedIndexes FailedIndexes UncountedTerminatedPods:*UncountedTerminatedPods Ready:*int32
UncountedTerminatedPods: Succeeded:[]string Failed:[]string
CronJob: Kind APIVersion ObjectMeta=metadata:ObjectMeta Spec:CronJobSpec Status:CronJobStatus
CronJobSpec: Schedule:!string TimeZone StartingDeadlineSeconds:*int64 ConcurrencyPolicy Suspend:*bool JobTemplate:JobTemplateSpec SuccessfulJobsHistoryLimit:*int32 FailedJobsHistoryLimit:*int32
JobTemplateSpec: ObjectMeta=metadata:ObjectMeta Spec:JobSpec
CronJobStatus: Active:[]ObjectReference LastScheduleTime:*Time LastSuccessfulTime:*Time
Service: Kind APIVersion ObjectMeta=metadata:ObjectMeta Spec:ServiceSpec Status:ServiceStatus
ServiceSpec: Ports:[]ServicePort Selector:map[string]string ClusterIP ClusterIPs:[]string Type ExternalIPs:[]string SessionAffinity LoadBalancerIP LoadBalancerSourceRanges:[]string ExternalName ExternalTrafficPolicy HealthCheckNodePort:int32 PublishNotReadyAddresses:bool SessionAffinityConfig IPFamilies:[]string IPFamilyPolicy AllocateLoadBalancerNodePorts:*bool LoadBalancerClass InternalTrafficPolicy TrafficDistribution
ServicePort: Name Protocol AppProtocol Port:!int32 TargetPort NodePort:int32
ServiceStatus: LoadBalancer:LoadBalancerStatus Conditions:[]Condition
LoadBalancerStatus: Ingress
Pod: Kind APIVersion ObjectMeta=metadata:ObjectMeta Spec:PodSpec Status:PodStatus
PodStatus: ObservedGeneration:int64 Phase Conditions:[]PodCondition Message Reason NominatedNodeName HostIP HostIPs:[]HostIP PodIP PodIPs:[]HostIP StartTime:*Time InitContainerStatuses:[]ContainerStatus ContainerStatuses:[]ContainerStatus QOSClass EphemeralContainerStatuses:[]ContainerStatus Resize ResourceClaimStatuses ExtendedResourceClaimStatus AllocatedResources:ResourceList Resources:*ResourceRequirements
PodCondition: Type ObservedGeneration:int64 Status LastProbeTime:Time LastTransitionTime:Time Reason Message
HostIP: IP
ContainerStatus: Name:!string State:ContainerState LastTerminationState=lastState:ContainerState Ready:!bool RestartCount:!int32 Image:!string ImageID:!string ContainerID Started:*bool AllocatedResources:ResourceList Resources:*ResourceRequirements VolumeMounts:[]VolumeMountStatus User:*ContainerUser AllocatedResourcesStatus StopSignal
ContainerState: Waiting:*ContainerStateWaiting Running:*ContainerStateRunning Terminated:*ContainerStateTerminated
ContainerStateWaiting: Reason Message
ContainerStateRunning: StartedAt:Time
ContainerStateTerminated: ExitCode:!int32 Signal:int32 Reason Message StartedAt:Time FinishedAt:Time ContainerID
VolumeMountStatus: Name:!string MountPath:!string ReadOnly:bool RecursiveReadOnly
ContainerUser: Linux:*LinuxContainerUser
LinuxContainerUser: UID:!int64 GID:!int64 SupplementalGroups:[]int64
Node: Kind APIVersion ObjectMeta=metadata:ObjectMeta Spec:NodeSpec Status:NodeStatus
NodeSpec: PodCIDR PodCIDRs:[]string ProviderID Unschedulable:bool Taints:[]Taint ConfigSource DoNotUseExternalID=externalID
Taint: Key:!string Value Effect:!string TimeAdded:*Time
NodeStatus: Capacity:ResourceList Allocatable:ResourceList Phase Conditions:[]NodeCondition Addresses:[]NodeAddress DaemonEndpoints:NodeDaemonEndpoints NodeInfo:NodeSystemInfo Images:[]ContainerImage VolumesInUse:[]string VolumesAttached Config RuntimeHandlers:[]NodeRuntimeHandler Features DeclaredFeatures:[]string
NodeCondition: Type Status LastHeartbeatTime:Time LastTransitionTime:Time Reason Message
NodeAddress: Type:!string Address:!string
NodeDaemonEndpoints: KubeletEndpoint:DaemonEndpoint
DaemonEndpoint: Port=Port:!int32
NodeSystemInfo: MachineID:!string SystemUUID:!string BootID:!string KernelVersion:!string OSImage:!string ContainerRuntimeVersion:!string KubeletVersion:!string KubeProxyVersion:!string OperatingSystem:!string Architecture:!string Swap
ContainerImage: Names:[]string SizeBytes:int64
NodeRuntimeHandler: Name Features:*NodeRuntimeHandlerFeatures
NodeRuntimeHandlerFeatures: RecursiveReadOnlyMounts:*bool UserNamespaces:*bool
Event: Kind APIVersion ObjectMeta=metadata:ObjectMeta InvolvedObject:ObjectReference Reason Message Source:EventSource FirstTimestamp:Time LastTimestamp:Time Count:int32 Type EventTime:Time Series Action Related ReportingController=reportingComponent:!string ReportingInstance:!string
ObjectReference: Kind Namespace Name UID APIVersion ResourceVersion FieldPath
EventSource: Component Host
ConfigMap: Kind APIVersion ObjectMeta=metadata:ObjectMeta Immutable:*bool Data:map[string]string BinaryData:map[string]string
Secret: Kind APIVersion ObjectMeta=metadata:ObjectMeta Immutable:*bool Data:map[string]string StringData:map[string]string Type
ServiceAccount: Kind APIVersion ObjectMeta=metadata:ObjectMeta Secrets ImagePullSecrets AutomountServiceAccountToken
Namespace: Kind APIVersion ObjectMeta=metadata:ObjectMeta Spec:NamespaceSpec Status:NamespaceStatus
NamespaceSpec: Finalizers:[]string
NamespaceStatus: Phase Conditions:[]Condition
ResourceQuota: Kind APIVersion ObjectMeta=metadata:ObjectMeta Spec:ResourceQuotaSpec Status:ResourceQuotaStatus
ResourceQuotaSpec: Hard:ResourceList Scopes:[]string ScopeSelector
ResourceQuotaStatus: Hard:ResourceList Used:ResourceList
Role: Kind APIVersion ObjectMeta=metadata:ObjectMeta Rules:[]PolicyRule
ClusterRole: Kind APIVersion ObjectMeta=metadata:ObjectMeta Rules:[]PolicyRule AggregationRule
PolicyRule: Verbs:[]string APIGroups:[]string Resources:[]string ResourceNames:[]string NonResourceURLs:[]string
RoleBinding: Kind APIVersion ObjectMeta=metadata:ObjectMeta Subjects:[]Subject RoleRef:RoleRef
ClusterRoleBinding: Kind APIVersion ObjectMeta=metadata:ObjectMeta Subjects:[]Subject RoleRef:RoleRef
Subject: Kind APIGroup Name Namespace
RoleRef: APIGroup Kind Name
`;
