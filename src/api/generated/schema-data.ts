// Made by src/api/generate from src/api/openapi (Kubernetes 1.36). Do not edit. Read by schema.ts.

/** apiVersion, kind, type */
export const KINDS = `
admissionregistration.k8s.io/v1 MutatingAdmissionPolicy MutatingAdmissionPolicy
admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBinding MutatingAdmissionPolicyBinding
admissionregistration.k8s.io/v1 MutatingWebhookConfiguration MutatingWebhookConfiguration
admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy ValidatingAdmissionPolicy
admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding ValidatingAdmissionPolicyBinding
admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration ValidatingWebhookConfiguration
apps/v1 ControllerRevision ControllerRevision
apps/v1 DaemonSet DaemonSet
apps/v1 Deployment Deployment
apps/v1 ReplicaSet ReplicaSet
apps/v1 StatefulSet StatefulSet
authentication.k8s.io/v1 SelfSubjectReview SelfSubjectReview
authentication.k8s.io/v1 TokenRequest TokenRequest
authentication.k8s.io/v1 TokenReview TokenReview
authorization.k8s.io/v1 LocalSubjectAccessReview LocalSubjectAccessReview
authorization.k8s.io/v1 SelfSubjectAccessReview SelfSubjectAccessReview
authorization.k8s.io/v1 SelfSubjectRulesReview SelfSubjectRulesReview
authorization.k8s.io/v1 SubjectAccessReview SubjectAccessReview
autoscaling/v1 Scale Scale
autoscaling/v2 HorizontalPodAutoscaler HorizontalPodAutoscaler
batch/v1 CronJob CronJob
batch/v1 Job Job
coordination.k8s.io/v1 Lease Lease
v1 Binding Binding
v1 ConfigMap ConfigMap
v1 Endpoints Endpoints
v1 Event Event
v1 LimitRange LimitRange
v1 Namespace Namespace
v1 Node Node
v1 PersistentVolume PersistentVolume
v1 PersistentVolumeClaim PersistentVolumeClaim
v1 Pod Pod
v1 PodTemplate PodTemplate
v1 ReplicationController ReplicationController
v1 ResourceQuota ResourceQuota
v1 Secret Secret
v1 Service Service
v1 ServiceAccount ServiceAccount
discovery.k8s.io/v1 EndpointSlice EndpointSlice
events.k8s.io/v1 Event EventsEvent
networking.k8s.io/v1 IPAddress IPAddress
networking.k8s.io/v1 Ingress Ingress
networking.k8s.io/v1 IngressClass IngressClass
networking.k8s.io/v1 NetworkPolicy NetworkPolicy
networking.k8s.io/v1 ServiceCIDR ServiceCIDR
node.k8s.io/v1 RuntimeClass RuntimeClass
policy/v1 Eviction Eviction
policy/v1 PodDisruptionBudget PodDisruptionBudget
rbac.authorization.k8s.io/v1 ClusterRole ClusterRole
rbac.authorization.k8s.io/v1 ClusterRoleBinding ClusterRoleBinding
rbac.authorization.k8s.io/v1 Role Role
rbac.authorization.k8s.io/v1 RoleBinding RoleBinding
scheduling.k8s.io/v1 PriorityClass PriorityClass
storage.k8s.io/v1 CSIDriver CSIDriver
storage.k8s.io/v1 CSINode CSINode
storage.k8s.io/v1 CSIStorageCapacity CSIStorageCapacity
storage.k8s.io/v1 StorageClass StorageClass
storage.k8s.io/v1 VolumeAttachment VolumeAttachment
storage.k8s.io/v1 VolumeAttributesClass VolumeAttributesClass
v1 DeleteOptions DeleteOptions
v1 Status Status
`;

/** Types and their fields; the form is described in generate/schema-writer.ts. */
export const TYPES = `
AWSElasticBlockStoreVolumeSource v1.AWSElasticBlockStoreVolumeSource|fsType s|partition i|readOnly b|volumeID s! d=""
Affinity v1.Affinity|nodeAffinity #NodeAffinity|podAffinity #PodAffinity|podAntiAffinity #PodAntiAffinity
AggregationRule v1.AggregationRule|clusterRoleSelectors []#LabelSelector l=a
AppArmorProfile v1.AppArmorProfile|localhostProfile s|type s! d="" g=v1.AppArmorProfileType
ApplyConfiguration v1.ApplyConfiguration|expression s
AttachedVolume v1.AttachedVolume|devicePath s! d=""|name s! d=""
AuditAnnotation v1.AuditAnnotation|key s! d=""|valueExpression s! d=""
AzureDiskVolumeSource v1.AzureDiskVolumeSource|cachingMode s d="ReadWrite" g=v1.AzureDataDiskCachingMode|diskName s! d=""|diskURI s! d=""|fsType s d="ext4"|kind s d="Shared" g=v1.AzureDataDiskKind|readOnly b d=false
AzureFilePersistentVolumeSource v1.AzureFilePersistentVolumeSource|readOnly b|secretName s! d=""|secretNamespace s|shareName s! d=""
AzureFileVolumeSource v1.AzureFileVolumeSource|readOnly b|secretName s! d=""|shareName s! d=""
Binding v1.Binding|apiVersion s|kind s|metadata #ObjectMeta d={}|target #ObjectReference! d={} m=a
BoundObjectReference v1.BoundObjectReference|apiVersion s|kind s|name s|uid s
CSIDriver v1.CSIDriver|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #CSIDriverSpec! d={}
CSIDriverSpec v1.CSIDriverSpec|attachRequired b|fsGroupPolicy s|nodeAllocatableUpdatePeriodSeconds l|podInfoOnMount b|preventPodSchedulingIfMissing b|requiresRepublish b|seLinuxMount b|serviceAccountTokenInSecrets b|storageCapacity b|tokenRequests []#CSITokenRequest l=a|volumeLifecycleModes []s l=s
CSINode v1.CSINode|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #CSINodeSpec! d={}
CSINodeDriver v1.CSINodeDriver|allocatable #VolumeNodeResources|name s! d=""|nodeID s! d=""|topologyKeys []s l=a
CSINodeSpec v1.CSINodeSpec|drivers []#CSINodeDriver! l=m k=name p=merge P=name
CSIPersistentVolumeSource v1.CSIPersistentVolumeSource|controllerExpandSecretRef #SecretReference m=a|controllerPublishSecretRef #SecretReference m=a|driver s! d=""|fsType s|nodeExpandSecretRef #SecretReference m=a|nodePublishSecretRef #SecretReference m=a|nodeStageSecretRef #SecretReference m=a|readOnly b|volumeAttributes {}s|volumeHandle s! d=""
CSIStorageCapacity v1.CSIStorageCapacity|apiVersion s|capacity q|kind s|maximumVolumeSize q|metadata #ObjectMeta d={}|nodeTopology #LabelSelector m=a|storageClassName s! d=""
CSITokenRequest v1.TokenRequest|audience s! d=""|expirationSeconds l
CSIVolumeSource v1.CSIVolumeSource|driver s! d=""|fsType s|nodePublishSecretRef #LocalObjectReference m=a|readOnly b|volumeAttributes {}s
Capabilities v1.Capabilities|add []s l=a g=v1.Capability|drop []s l=a g=v1.Capability
CephFSPersistentVolumeSource v1.CephFSPersistentVolumeSource|monitors []s! l=a|path s|readOnly b|secretFile s|secretRef #SecretReference m=a|user s
CephFSVolumeSource v1.CephFSVolumeSource|monitors []s! l=a|path s|readOnly b|secretFile s|secretRef #LocalObjectReference m=a|user s
CinderPersistentVolumeSource v1.CinderPersistentVolumeSource|fsType s|readOnly b|secretRef #SecretReference m=a|volumeID s! d=""
CinderVolumeSource v1.CinderVolumeSource|fsType s|readOnly b|secretRef #LocalObjectReference m=a|volumeID s! d=""
ClientIPConfig v1.ClientIPConfig|timeoutSeconds i
ClusterRole v1.ClusterRole|aggregationRule #AggregationRule|apiVersion s|kind s|metadata #ObjectMeta d={}|rules []#PolicyRule l=a
ClusterRoleBinding v1.ClusterRoleBinding|apiVersion s|kind s|metadata #ObjectMeta d={}|roleRef #RoleRef! d={} m=a|subjects []#Subject l=a
ClusterTrustBundleProjection v1.ClusterTrustBundleProjection|labelSelector #LabelSelector m=a|name s|optional b|path s! d=""|signerName s
Condition v1.Condition|lastTransitionTime t!|message s! d=""|observedGeneration l|reason s! d=""|status s! d=""|type s! d=""
ConfigMap v1.ConfigMap|apiVersion s|binaryData {}y|data {}s|immutable b|kind s|metadata #ObjectMeta d={}
ConfigMapEnvSource v1.ConfigMapEnvSource|name s d="" e=LocalObjectReference|optional b
ConfigMapKeySelector~ v1.ConfigMapKeySelector|key s! d=""|name s d="" e=LocalObjectReference|optional b
ConfigMapNodeConfigSource v1.ConfigMapNodeConfigSource|kubeletConfigKey s! d=""|name s! d=""|namespace s! d=""|resourceVersion s|uid s
ConfigMapProjection v1.ConfigMapProjection|items []#KeyToPath l=a|name s d="" e=LocalObjectReference|optional b
ConfigMapVolumeSource v1.ConfigMapVolumeSource|defaultMode i|items []#KeyToPath l=a|name s d="" e=LocalObjectReference|optional b
Container v1.Container|args []s l=a|command []s l=a|env []#EnvVar l=m k=name p=merge P=name|envFrom []#EnvFromSource l=a|image s|imagePullPolicy s g=v1.PullPolicy|lifecycle #Lifecycle|livenessProbe #Probe|name s! d=""|ports []#ContainerPort l=m k=containerPort,protocol p=merge P=containerPort|readinessProbe #Probe|resizePolicy []#ContainerResizePolicy l=a|resources #ResourceRequirements d={}|restartPolicy s g=v1.ContainerRestartPolicy|restartPolicyRules []#ContainerRestartRule l=a|securityContext #SecurityContext|startupProbe #Probe|stdin b|stdinOnce b|terminationMessagePath s|terminationMessagePolicy s g=v1.TerminationMessagePolicy|tty b|volumeDevices []#VolumeDevice l=m k=devicePath p=merge P=devicePath|volumeMounts []#VolumeMount l=m k=mountPath p=merge P=mountPath|workingDir s
ContainerExtendedResourceRequest v1.ContainerExtendedResourceRequest|containerName s! d=""|requestName s! d=""|resourceName s! d=""
ContainerImage v1.ContainerImage|names []s l=a|sizeBytes l
ContainerPort v1.ContainerPort|containerPort i! d=0|hostIP s|hostPort i|name s|protocol s d="TCP" g=v1.Protocol
ContainerResizePolicy v1.ContainerResizePolicy|resourceName s! d="" g=v1.ResourceName|restartPolicy s! d="" g=v1.ResourceResizeRestartPolicy
ContainerResourceMetricSource v2.ContainerResourceMetricSource|container s! d=""|name s! d=""|target #MetricTarget! d={}
ContainerResourceMetricStatus v2.ContainerResourceMetricStatus|container s! d=""|current #MetricValueStatus! d={}|name s! d=""
ContainerRestartRule v1.ContainerRestartRule|action s!|exitCodes #ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes v1.ContainerRestartRuleOnExitCodes|operator s!|values []i l=s
ContainerState v1.ContainerState|running #ContainerStateRunning|terminated #ContainerStateTerminated|waiting #ContainerStateWaiting
ContainerStateRunning v1.ContainerStateRunning|startedAt t
ContainerStateTerminated v1.ContainerStateTerminated|containerID s|exitCode i! d=0|finishedAt t|message s|reason s|signal i|startedAt t
ContainerStateWaiting v1.ContainerStateWaiting|message s|reason s
ContainerStatus v1.ContainerStatus|allocatedResources {}q|allocatedResourcesStatus []#ResourceStatus l=m k=name p=merge P=name|containerID s|image s! d=""|imageID s! d=""|lastState #ContainerState d={}|name s! d=""|ready b! d=false|resources #ResourceRequirements|restartCount i! d=0|started b|state #ContainerState d={}|stopSignal s|user #ContainerUser|volumeMounts []#VolumeMountStatus l=m k=mountPath p=merge P=mountPath
ContainerUser v1.ContainerUser|linux #LinuxContainerUser
ControllerRevision v1.ControllerRevision|apiVersion s|data a|kind s|metadata #ObjectMeta d={}|revision l! d=0
CronJob v1.CronJob|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #CronJobSpec! d={}|status #CronJobStatus d={}
CronJobSpec v1.CronJobSpec|concurrencyPolicy s g=v1.ConcurrencyPolicy|failedJobsHistoryLimit i|jobTemplate #JobTemplateSpec! d={}|schedule s! d=""|startingDeadlineSeconds l|successfulJobsHistoryLimit i|suspend b|timeZone s
CronJobStatus v1.CronJobStatus|active []#ObjectReference l=a|lastScheduleTime t|lastSuccessfulTime t
CrossVersionObjectReference v2.CrossVersionObjectReference|apiVersion s|kind s! d=""|name s! d=""
DaemonEndpoint v1.DaemonEndpoint|Port i! d=0
DaemonSet v1.DaemonSet|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #DaemonSetSpec d={}|status #DaemonSetStatus d={}
DaemonSetCondition v1.DaemonSetCondition|lastTransitionTime t|message s|reason s|status s! d=""|type s! d=""
DaemonSetSpec v1.DaemonSetSpec|minReadySeconds i|revisionHistoryLimit i|selector #LabelSelector! m=a|template #PodTemplateSpec! d={}|updateStrategy #DaemonSetUpdateStrategy d={}
DaemonSetStatus v1.DaemonSetStatus|collisionCount i|conditions []#DaemonSetCondition l=m k=type p=merge P=type|currentNumberScheduled i! d=0|desiredNumberScheduled i! d=0|numberAvailable i|numberMisscheduled i! d=0|numberReady i! d=0|numberUnavailable i|observedGeneration l|updatedNumberScheduled i
DaemonSetUpdateStrategy v1.DaemonSetUpdateStrategy|rollingUpdate #RollingUpdateDaemonSet|type s g=v1.DaemonSetUpdateStrategyType
DeleteOptions v1.DeleteOptions|apiVersion s|dryRun []s l=a|gracePeriodSeconds l|ignoreStoreReadErrorWithClusterBreakingPotential b|kind s|orphanDependents b|preconditions #Preconditions|propagationPolicy s
Deployment v1.Deployment|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #DeploymentSpec d={}|status #DeploymentStatus d={}
DeploymentCondition v1.DeploymentCondition|lastTransitionTime t|lastUpdateTime t|message s|reason s|status s! d=""|type s! d=""
DeploymentSpec v1.DeploymentSpec|minReadySeconds i|paused b|progressDeadlineSeconds i|replicas i|revisionHistoryLimit i|selector #LabelSelector! m=a|strategy #DeploymentStrategy d={} p=retainKeys|template #PodTemplateSpec! d={}
DeploymentStatus v1.DeploymentStatus|availableReplicas i|collisionCount i|conditions []#DeploymentCondition l=m k=type p=merge P=type|observedGeneration l|readyReplicas i|replicas i|terminatingReplicas i|unavailableReplicas i|updatedReplicas i
DeploymentStrategy v1.DeploymentStrategy|rollingUpdate #RollingUpdateDeployment|type s g=v1.DeploymentStrategyType
DownwardAPIProjection v1.DownwardAPIProjection|items []#DownwardAPIVolumeFile l=a
DownwardAPIVolumeFile v1.DownwardAPIVolumeFile|fieldRef #ObjectFieldSelector m=a|mode i|path s! d=""|resourceFieldRef #ResourceFieldSelector m=a
DownwardAPIVolumeSource v1.DownwardAPIVolumeSource|defaultMode i|items []#DownwardAPIVolumeFile l=a
EmptyDirVolumeSource v1.EmptyDirVolumeSource|medium s g=v1.StorageMedium|sizeLimit q
Endpoint v1.Endpoint|addresses []s! l=s|conditions #EndpointConditions d={}|deprecatedTopology {}s|hints #EndpointHints|hostname s|nodeName s|targetRef #ObjectReference m=a|zone s
EndpointAddress~ v1.EndpointAddress|hostname s|ip s! d=""|nodeName s|targetRef #ObjectReference m=a
EndpointConditions v1.EndpointConditions|ready b|serving b|terminating b
EndpointHints v1.EndpointHints|forNodes []#ForNode l=a|forZones []#ForZone l=a
EndpointPort~ v1.EndpointPort|appProtocol s|name s|port i! d=0|protocol s g=v1.Protocol
EndpointSlice v1.EndpointSlice|addressType s! d="" g=v1.AddressType|apiVersion s|endpoints []#Endpoint l=a|kind s|metadata #ObjectMeta d={}|ports []#EndpointSlicePort l=a
EndpointSlicePort~ v1.EndpointPort|appProtocol s|name s|port i|protocol s g=v1.Protocol
EndpointSubset v1.EndpointSubset|addresses []#EndpointAddress l=a|notReadyAddresses []#EndpointAddress l=a|ports []#EndpointPort l=a
Endpoints v1.Endpoints|apiVersion s|kind s|metadata #ObjectMeta d={}|subsets []#EndpointSubset l=a
EnvFromSource v1.EnvFromSource|configMapRef #ConfigMapEnvSource|prefix s|secretRef #SecretEnvSource
EnvVar v1.EnvVar|name s! d=""|value s|valueFrom #EnvVarSource
EnvVarSource v1.EnvVarSource|configMapKeyRef #ConfigMapKeySelector m=a|fieldRef #ObjectFieldSelector m=a|fileKeyRef #FileKeySelector m=a|resourceFieldRef #ResourceFieldSelector m=a|secretKeyRef #SecretKeySelector m=a
EphemeralContainer v1.EphemeralContainer|args []s l=a e=EphemeralContainerCommon|command []s l=a e=EphemeralContainerCommon|env []#EnvVar l=m k=name p=merge P=name e=EphemeralContainerCommon|envFrom []#EnvFromSource l=a e=EphemeralContainerCommon|image s e=EphemeralContainerCommon|imagePullPolicy s g=v1.PullPolicy e=EphemeralContainerCommon|lifecycle #Lifecycle e=EphemeralContainerCommon|livenessProbe #Probe e=EphemeralContainerCommon|name s! d="" e=EphemeralContainerCommon|ports []#ContainerPort l=m k=containerPort,protocol p=merge P=containerPort e=EphemeralContainerCommon|readinessProbe #Probe e=EphemeralContainerCommon|resizePolicy []#ContainerResizePolicy l=a e=EphemeralContainerCommon|resources #ResourceRequirements d={} e=EphemeralContainerCommon|restartPolicy s g=v1.ContainerRestartPolicy e=EphemeralContainerCommon|restartPolicyRules []#ContainerRestartRule l=a e=EphemeralContainerCommon|securityContext #SecurityContext e=EphemeralContainerCommon|startupProbe #Probe e=EphemeralContainerCommon|stdin b e=EphemeralContainerCommon|stdinOnce b e=EphemeralContainerCommon|targetContainerName s|terminationMessagePath s e=EphemeralContainerCommon|terminationMessagePolicy s g=v1.TerminationMessagePolicy e=EphemeralContainerCommon|tty b e=EphemeralContainerCommon|volumeDevices []#VolumeDevice l=m k=devicePath p=merge P=devicePath e=EphemeralContainerCommon|volumeMounts []#VolumeMount l=m k=mountPath p=merge P=mountPath e=EphemeralContainerCommon|workingDir s e=EphemeralContainerCommon
EphemeralVolumeSource v1.EphemeralVolumeSource|volumeClaimTemplate #PersistentVolumeClaimTemplate
Event v1.Event|action s|apiVersion s|count i|eventTime u|firstTimestamp t|involvedObject #ObjectReference! d={} m=a|kind s|lastTimestamp t|message s|metadata #ObjectMeta! d={}|reason s|related #ObjectReference m=a|reportingComponent s d=""|reportingInstance s d=""|series #EventSeries|source #EventSource d={}|type s
EventSeries v1.EventSeries|count i|lastObservedTime u
EventSource v1.EventSource|component s|host s
EventsEvent v1.Event|action s|apiVersion s|deprecatedCount i|deprecatedFirstTimestamp t|deprecatedLastTimestamp t|deprecatedSource #EventSource d={}|eventTime u!|kind s|metadata #ObjectMeta d={}|note s|reason s|regarding #ObjectReference d={} m=a|related #ObjectReference m=a|reportingController s|reportingInstance s|series #EventsEventSeries|type s
EventsEventSeries v1.EventSeries|count i! d=0|lastObservedTime u!
Eviction v1.Eviction|apiVersion s|deleteOptions #DeleteOptions|kind s|metadata #ObjectMeta d={}
ExecAction v1.ExecAction|command []s l=a
ExpressionWarning v1.ExpressionWarning|fieldRef s! d=""|warning s! d=""
ExternalMetricSource v2.ExternalMetricSource|metric #MetricIdentifier! d={}|target #MetricTarget! d={}
ExternalMetricStatus v2.ExternalMetricStatus|current #MetricValueStatus! d={}|metric #MetricIdentifier! d={}
FCVolumeSource v1.FCVolumeSource|fsType s|lun i|readOnly b|targetWWNs []s l=a|wwids []s l=a
FieldSelectorAttributes v1.FieldSelectorAttributes|rawSelector s|requirements []#FieldSelectorRequirement l=a
FieldSelectorRequirement v1.FieldSelectorRequirement|key s! d=""|operator s! d=""|values []s l=a
FileKeySelector~ v1.FileKeySelector|key s! d=""|optional b d=false|path s! d=""|volumeName s! d=""
FlexPersistentVolumeSource v1.FlexPersistentVolumeSource|driver s! d=""|fsType s|options {}s|readOnly b|secretRef #SecretReference m=a
FlexVolumeSource v1.FlexVolumeSource|driver s! d=""|fsType s|options {}s|readOnly b|secretRef #LocalObjectReference m=a
FlockerVolumeSource v1.FlockerVolumeSource|datasetName s|datasetUUID s
ForNode v1.ForNode|name s! d=""
ForZone v1.ForZone|name s! d=""
GCEPersistentDiskVolumeSource v1.GCEPersistentDiskVolumeSource|fsType s|partition i|pdName s! d=""|readOnly b
GRPCAction v1.GRPCAction|port i! d=0|service s d=""
GitRepoVolumeSource v1.GitRepoVolumeSource|directory s|repository s! d=""|revision s
GlusterfsPersistentVolumeSource v1.GlusterfsPersistentVolumeSource|endpoints s! d=""|endpointsNamespace s|path s! d=""|readOnly b
GlusterfsVolumeSource v1.GlusterfsVolumeSource|endpoints s! d=""|path s! d=""|readOnly b
HPAScalingPolicy v2.HPAScalingPolicy|periodSeconds i! d=0|type s! d=""|value i! d=0
HPAScalingRules v2.HPAScalingRules|policies []#HPAScalingPolicy l=a|selectPolicy s g=v2.ScalingPolicySelect|stabilizationWindowSeconds i|tolerance q
HTTPGetAction v1.HTTPGetAction|host s|httpHeaders []#HTTPHeader l=a|path s|port x!|scheme s g=v1.URIScheme
HTTPHeader v1.HTTPHeader|name s! d=""|value s! d=""
HTTPIngressPath v1.HTTPIngressPath|backend #IngressBackend! d={}|path s|pathType s! g=v1.PathType
HTTPIngressRuleValue v1.HTTPIngressRuleValue|paths []#HTTPIngressPath! l=a
HorizontalPodAutoscaler v2.HorizontalPodAutoscaler|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #HorizontalPodAutoscalerSpec! d={}|status #HorizontalPodAutoscalerStatus d={}
HorizontalPodAutoscalerBehavior v2.HorizontalPodAutoscalerBehavior|scaleDown #HPAScalingRules|scaleUp #HPAScalingRules
HorizontalPodAutoscalerCondition v2.HorizontalPodAutoscalerCondition|lastTransitionTime t|message s|reason s|status s! d=""|type s! d=""
HorizontalPodAutoscalerSpec v2.HorizontalPodAutoscalerSpec|behavior #HorizontalPodAutoscalerBehavior|maxReplicas i! d=0|metrics []#MetricSpec l=a|minReplicas i|scaleTargetRef #CrossVersionObjectReference! d={}
HorizontalPodAutoscalerStatus v2.HorizontalPodAutoscalerStatus|conditions []#HorizontalPodAutoscalerCondition l=m k=type p=merge P=type|currentMetrics []#MetricStatus l=a|currentReplicas i|desiredReplicas i! d=0|lastScaleTime t|observedGeneration l
HostAlias v1.HostAlias|hostnames []s l=a|ip s! d=""
HostIP v1.HostIP|ip s! d=""
HostPathVolumeSource v1.HostPathVolumeSource|path s! d=""|type s g=v1.HostPathType
IPAddress v1.IPAddress|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #IPAddressSpec! d={}
IPAddressSpec v1.IPAddressSpec|parentRef #ParentReference!
IPBlock v1.IPBlock|cidr s! d=""|except []s l=a
ISCSIPersistentVolumeSource v1.ISCSIPersistentVolumeSource|chapAuthDiscovery b|chapAuthSession b|fsType s|initiatorName s|iqn s! d=""|iscsiInterface s d="default"|lun i! d=0|portals []s l=a|readOnly b|secretRef #SecretReference m=a|targetPortal s! d=""
ISCSIVolumeSource v1.ISCSIVolumeSource|chapAuthDiscovery b|chapAuthSession b|fsType s|initiatorName s|iqn s! d=""|iscsiInterface s d="default"|lun i! d=0|portals []s l=a|readOnly b|secretRef #LocalObjectReference m=a|targetPortal s! d=""
ImageVolumeSource v1.ImageVolumeSource|pullPolicy s g=v1.PullPolicy|reference s
ImageVolumeStatus v1.ImageVolumeStatus|imageRef s!
Ingress v1.Ingress|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #IngressSpec d={}|status #IngressStatus d={}
IngressBackend v1.IngressBackend|resource #TypedLocalObjectReference m=a|service #IngressServiceBackend
IngressClass v1.IngressClass|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #IngressClassSpec d={}
IngressClassParametersReference v1.IngressClassParametersReference|apiGroup s|kind s! d=""|name s! d=""|namespace s|scope s
IngressClassSpec v1.IngressClassSpec|controller s|parameters #IngressClassParametersReference
IngressLoadBalancerIngress v1.IngressLoadBalancerIngress|hostname s|ip s|ports []#IngressPortStatus l=a
IngressLoadBalancerStatus v1.IngressLoadBalancerStatus|ingress []#IngressLoadBalancerIngress l=a
IngressPortStatus v1.IngressPortStatus|error s|port i! d=0|protocol s! d=""
IngressRule v1.IngressRule|host s|http #HTTPIngressRuleValue e=IngressRuleValue
IngressServiceBackend v1.IngressServiceBackend|name s! d=""|port #ServiceBackendPort d={} m=a
IngressSpec v1.IngressSpec|defaultBackend #IngressBackend|ingressClassName s|rules []#IngressRule l=a|tls []#IngressTLS l=a
IngressStatus v1.IngressStatus|loadBalancer #IngressLoadBalancerStatus d={}
IngressTLS v1.IngressTLS|hosts []s l=a|secretName s
JSONPatch v1.JSONPatch|expression s
Job v1.Job|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #JobSpec d={}|status #JobStatus d={}
JobCondition v1.JobCondition|lastProbeTime t|lastTransitionTime t|message s|reason s|status s! d=""|type s! d=""
JobSpec v1.JobSpec|activeDeadlineSeconds l|backoffLimit i|backoffLimitPerIndex i|completionMode s g=v1.CompletionMode|completions i|managedBy s|manualSelector b|maxFailedIndexes i|parallelism i|podFailurePolicy #PodFailurePolicy|podReplacementPolicy s g=v1.PodReplacementPolicy|selector #LabelSelector m=a|successPolicy #SuccessPolicy|suspend b|template #PodTemplateSpec! d={}|ttlSecondsAfterFinished i
JobStatus v1.JobStatus|active i|completedIndexes s|completionTime t|conditions []#JobCondition l=a p=merge P=type|failed i|failedIndexes s|ready i|startTime t|succeeded i|terminating i|uncountedTerminatedPods #UncountedTerminatedPods
JobTemplateSpec v1.JobTemplateSpec|metadata #ObjectMeta d={}|spec #JobSpec d={}
KeyToPath v1.KeyToPath|key s! d=""|mode i|path s! d=""
LabelSelectorAttributes v1.LabelSelectorAttributes|rawSelector s|requirements []#LabelSelectorRequirement l=a
LabelSelectorRequirement v1.LabelSelectorRequirement|key s! d=""|operator s! d="" g=v1.LabelSelectorOperator|values []s l=a
LabelSelector~ v1.LabelSelector|matchExpressions []#LabelSelectorRequirement l=a|matchLabels {}s
Lease v1.Lease|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #LeaseSpec d={}
LeaseSpec v1.LeaseSpec|acquireTime u|holderIdentity s|leaseDurationSeconds i|leaseTransitions i|preferredHolder s|renewTime u|strategy s
Lifecycle v1.Lifecycle|postStart #LifecycleHandler|preStop #LifecycleHandler|stopSignal s g=v1.Signal
LifecycleHandler v1.LifecycleHandler|exec #ExecAction|httpGet #HTTPGetAction|sleep #SleepAction|tcpSocket #TCPSocketAction
LimitRange v1.LimitRange|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #LimitRangeSpec d={}
LimitRangeItem v1.LimitRangeItem|default {}q|defaultRequest {}q|max {}q|maxLimitRequestRatio {}q|min {}q|type s! d="" g=v1.LimitType
LimitRangeSpec v1.LimitRangeSpec|limits []#LimitRangeItem! l=a
LinuxContainerUser v1.LinuxContainerUser|gid l! d=0|supplementalGroups []l l=a|uid l! d=0
ListMeta v1.ListMeta|continue s|remainingItemCount l|resourceVersion s|selfLink s|shardInfo #ShardInfo
LoadBalancerIngress v1.LoadBalancerIngress|hostname s|ip s|ipMode s|ports []#PortStatus l=a
LoadBalancerStatus v1.LoadBalancerStatus|ingress []#LoadBalancerIngress l=a
LocalObjectReference~ v1.LocalObjectReference|name s d=""
LocalSubjectAccessReview v1.LocalSubjectAccessReview|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #SubjectAccessReviewSpec! d={}|status #SubjectAccessReviewStatus d={}
LocalVolumeSource v1.LocalVolumeSource|fsType s|path s! d=""
ManagedFieldsEntry v1.ManagedFieldsEntry|apiVersion s|fieldsType s|fieldsV1 a|manager s|operation s|subresource s|time t
MatchCondition v1.MatchCondition|expression s! d=""|name s! d=""
MatchResources~ v1.MatchResources|excludeResourceRules []#NamedRuleWithOperations l=a|matchPolicy s g=v1.MatchPolicyType|namespaceSelector #LabelSelector m=a|objectSelector #LabelSelector m=a|resourceRules []#NamedRuleWithOperations l=a
MetricIdentifier v2.MetricIdentifier|name s! d=""|selector #LabelSelector m=a
MetricSpec v2.MetricSpec|containerResource #ContainerResourceMetricSource|external #ExternalMetricSource|object #ObjectMetricSource|pods #PodsMetricSource|resource #ResourceMetricSource|type s! d="" g=v2.MetricSourceType
MetricStatus v2.MetricStatus|containerResource #ContainerResourceMetricStatus|external #ExternalMetricStatus|object #ObjectMetricStatus|pods #PodsMetricStatus|resource #ResourceMetricStatus|type s! d=""
MetricTarget v2.MetricTarget|averageUtilization i|averageValue q|type s! d=""|value q
MetricValueStatus v2.MetricValueStatus|averageUtilization i|averageValue q|value q
ModifyVolumeStatus v1.ModifyVolumeStatus|status s! d=""|targetVolumeAttributesClassName s
MutatingAdmissionPolicy v1.MutatingAdmissionPolicy|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #MutatingAdmissionPolicySpec d={}
MutatingAdmissionPolicyBinding v1.MutatingAdmissionPolicyBinding|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #MutatingAdmissionPolicyBindingSpec d={}
MutatingAdmissionPolicyBindingSpec v1.MutatingAdmissionPolicyBindingSpec|matchResources #MatchResources m=a|paramRef #ParamRef m=a|policyName s
MutatingAdmissionPolicySpec v1.MutatingAdmissionPolicySpec|failurePolicy s|matchConditions []#MatchCondition l=m k=name p=merge P=name|matchConstraints #MatchResources m=a|mutations []#Mutation l=a|paramKind #ParamKind m=a|reinvocationPolicy s|variables []#Variable l=a
MutatingWebhook v1.MutatingWebhook|admissionReviewVersions []s! l=a|clientConfig #WebhookClientConfig! d={}|failurePolicy s g=v1.FailurePolicyType|matchConditions []#MatchCondition l=m k=name p=merge P=name|matchPolicy s g=v1.MatchPolicyType|name s! d=""|namespaceSelector #LabelSelector m=a|objectSelector #LabelSelector m=a|reinvocationPolicy s g=v1.ReinvocationPolicyType|rules []#RuleWithOperations l=a|sideEffects s! g=v1.SideEffectClass|timeoutSeconds i
MutatingWebhookConfiguration v1.MutatingWebhookConfiguration|apiVersion s|kind s|metadata #ObjectMeta d={}|webhooks []#MutatingWebhook l=m k=name p=merge P=name
Mutation v1.Mutation|applyConfiguration #ApplyConfiguration|jsonPatch #JSONPatch|patchType s! d=""
NFSVolumeSource v1.NFSVolumeSource|path s! d=""|readOnly b|server s! d=""
NamedRuleWithOperations~ v1.NamedRuleWithOperations|apiGroups []s l=a|apiVersions []s l=a|operations []s l=a|resourceNames []s l=a|resources []s l=a|scope s
Namespace v1.Namespace|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #NamespaceSpec d={}|status #NamespaceStatus d={}
NamespaceCondition v1.NamespaceCondition|lastTransitionTime t|message s|reason s|status s! d=""|type s! d=""
NamespaceSpec v1.NamespaceSpec|finalizers []s l=a g=v1.FinalizerName
NamespaceStatus v1.NamespaceStatus|conditions []#NamespaceCondition l=m k=type p=merge P=type|phase s g=v1.NamespacePhase
NetworkPolicy v1.NetworkPolicy|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #NetworkPolicySpec d={}
NetworkPolicyEgressRule v1.NetworkPolicyEgressRule|ports []#NetworkPolicyPort l=a|to []#NetworkPolicyPeer l=a
NetworkPolicyIngressRule v1.NetworkPolicyIngressRule|from []#NetworkPolicyPeer l=a|ports []#NetworkPolicyPort l=a
NetworkPolicyPeer v1.NetworkPolicyPeer|ipBlock #IPBlock|namespaceSelector #LabelSelector m=a|podSelector #LabelSelector m=a
NetworkPolicyPort v1.NetworkPolicyPort|endPort i|port x|protocol s g=v1.Protocol
NetworkPolicySpec v1.NetworkPolicySpec|egress []#NetworkPolicyEgressRule l=a|ingress []#NetworkPolicyIngressRule l=a|podSelector #LabelSelector d={} m=a|policyTypes []s l=a g=v1.PolicyType
Node v1.Node|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #NodeSpec d={}|status #NodeStatus d={}
NodeAddress v1.NodeAddress|address s! d=""|type s! d=""
NodeAffinity v1.NodeAffinity|preferredDuringSchedulingIgnoredDuringExecution []#PreferredSchedulingTerm l=a|requiredDuringSchedulingIgnoredDuringExecution #NodeSelector m=a
NodeAllocatableResourceClaimStatus v1.NodeAllocatableResourceClaimStatus|containers []s l=s|resourceClaimName s! d=""|resources {}q!
NodeCondition v1.NodeCondition|lastHeartbeatTime t|lastTransitionTime t|message s|reason s|status s! d=""|type s! d=""
NodeConfigSource v1.NodeConfigSource|configMap #ConfigMapNodeConfigSource
NodeConfigStatus v1.NodeConfigStatus|active #NodeConfigSource|assigned #NodeConfigSource|error s|lastKnownGood #NodeConfigSource
NodeDaemonEndpoints v1.NodeDaemonEndpoints|kubeletEndpoint #DaemonEndpoint d={}
NodeFeatures v1.NodeFeatures|supplementalGroupsPolicy b
NodeRuntimeHandler v1.NodeRuntimeHandler|features #NodeRuntimeHandlerFeatures|name s d=""
NodeRuntimeHandlerFeatures v1.NodeRuntimeHandlerFeatures|recursiveReadOnlyMounts b|userNamespaces b
NodeSelectorRequirement v1.NodeSelectorRequirement|key s! d=""|operator s! d="" g=v1.NodeSelectorOperator|values []s l=a
NodeSelectorTerm~ v1.NodeSelectorTerm|matchExpressions []#NodeSelectorRequirement l=a|matchFields []#NodeSelectorRequirement l=a
NodeSelector~ v1.NodeSelector|nodeSelectorTerms []#NodeSelectorTerm! l=a
NodeSpec v1.NodeSpec|configSource #NodeConfigSource|externalID s|podCIDR s|podCIDRs []s l=s p=merge|providerID s|taints []#Taint l=a|unschedulable b
NodeStatus v1.NodeStatus|addresses []#NodeAddress l=m k=type p=merge P=type|allocatable {}q|capacity {}q|conditions []#NodeCondition l=m k=type p=merge P=type|config #NodeConfigStatus|daemonEndpoints #NodeDaemonEndpoints d={}|declaredFeatures []s l=a|features #NodeFeatures|images []#ContainerImage l=a|nodeInfo #NodeSystemInfo d={}|phase s|runtimeHandlers []#NodeRuntimeHandler l=a|volumesAttached []#AttachedVolume l=a|volumesInUse []s l=a
NodeSwapStatus v1.NodeSwapStatus|capacity l
NodeSystemInfo v1.NodeSystemInfo|architecture s! d=""|bootID s! d=""|containerRuntimeVersion s! d=""|kernelVersion s! d=""|kubeProxyVersion s! d=""|kubeletVersion s! d=""|machineID s! d=""|operatingSystem s! d=""|osImage s! d=""|swap #NodeSwapStatus|systemUUID s! d=""
NonResourceAttributes v1.NonResourceAttributes|path s|verb s
NonResourceRule v1.NonResourceRule|nonResourceURLs []s l=a|verbs []s! l=a
ObjectFieldSelector~ v1.ObjectFieldSelector|apiVersion s|fieldPath s! d=""
ObjectMeta v1.ObjectMeta|annotations {}s|creationTimestamp t|deletionGracePeriodSeconds l|deletionTimestamp t|finalizers []s l=s p=merge|generateName s|generation l|labels {}s|managedFields []#ManagedFieldsEntry l=a|name s|namespace s|ownerReferences []#OwnerReference l=m k=uid p=merge P=uid|resourceVersion s|selfLink s|uid s
ObjectMetricSource v2.ObjectMetricSource|describedObject #CrossVersionObjectReference! d={}|metric #MetricIdentifier! d={}|target #MetricTarget! d={}
ObjectMetricStatus v2.ObjectMetricStatus|current #MetricValueStatus! d={}|describedObject #CrossVersionObjectReference! d={}|metric #MetricIdentifier! d={}
ObjectReference~ v1.ObjectReference|apiVersion s|fieldPath s|kind s|name s|namespace s|resourceVersion s|uid s
Overhead v1.Overhead|podFixed {}q
OwnerReference~ v1.OwnerReference|apiVersion s! d=""|blockOwnerDeletion b|controller b|kind s! d=""|name s! d=""|uid s! d=""
ParamKind~ v1.ParamKind|apiVersion s|kind s
ParamRef~ v1.ParamRef|name s|namespace s|parameterNotFoundAction s|selector #LabelSelector m=a
ParentReference v1.ParentReference|group s|name s!|namespace s|resource s!
PersistentVolume v1.PersistentVolume|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #PersistentVolumeSpec d={}|status #PersistentVolumeStatus d={}
PersistentVolumeClaim v1.PersistentVolumeClaim|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #PersistentVolumeClaimSpec d={}|status #PersistentVolumeClaimStatus d={}
PersistentVolumeClaimCondition v1.PersistentVolumeClaimCondition|lastProbeTime t|lastTransitionTime t|message s|reason s|status s! d=""|type s! d=""
PersistentVolumeClaimSpec v1.PersistentVolumeClaimSpec|accessModes []s l=a g=v1.PersistentVolumeAccessMode|dataSource #TypedLocalObjectReference m=a|dataSourceRef #TypedObjectReference|resources #VolumeResourceRequirements d={}|selector #LabelSelector m=a|storageClassName s|volumeAttributesClassName s|volumeMode s g=v1.PersistentVolumeMode|volumeName s
PersistentVolumeClaimStatus v1.PersistentVolumeClaimStatus|accessModes []s l=a|allocatedResourceStatuses {}s m=g|allocatedResources {}q|capacity {}q|conditions []#PersistentVolumeClaimCondition l=m k=type p=merge P=type|currentVolumeAttributesClassName s|modifyVolumeStatus #ModifyVolumeStatus|phase s
PersistentVolumeClaimTemplate v1.PersistentVolumeClaimTemplate|metadata #ObjectMeta d={}|spec #PersistentVolumeClaimSpec! d={}
PersistentVolumeClaimVolumeSource v1.PersistentVolumeClaimVolumeSource|claimName s! d=""|readOnly b
PersistentVolumeSpec v1.PersistentVolumeSpec|accessModes []s l=a g=v1.PersistentVolumeAccessMode|awsElasticBlockStore #AWSElasticBlockStoreVolumeSource e=PersistentVolumeSource|azureDisk #AzureDiskVolumeSource e=PersistentVolumeSource|azureFile #AzureFilePersistentVolumeSource e=PersistentVolumeSource|capacity {}q|cephfs #CephFSPersistentVolumeSource e=PersistentVolumeSource|cinder #CinderPersistentVolumeSource e=PersistentVolumeSource|claimRef #ObjectReference m=g|csi #CSIPersistentVolumeSource e=PersistentVolumeSource|fc #FCVolumeSource e=PersistentVolumeSource|flexVolume #FlexPersistentVolumeSource e=PersistentVolumeSource|flocker #FlockerVolumeSource e=PersistentVolumeSource|gcePersistentDisk #GCEPersistentDiskVolumeSource e=PersistentVolumeSource|glusterfs #GlusterfsPersistentVolumeSource e=PersistentVolumeSource|hostPath #HostPathVolumeSource e=PersistentVolumeSource|iscsi #ISCSIPersistentVolumeSource e=PersistentVolumeSource|local #LocalVolumeSource e=PersistentVolumeSource|mountOptions []s l=a|nfs #NFSVolumeSource e=PersistentVolumeSource|nodeAffinity #VolumeNodeAffinity|persistentVolumeReclaimPolicy s g=v1.PersistentVolumeReclaimPolicy|photonPersistentDisk #PhotonPersistentDiskVolumeSource e=PersistentVolumeSource|portworxVolume #PortworxVolumeSource e=PersistentVolumeSource|quobyte #QuobyteVolumeSource e=PersistentVolumeSource|rbd #RBDPersistentVolumeSource e=PersistentVolumeSource|scaleIO #ScaleIOPersistentVolumeSource e=PersistentVolumeSource|storageClassName s|storageos #StorageOSPersistentVolumeSource e=PersistentVolumeSource|volumeAttributesClassName s|volumeMode s g=v1.PersistentVolumeMode|vsphereVolume #VsphereVirtualDiskVolumeSource e=PersistentVolumeSource
PersistentVolumeStatus v1.PersistentVolumeStatus|lastPhaseTransitionTime t|message s|phase s|reason s
PhotonPersistentDiskVolumeSource v1.PhotonPersistentDiskVolumeSource|fsType s|pdID s! d=""
Pod v1.Pod|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #PodSpec d={}|status #PodStatus d={}
PodAffinity v1.PodAffinity|preferredDuringSchedulingIgnoredDuringExecution []#WeightedPodAffinityTerm l=a|requiredDuringSchedulingIgnoredDuringExecution []#PodAffinityTerm l=a
PodAffinityTerm v1.PodAffinityTerm|labelSelector #LabelSelector m=a|matchLabelKeys []s l=a|mismatchLabelKeys []s l=a|namespaceSelector #LabelSelector m=a|namespaces []s l=a|topologyKey s! d=""
PodAntiAffinity v1.PodAntiAffinity|preferredDuringSchedulingIgnoredDuringExecution []#WeightedPodAffinityTerm l=a|requiredDuringSchedulingIgnoredDuringExecution []#PodAffinityTerm l=a
PodCertificateProjection v1.PodCertificateProjection|certificateChainPath s|credentialBundlePath s|keyPath s|keyType s!|maxExpirationSeconds i|signerName s!|userAnnotations {}s
PodCondition v1.PodCondition|lastProbeTime t|lastTransitionTime t|message s|observedGeneration l|reason s|status s! d=""|type s! d=""
PodDNSConfig v1.PodDNSConfig|nameservers []s l=a|options []#PodDNSConfigOption l=a|searches []s l=a
PodDNSConfigOption v1.PodDNSConfigOption|name s|value s
PodDisruptionBudget v1.PodDisruptionBudget|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #PodDisruptionBudgetSpec d={}|status #PodDisruptionBudgetStatus d={}
PodDisruptionBudgetSpec v1.PodDisruptionBudgetSpec|maxUnavailable x|minAvailable x|selector #LabelSelector m=a p=replace|unhealthyPodEvictionPolicy s g=v1.UnhealthyPodEvictionPolicyType
PodDisruptionBudgetStatus v1.PodDisruptionBudgetStatus|conditions []#Condition l=m k=type p=merge P=type|currentHealthy i d=0|desiredHealthy i d=0|disruptedPods {}t|disruptionsAllowed i d=0|expectedPods i d=0|observedGeneration l
PodExtendedResourceClaimStatus v1.PodExtendedResourceClaimStatus|requestMappings []#ContainerExtendedResourceRequest! l=a|resourceClaimName s! d=""
PodFailurePolicy v1.PodFailurePolicy|rules []#PodFailurePolicyRule! l=a
PodFailurePolicyOnExitCodesRequirement v1.PodFailurePolicyOnExitCodesRequirement|containerName s|operator s! d="" g=v1.PodFailurePolicyOnExitCodesOperator|values []i! l=s
PodFailurePolicyOnPodConditionsPattern v1.PodFailurePolicyOnPodConditionsPattern|status s d=""|type s! d=""
PodFailurePolicyRule v1.PodFailurePolicyRule|action s! d="" g=v1.PodFailurePolicyAction|onExitCodes #PodFailurePolicyOnExitCodesRequirement|onPodConditions []#PodFailurePolicyOnPodConditionsPattern l=a
PodIP v1.PodIP|ip s! d=""
PodOS v1.PodOS|name s! d=""
PodReadinessGate v1.PodReadinessGate|conditionType s! d=""
PodResourceClaim v1.PodResourceClaim|name s! d=""|resourceClaimName s|resourceClaimTemplateName s
PodResourceClaimStatus v1.PodResourceClaimStatus|name s! d=""|resourceClaimName s
PodSchedulingGate v1.PodSchedulingGate|name s! d=""
PodSchedulingGroup v1.PodSchedulingGroup|podGroupName s
PodSecurityContext v1.PodSecurityContext|appArmorProfile #AppArmorProfile|fsGroup l|fsGroupChangePolicy s g=v1.PodFSGroupChangePolicy|runAsGroup l|runAsNonRoot b|runAsUser l|seLinuxChangePolicy s|seLinuxOptions #SELinuxOptions|seccompProfile #SeccompProfile|supplementalGroups []l l=a|supplementalGroupsPolicy s g=v1.SupplementalGroupsPolicy|sysctls []#Sysctl l=a|windowsOptions #WindowsSecurityContextOptions
PodSpec v1.PodSpec|activeDeadlineSeconds l|affinity #Affinity|automountServiceAccountToken b|containers []#Container! l=m k=name p=merge P=name|dnsConfig #PodDNSConfig|dnsPolicy s g=v1.DNSPolicy|enableServiceLinks b|ephemeralContainers []#EphemeralContainer l=m k=name p=merge P=name|hostAliases []#HostAlias l=m k=ip p=merge P=ip|hostIPC b|hostNetwork b|hostPID b|hostUsers b|hostname s|hostnameOverride s|imagePullSecrets []#LocalObjectReference l=m k=name p=merge P=name|initContainers []#Container l=m k=name p=merge P=name|nodeName s|nodeSelector {}s m=a|os #PodOS|overhead {}q|preemptionPolicy s g=v1.PreemptionPolicy|priority i|priorityClassName s|readinessGates []#PodReadinessGate l=a|resourceClaims []#PodResourceClaim l=m k=name p=merge,retainKeys P=name|resources #ResourceRequirements|restartPolicy s g=v1.RestartPolicy|runtimeClassName s|schedulerName s|schedulingGates []#PodSchedulingGate l=m k=name p=merge P=name|schedulingGroup #PodSchedulingGroup|securityContext #PodSecurityContext|serviceAccount s|serviceAccountName s|setHostnameAsFQDN b|shareProcessNamespace b|subdomain s|terminationGracePeriodSeconds l|tolerations []#Toleration l=a|topologySpreadConstraints []#TopologySpreadConstraint l=m k=topologyKey,whenUnsatisfiable p=merge P=topologyKey|volumes []#Volume l=m k=name p=merge,retainKeys P=name
PodStatus v1.PodStatus|allocatedResources {}q|conditions []#PodCondition l=m k=type p=merge P=type|containerStatuses []#ContainerStatus l=a|ephemeralContainerStatuses []#ContainerStatus l=a|extendedResourceClaimStatus #PodExtendedResourceClaimStatus|hostIP s|hostIPs []#HostIP l=a p=merge P=ip|initContainerStatuses []#ContainerStatus l=a|message s|nodeAllocatableResourceClaimStatuses []#NodeAllocatableResourceClaimStatus l=a|nominatedNodeName s|observedGeneration l|phase s|podIP s|podIPs []#PodIP l=m k=ip p=merge P=ip|qosClass s|reason s|resize s|resourceClaimStatuses []#PodResourceClaimStatus l=m k=name p=merge,retainKeys P=name|resources #ResourceRequirements|startTime t
PodTemplate v1.PodTemplate|apiVersion s|kind s|metadata #ObjectMeta d={}|template #PodTemplateSpec d={}
PodTemplateSpec v1.PodTemplateSpec|metadata #ObjectMeta d={}|spec #PodSpec d={}
PodsMetricSource v2.PodsMetricSource|metric #MetricIdentifier! d={}|target #MetricTarget! d={}
PodsMetricStatus v2.PodsMetricStatus|current #MetricValueStatus! d={}|metric #MetricIdentifier! d={}
PolicyRule v1.PolicyRule|apiGroups []s l=a|nonResourceURLs []s l=a|resourceNames []s l=a|resources []s l=a|verbs []s! l=a
PortStatus v1.PortStatus|error s|port i! d=0|protocol s! d=""
PortworxVolumeSource v1.PortworxVolumeSource|fsType s|readOnly b|volumeID s! d=""
Preconditions v1.Preconditions|resourceVersion s|uid s
PreferredSchedulingTerm v1.PreferredSchedulingTerm|preference #NodeSelectorTerm! d={} m=a|weight i! d=0
PriorityClass v1.PriorityClass|apiVersion s|description s|globalDefault b|kind s|metadata #ObjectMeta d={}|preemptionPolicy s g=v1.PreemptionPolicy|value i d=0
Probe v1.Probe|exec #ExecAction e=ProbeHandler|failureThreshold i|grpc #GRPCAction e=ProbeHandler|httpGet #HTTPGetAction e=ProbeHandler|initialDelaySeconds i|periodSeconds i|successThreshold i|tcpSocket #TCPSocketAction e=ProbeHandler|terminationGracePeriodSeconds l|timeoutSeconds i
ProjectedVolumeSource v1.ProjectedVolumeSource|defaultMode i|sources []#VolumeProjection l=a
QuobyteVolumeSource v1.QuobyteVolumeSource|group s|readOnly b|registry s! d=""|tenant s|user s|volume s! d=""
RBDPersistentVolumeSource v1.RBDPersistentVolumeSource|fsType s|image s! d=""|keyring s d="/etc/ceph/keyring"|monitors []s! l=a|pool s d="rbd"|readOnly b|secretRef #SecretReference m=a|user s d="admin"
RBDVolumeSource v1.RBDVolumeSource|fsType s|image s! d=""|keyring s d="/etc/ceph/keyring"|monitors []s! l=a|pool s d="rbd"|readOnly b|secretRef #LocalObjectReference m=a|user s d="admin"
ReplicaSet v1.ReplicaSet|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #ReplicaSetSpec d={}|status #ReplicaSetStatus d={}
ReplicaSetCondition v1.ReplicaSetCondition|lastTransitionTime t|message s|reason s|status s! d=""|type s! d=""
ReplicaSetSpec v1.ReplicaSetSpec|minReadySeconds i|replicas i|selector #LabelSelector! m=a|template #PodTemplateSpec d={}
ReplicaSetStatus v1.ReplicaSetStatus|availableReplicas i|conditions []#ReplicaSetCondition l=m k=type p=merge P=type|fullyLabeledReplicas i|observedGeneration l|readyReplicas i|replicas i! d=0|terminatingReplicas i
ReplicationController v1.ReplicationController|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #ReplicationControllerSpec d={}|status #ReplicationControllerStatus d={}
ReplicationControllerCondition v1.ReplicationControllerCondition|lastTransitionTime t|message s|reason s|status s! d=""|type s! d=""
ReplicationControllerSpec v1.ReplicationControllerSpec|minReadySeconds i d=0|replicas i d=1|selector {}s m=a|template #PodTemplateSpec
ReplicationControllerStatus v1.ReplicationControllerStatus|availableReplicas i|conditions []#ReplicationControllerCondition l=m k=type p=merge P=type|fullyLabeledReplicas i|observedGeneration l|readyReplicas i|replicas i! d=0
ResourceAttributes v1.ResourceAttributes|fieldSelector #FieldSelectorAttributes|group s|labelSelector #LabelSelectorAttributes|name s|namespace s|resource s|subresource s|verb s|version s
ResourceClaim v1.ResourceClaim|name s! d=""|request s
ResourceFieldSelector~ v1.ResourceFieldSelector|containerName s|divisor q|resource s! d=""
ResourceHealth v1.ResourceHealth|health s|message s|resourceID s! d=""
ResourceMetricSource v2.ResourceMetricSource|name s! d=""|target #MetricTarget! d={}
ResourceMetricStatus v2.ResourceMetricStatus|current #MetricValueStatus! d={}|name s! d=""
ResourceQuota v1.ResourceQuota|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #ResourceQuotaSpec d={}|status #ResourceQuotaStatus d={}
ResourceQuotaSpec v1.ResourceQuotaSpec|hard {}q|scopeSelector #ScopeSelector m=a|scopes []s l=a g=v1.ResourceQuotaScope
ResourceQuotaStatus v1.ResourceQuotaStatus|hard {}q|used {}q
ResourceRequirements v1.ResourceRequirements|claims []#ResourceClaim l=m k=name|limits {}q|requests {}q
ResourceRule v1.ResourceRule|apiGroups []s l=a|resourceNames []s l=a|resources []s l=a|verbs []s! l=a
ResourceStatus v1.ResourceStatus|name s! d=""|resources []#ResourceHealth l=m k=resourceID
Role v1.Role|apiVersion s|kind s|metadata #ObjectMeta d={}|rules []#PolicyRule l=a
RoleBinding v1.RoleBinding|apiVersion s|kind s|metadata #ObjectMeta d={}|roleRef #RoleRef! d={} m=a|subjects []#Subject l=a
RoleRef~ v1.RoleRef|apiGroup s d=""|kind s! d=""|name s! d=""
RollingUpdateDaemonSet v1.RollingUpdateDaemonSet|maxSurge x|maxUnavailable x
RollingUpdateDeployment v1.RollingUpdateDeployment|maxSurge x|maxUnavailable x
RollingUpdateStatefulSetStrategy v1.RollingUpdateStatefulSetStrategy|maxUnavailable x|partition i
RuleWithOperations v1.RuleWithOperations|apiGroups []s l=a e=Rule|apiVersions []s l=a e=Rule|operations []s l=a g=v1.OperationType|resources []s l=a e=Rule|scope s g=v1.ScopeType e=Rule
RuntimeClass v1.RuntimeClass|apiVersion s|handler s! d=""|kind s|metadata #ObjectMeta d={}|overhead #Overhead|scheduling #Scheduling
SELinuxOptions v1.SELinuxOptions|level s|role s|type s|user s
Scale v1.Scale|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #ScaleSpec d={}|status #ScaleStatus d={}
ScaleIOPersistentVolumeSource v1.ScaleIOPersistentVolumeSource|fsType s d="xfs"|gateway s! d=""|protectionDomain s|readOnly b|secretRef #SecretReference! m=a|sslEnabled b|storageMode s d="ThinProvisioned"|storagePool s|system s! d=""|volumeName s
ScaleIOVolumeSource v1.ScaleIOVolumeSource|fsType s d="xfs"|gateway s! d=""|protectionDomain s|readOnly b|secretRef #LocalObjectReference! m=a|sslEnabled b|storageMode s d="ThinProvisioned"|storagePool s|system s! d=""|volumeName s
ScaleSpec v1.ScaleSpec|replicas i d=0
ScaleStatus v1.ScaleStatus|replicas i! d=0|selector s
Scheduling v1.Scheduling|nodeSelector {}s m=a|tolerations []#Toleration l=a
ScopeSelector~ v1.ScopeSelector|matchExpressions []#ScopedResourceSelectorRequirement l=a
ScopedResourceSelectorRequirement v1.ScopedResourceSelectorRequirement|operator s! d="" g=v1.ScopeSelectorOperator|scopeName s! d="" g=v1.ResourceQuotaScope|values []s l=a
SeccompProfile v1.SeccompProfile|localhostProfile s|type s! d="" g=v1.SeccompProfileType
Secret v1.Secret|apiVersion s|data {}y|immutable b|kind s|metadata #ObjectMeta d={}|stringData {}s|type s g=v1.SecretType
SecretEnvSource v1.SecretEnvSource|name s d="" e=LocalObjectReference|optional b
SecretKeySelector~ v1.SecretKeySelector|key s! d=""|name s d="" e=LocalObjectReference|optional b
SecretProjection v1.SecretProjection|items []#KeyToPath l=a|name s d="" e=LocalObjectReference|optional b
SecretReference~ v1.SecretReference|name s|namespace s
SecretVolumeSource v1.SecretVolumeSource|defaultMode i|items []#KeyToPath l=a|optional b|secretName s
SecurityContext v1.SecurityContext|allowPrivilegeEscalation b|appArmorProfile #AppArmorProfile|capabilities #Capabilities|privileged b|procMount s g=v1.ProcMountType|readOnlyRootFilesystem b|runAsGroup l|runAsNonRoot b|runAsUser l|seLinuxOptions #SELinuxOptions|seccompProfile #SeccompProfile|windowsOptions #WindowsSecurityContextOptions
SelfSubjectAccessReview v1.SelfSubjectAccessReview|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #SelfSubjectAccessReviewSpec! d={}|status #SubjectAccessReviewStatus d={}
SelfSubjectAccessReviewSpec v1.SelfSubjectAccessReviewSpec|nonResourceAttributes #NonResourceAttributes|resourceAttributes #ResourceAttributes
SelfSubjectReview v1.SelfSubjectReview|apiVersion s|kind s|metadata #ObjectMeta d={}|status #SelfSubjectReviewStatus d={}
SelfSubjectReviewStatus v1.SelfSubjectReviewStatus|userInfo #UserInfo d={}
SelfSubjectRulesReview v1.SelfSubjectRulesReview|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #SelfSubjectRulesReviewSpec! d={}|status #SubjectRulesReviewStatus d={}
SelfSubjectRulesReviewSpec v1.SelfSubjectRulesReviewSpec|namespace s
Service v1.Service|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #ServiceSpec d={}|status #ServiceStatus d={}
ServiceAccount v1.ServiceAccount|apiVersion s|automountServiceAccountToken b|imagePullSecrets []#LocalObjectReference l=a|kind s|metadata #ObjectMeta d={}|secrets []#ObjectReference l=m k=name p=merge P=name
ServiceAccountTokenProjection v1.ServiceAccountTokenProjection|audience s|expirationSeconds l|path s! d=""
ServiceBackendPort~ v1.ServiceBackendPort|name s|number i
ServiceCIDR v1.ServiceCIDR|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #ServiceCIDRSpec d={}|status #ServiceCIDRStatus d={}
ServiceCIDRSpec v1.ServiceCIDRSpec|cidrs []s l=a
ServiceCIDRStatus v1.ServiceCIDRStatus|conditions []#Condition l=m k=type p=merge P=type
ServicePort v1.ServicePort|appProtocol s|name s|nodePort i|port i! d=0|protocol s d="TCP" g=v1.Protocol|targetPort x
ServiceReference v1.ServiceReference|name s! d=""|namespace s! d=""|path s|port i
ServiceSpec v1.ServiceSpec|allocateLoadBalancerNodePorts b|clusterIP s|clusterIPs []s l=a|externalIPs []s l=a|externalName s|externalTrafficPolicy s g=v1.ServiceExternalTrafficPolicy|healthCheckNodePort i|internalTrafficPolicy s g=v1.ServiceInternalTrafficPolicy|ipFamilies []s l=a g=v1.IPFamily|ipFamilyPolicy s g=v1.IPFamilyPolicy|loadBalancerClass s|loadBalancerIP s|loadBalancerSourceRanges []s l=a|ports []#ServicePort l=m k=port,protocol p=merge P=port|publishNotReadyAddresses b|selector {}s m=a|sessionAffinity s g=v1.ServiceAffinity|sessionAffinityConfig #SessionAffinityConfig|trafficDistribution s|type s g=v1.ServiceType
ServiceStatus v1.ServiceStatus|conditions []#Condition l=m k=type p=merge P=type|loadBalancer #LoadBalancerStatus d={}
SessionAffinityConfig v1.SessionAffinityConfig|clientIP #ClientIPConfig
ShardInfo v1.ShardInfo|selector s! d=""
SleepAction v1.SleepAction|seconds l! d=0
StatefulSet v1.StatefulSet|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #StatefulSetSpec d={}|status #StatefulSetStatus d={}
StatefulSetCondition v1.StatefulSetCondition|lastTransitionTime t|message s|reason s|status s! d=""|type s! d=""
StatefulSetOrdinals v1.StatefulSetOrdinals|start i d=0
StatefulSetPersistentVolumeClaimRetentionPolicy v1.StatefulSetPersistentVolumeClaimRetentionPolicy|whenDeleted s g=v1.PersistentVolumeClaimRetentionPolicyType|whenScaled s g=v1.PersistentVolumeClaimRetentionPolicyType
StatefulSetSpec v1.StatefulSetSpec|minReadySeconds i|ordinals #StatefulSetOrdinals|persistentVolumeClaimRetentionPolicy #StatefulSetPersistentVolumeClaimRetentionPolicy|podManagementPolicy s g=v1.PodManagementPolicyType|replicas i|revisionHistoryLimit i|selector #LabelSelector! m=a|serviceName s d=""|template #PodTemplateSpec! d={}|updateStrategy #StatefulSetUpdateStrategy d={}|volumeClaimTemplates []#PersistentVolumeClaim l=a
StatefulSetStatus v1.StatefulSetStatus|availableReplicas i d=0|collisionCount i|conditions []#StatefulSetCondition l=m k=type p=merge P=type|currentReplicas i|currentRevision s|observedGeneration l|readyReplicas i|replicas i! d=0|updateRevision s|updatedReplicas i
StatefulSetUpdateStrategy v1.StatefulSetUpdateStrategy|rollingUpdate #RollingUpdateStatefulSetStrategy|type s g=v1.StatefulSetUpdateStrategyType
Status v1.Status|apiVersion s|code i|details #StatusDetails|kind s|message s|metadata #ListMeta d={}|reason s|status s
StatusCause v1.StatusCause|field s|message s|reason s
StatusDetails v1.StatusDetails|causes []#StatusCause l=a|group s|kind s|name s|retryAfterSeconds i|uid s
StorageClass v1.StorageClass|allowVolumeExpansion b|allowedTopologies []#TopologySelectorTerm l=a|apiVersion s|kind s|metadata #ObjectMeta d={}|mountOptions []s l=a|parameters {}s|provisioner s! d=""|reclaimPolicy s g=v1.PersistentVolumeReclaimPolicy|volumeBindingMode s g=v1.VolumeBindingMode
StorageOSPersistentVolumeSource v1.StorageOSPersistentVolumeSource|fsType s|readOnly b|secretRef #ObjectReference m=a|volumeName s|volumeNamespace s
StorageOSVolumeSource v1.StorageOSVolumeSource|fsType s|readOnly b|secretRef #LocalObjectReference m=a|volumeName s|volumeNamespace s
SubjectAccessReview v1.SubjectAccessReview|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #SubjectAccessReviewSpec! d={}|status #SubjectAccessReviewStatus d={}
SubjectAccessReviewSpec v1.SubjectAccessReviewSpec|extra {}[]s|groups []s l=a|nonResourceAttributes #NonResourceAttributes|resourceAttributes #ResourceAttributes|uid s|user s
SubjectAccessReviewStatus v1.SubjectAccessReviewStatus|allowed b! d=false|denied b|evaluationError s|reason s
SubjectRulesReviewStatus v1.SubjectRulesReviewStatus|evaluationError s|incomplete b! d=false|nonResourceRules []#NonResourceRule! l=a|resourceRules []#ResourceRule! l=a
Subject~ v1.Subject|apiGroup s|kind s! d=""|name s! d=""|namespace s
SuccessPolicy v1.SuccessPolicy|rules []#SuccessPolicyRule! l=a
SuccessPolicyRule v1.SuccessPolicyRule|succeededCount i|succeededIndexes s
Sysctl v1.Sysctl|name s! d=""|value s! d=""
TCPSocketAction v1.TCPSocketAction|host s|port x!
Taint v1.Taint|effect s! d="" g=v1.TaintEffect|key s! d=""|timeAdded t|value s
TokenRequest v1.TokenRequest|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #TokenRequestSpec d={}|status #TokenRequestStatus d={}
TokenRequestSpec v1.TokenRequestSpec|audiences []s l=a|boundObjectRef #BoundObjectReference|expirationSeconds l
TokenRequestStatus v1.TokenRequestStatus|expirationTimestamp t|token s d=""
TokenReview v1.TokenReview|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #TokenReviewSpec! d={}|status #TokenReviewStatus d={}
TokenReviewSpec v1.TokenReviewSpec|audiences []s l=a|token s!
TokenReviewStatus v1.TokenReviewStatus|audiences []s l=a|authenticated b|error s|user #UserInfo d={}
Toleration v1.Toleration|effect s g=v1.TaintEffect|key s|operator s g=v1.TolerationOperator|tolerationSeconds l|value s
TopologySelectorLabelRequirement v1.TopologySelectorLabelRequirement|key s! d=""|values []s! l=a
TopologySelectorTerm~ v1.TopologySelectorTerm|matchLabelExpressions []#TopologySelectorLabelRequirement l=a
TopologySpreadConstraint v1.TopologySpreadConstraint|labelSelector #LabelSelector m=a|matchLabelKeys []s l=a|maxSkew i! d=0|minDomains i|nodeAffinityPolicy s g=v1.NodeInclusionPolicy|nodeTaintsPolicy s g=v1.NodeInclusionPolicy|topologyKey s! d=""|whenUnsatisfiable s! d="" g=v1.UnsatisfiableConstraintAction
TypeChecking v1.TypeChecking|expressionWarnings []#ExpressionWarning l=a
TypedLocalObjectReference~ v1.TypedLocalObjectReference|apiGroup s|kind s! d=""|name s! d=""
TypedObjectReference v1.TypedObjectReference|apiGroup s|kind s! d=""|name s! d=""|namespace s
UncountedTerminatedPods v1.UncountedTerminatedPods|failed []s l=s|succeeded []s l=s
UserInfo v1.UserInfo|extra {}[]s|groups []s l=a|uid s|username s
ValidatingAdmissionPolicy v1.ValidatingAdmissionPolicy|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #ValidatingAdmissionPolicySpec d={}|status #ValidatingAdmissionPolicyStatus d={}
ValidatingAdmissionPolicyBinding v1.ValidatingAdmissionPolicyBinding|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #ValidatingAdmissionPolicyBindingSpec! d={}
ValidatingAdmissionPolicyBindingSpec v1.ValidatingAdmissionPolicyBindingSpec|matchResources #MatchResources m=a|paramRef #ParamRef m=a|policyName s!|validationActions []s! l=s g=v1.ValidationAction
ValidatingAdmissionPolicySpec v1.ValidatingAdmissionPolicySpec|auditAnnotations []#AuditAnnotation l=a|failurePolicy s g=v1.FailurePolicyType|matchConditions []#MatchCondition l=m k=name p=merge P=name|matchConstraints #MatchResources m=a|paramKind #ParamKind m=a|validations []#Validation l=a|variables []#Variable l=m k=name p=merge P=name
ValidatingAdmissionPolicyStatus v1.ValidatingAdmissionPolicyStatus|conditions []#Condition l=m k=type|observedGeneration l|typeChecking #TypeChecking
ValidatingWebhook v1.ValidatingWebhook|admissionReviewVersions []s! l=a|clientConfig #WebhookClientConfig! d={}|failurePolicy s g=v1.FailurePolicyType|matchConditions []#MatchCondition l=m k=name p=merge P=name|matchPolicy s g=v1.MatchPolicyType|name s! d=""|namespaceSelector #LabelSelector m=a|objectSelector #LabelSelector m=a|rules []#RuleWithOperations l=a|sideEffects s! g=v1.SideEffectClass|timeoutSeconds i
ValidatingWebhookConfiguration v1.ValidatingWebhookConfiguration|apiVersion s|kind s|metadata #ObjectMeta d={}|webhooks []#ValidatingWebhook l=m k=name p=merge P=name
Validation v1.Validation|expression s! d=""|message s|messageExpression s|reason s
Variable~ v1.Variable|expression s! d=""|name s! d=""
Volume v1.Volume|awsElasticBlockStore #AWSElasticBlockStoreVolumeSource e=VolumeSource|azureDisk #AzureDiskVolumeSource e=VolumeSource|azureFile #AzureFileVolumeSource e=VolumeSource|cephfs #CephFSVolumeSource e=VolumeSource|cinder #CinderVolumeSource e=VolumeSource|configMap #ConfigMapVolumeSource e=VolumeSource|csi #CSIVolumeSource e=VolumeSource|downwardAPI #DownwardAPIVolumeSource e=VolumeSource|emptyDir #EmptyDirVolumeSource e=VolumeSource|ephemeral #EphemeralVolumeSource e=VolumeSource|fc #FCVolumeSource e=VolumeSource|flexVolume #FlexVolumeSource e=VolumeSource|flocker #FlockerVolumeSource e=VolumeSource|gcePersistentDisk #GCEPersistentDiskVolumeSource e=VolumeSource|gitRepo #GitRepoVolumeSource e=VolumeSource|glusterfs #GlusterfsVolumeSource e=VolumeSource|hostPath #HostPathVolumeSource e=VolumeSource|image #ImageVolumeSource e=VolumeSource|iscsi #ISCSIVolumeSource e=VolumeSource|name s! d=""|nfs #NFSVolumeSource e=VolumeSource|persistentVolumeClaim #PersistentVolumeClaimVolumeSource e=VolumeSource|photonPersistentDisk #PhotonPersistentDiskVolumeSource e=VolumeSource|portworxVolume #PortworxVolumeSource e=VolumeSource|projected #ProjectedVolumeSource e=VolumeSource|quobyte #QuobyteVolumeSource e=VolumeSource|rbd #RBDVolumeSource e=VolumeSource|scaleIO #ScaleIOVolumeSource e=VolumeSource|secret #SecretVolumeSource e=VolumeSource|storageos #StorageOSVolumeSource e=VolumeSource|vsphereVolume #VsphereVirtualDiskVolumeSource e=VolumeSource
VolumeAttachment v1.VolumeAttachment|apiVersion s|kind s|metadata #ObjectMeta d={}|spec #VolumeAttachmentSpec! d={}|status #VolumeAttachmentStatus d={}
VolumeAttachmentSource v1.VolumeAttachmentSource|inlineVolumeSpec #PersistentVolumeSpec|persistentVolumeName s
VolumeAttachmentSpec v1.VolumeAttachmentSpec|attacher s! d=""|nodeName s! d=""|source #VolumeAttachmentSource! d={}
VolumeAttachmentStatus v1.VolumeAttachmentStatus|attachError #VolumeError|attached b! d=false|attachmentMetadata {}s|detachError #VolumeError
VolumeAttributesClass v1.VolumeAttributesClass|apiVersion s|driverName s! d=""|kind s|metadata #ObjectMeta d={}|parameters {}s
VolumeDevice v1.VolumeDevice|devicePath s! d=""|name s! d=""
VolumeError v1.VolumeError|errorCode i|message s|time t
VolumeMount v1.VolumeMount|mountPath s! d=""|mountPropagation s g=v1.MountPropagationMode|name s! d=""|readOnly b|recursiveReadOnly s g=v1.RecursiveReadOnlyMode|subPath s|subPathExpr s
VolumeMountStatus v1.VolumeMountStatus|mountPath s! d=""|name s! d=""|readOnly b|recursiveReadOnly s|volumeStatus #VolumeStatus
VolumeNodeAffinity v1.VolumeNodeAffinity|required #NodeSelector m=a
VolumeNodeResources v1.VolumeNodeResources|count i
VolumeProjection v1.VolumeProjection|clusterTrustBundle #ClusterTrustBundleProjection|configMap #ConfigMapProjection|downwardAPI #DownwardAPIProjection|podCertificate #PodCertificateProjection|secret #SecretProjection|serviceAccountToken #ServiceAccountTokenProjection
VolumeResourceRequirements v1.VolumeResourceRequirements|limits {}q|requests {}q
VolumeStatus v1.VolumeStatus|image #ImageVolumeStatus
VsphereVirtualDiskVolumeSource v1.VsphereVirtualDiskVolumeSource|fsType s|storagePolicyID s|storagePolicyName s|volumePath s! d=""
WebhookClientConfig v1.WebhookClientConfig|caBundle y|service #ServiceReference|url s
WeightedPodAffinityTerm v1.WeightedPodAffinityTerm|podAffinityTerm #PodAffinityTerm! d={}|weight i! d=0
WindowsSecurityContextOptions v1.WindowsSecurityContextOptions|gmsaCredentialSpec s|gmsaCredentialSpecName s|hostProcess b|runAsUserName s
`;
