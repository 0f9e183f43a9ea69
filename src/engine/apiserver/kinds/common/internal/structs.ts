// The server's own Go structs, in the order of their fields: their JSON stands in some refusals (`Invalid value: {…}`)
// and in the diff of a refused update. Models pkg/apis/{core,apps}/types.go (1.36).
//
// One line a struct: Field:type. The JSON name is the field's with its leading capitals lowered, or stands after a
// slash. Types: s i b q x = string, integer, boolean, quantity, int-or-string; * = a pointer to one of them;
// [] = list of scalars; [Name] = list of structs; {} = mapping; m = a meta/v1 type, printed as the API has it;
// Name = pointer to a struct; =Name = a struct in place; +Name = embedded (its fields stand here and in the same JSON
// object); ^Name = built from the parent's own JSON.

export const STRUCTS = `
PodTemplateSpec .:meta Spec:=PodSpec
PodSpec Volumes:[Volume] InitContainers:[Container] Containers:[Container] EphemeralContainers:[EphemeralContainer] RestartPolicy:s TerminationGracePeriodSeconds:* ActiveDeadlineSeconds:* DNSPolicy:s NodeSelector:{} ServiceAccountName:s AutomountServiceAccountToken:* NodeName:s SecurityContext:^PodSecurityContext ImagePullSecrets:[LocalObjectReference] Hostname:s Subdomain:s SetHostnameAsFQDN:* Affinity:Affinity SchedulerName:s Tolerations:[Toleration] HostAliases:[HostAlias] PriorityClassName:s Priority:* PreemptionPolicy:* DNSConfig:PodDNSConfig ReadinessGates:[PodReadinessGate] RuntimeClassName:* Overhead:{} EnableServiceLinks:* TopologySpreadConstraints:[TopologySpreadConstraint] OS:PodOS SchedulingGates:[PodSchedulingGate] ResourceClaims:[PodResourceClaim] Resources:ResourceRequirements HostnameOverride:* SchedulingGroup:PodSchedulingGroup
PodSecurityContext HostNetwork:b HostPID:b HostIPC:b ShareProcessNamespace:* HostUsers:* SELinuxOptions:SELinuxOptions WindowsOptions:WindowsSecurityContextOptions RunAsUser:* RunAsGroup:* RunAsNonRoot:* SupplementalGroups:[] SupplementalGroupsPolicy:* FSGroup:* FSGroupChangePolicy:* Sysctls:[Sysctl] SeccompProfile:SeccompProfile AppArmorProfile:AppArmorProfile SELinuxChangePolicy:*
Container Name:s Image:s Command:[] Args:[] WorkingDir:s Ports:[ContainerPort] EnvFrom:[EnvFromSource] Env:[EnvVar] Resources:=ResourceRequirements ResizePolicy:[ContainerResizePolicy] RestartPolicy:* RestartPolicyRules:[ContainerRestartRule] VolumeMounts:[VolumeMount] VolumeDevices:[VolumeDevice] LivenessProbe:Probe ReadinessProbe:Probe StartupProbe:Probe Lifecycle:Lifecycle TerminationMessagePath:s TerminationMessagePolicy:s ImagePullPolicy:s SecurityContext:SecurityContext Stdin:b StdinOnce:b TTY:b
EphemeralContainer .:+Container TargetContainerName:s
ContainerPort Name:s HostPort:i ContainerPort:i Protocol:s HostIP:s
EnvFromSource Prefix:s ConfigMapRef:ConfigMapEnvSource SecretRef:ConfigMapEnvSource
ConfigMapEnvSource Name:s Optional:*
EnvVar Name:s Value:s ValueFrom:EnvVarSource
EnvVarSource FieldRef:ObjectFieldSelector ResourceFieldRef:ResourceFieldSelector ConfigMapKeyRef:ConfigMapKeySelector SecretKeyRef:ConfigMapKeySelector FileKeyRef:FileKeySelector
ObjectFieldSelector APIVersion:s FieldPath:s
ResourceFieldSelector ContainerName:s Resource:s Divisor:q
ConfigMapKeySelector Name:s Key:s Optional:*
FileKeySelector VolumeName:s Path:s Key:s Optional:*
ResourceRequirements Limits:{} Requests:{} Claims:[ResourceClaim]
ResourceClaim Name:s Request:s
ContainerResizePolicy ResourceName:s RestartPolicy:s
ContainerRestartRule Action:s ExitCodes:ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes Operator:s Values:[]
VolumeMount Name:s ReadOnly:b RecursiveReadOnly:* MountPath:s SubPath:s MountPropagation:* SubPathExpr:s
VolumeDevice Name:s DevicePath:s
Probe Exec:ExecAction HTTPGet:HTTPGetAction TCPSocket:TCPSocketAction GRPC:GRPCAction InitialDelaySeconds:i TimeoutSeconds:i PeriodSeconds:i SuccessThreshold:i FailureThreshold:i TerminationGracePeriodSeconds:*
ExecAction Command:[]
HTTPGetAction Path:s Port:x Host:s Scheme:s HTTPHeaders:[NameValue]
NameValue Name:s Value:s
TCPSocketAction Port:x Host:s
GRPCAction Port:i Service:*
SleepAction Seconds:i
Lifecycle PostStart:LifecycleHandler PreStop:LifecycleHandler StopSignal:*
LifecycleHandler Exec:ExecAction HTTPGet:HTTPGetAction TCPSocket:TCPSocketAction Sleep:SleepAction
SecurityContext Capabilities:Capabilities Privileged:* SELinuxOptions:SELinuxOptions WindowsOptions:WindowsSecurityContextOptions RunAsUser:* RunAsGroup:* RunAsNonRoot:* ReadOnlyRootFilesystem:* AllowPrivilegeEscalation:* ProcMount:* SeccompProfile:SeccompProfile AppArmorProfile:AppArmorProfile
Capabilities Add:[] Drop:[]
SELinuxOptions User:s Role:s Type:s Level:s
WindowsSecurityContextOptions GMSACredentialSpecName:* GMSACredentialSpec:* RunAsUserName:* HostProcess:*
SeccompProfile Type:s LocalhostProfile:*
AppArmorProfile Type:s LocalhostProfile:*
Sysctl Name:s Value:s
LocalObjectReference Name:s
SecretReference Name:s Namespace:s
Toleration Key:s Operator:s Value:s Effect:s TolerationSeconds:*
HostAlias IP:s Hostnames:[]
PodDNSConfig Nameservers:[] Searches:[] Options:[PodDNSConfigOption]
PodDNSConfigOption Name:s Value:*
PodReadinessGate ConditionType:s
TopologySpreadConstraint MaxSkew:i TopologyKey:s WhenUnsatisfiable:s LabelSelector:m MinDomains:* NodeAffinityPolicy:* NodeTaintsPolicy:* MatchLabelKeys:[]
PodOS Name:s
PodSchedulingGate Name:s
PodSchedulingGroup PodGroupName:*
PodResourceClaim Name:s ResourceClaimName:* ResourceClaimTemplateName:*
Affinity NodeAffinity:NodeAffinity PodAffinity:PodAffinity PodAntiAffinity:PodAffinity
NodeAffinity RequiredDuringSchedulingIgnoredDuringExecution:NodeSelector PreferredDuringSchedulingIgnoredDuringExecution:[PreferredSchedulingTerm]
VolumeNodeAffinity Required:NodeSelector
NodeSelector NodeSelectorTerms:[NodeSelectorTerm]
NodeSelectorTerm MatchExpressions:[NodeSelectorRequirement] MatchFields:[NodeSelectorRequirement]
NodeSelectorRequirement Key:s Operator:s Values:[]
PreferredSchedulingTerm Weight:i Preference:=NodeSelectorTerm
PodAffinity RequiredDuringSchedulingIgnoredDuringExecution:[PodAffinityTerm] PreferredDuringSchedulingIgnoredDuringExecution:[WeightedPodAffinityTerm]
WeightedPodAffinityTerm Weight:i PodAffinityTerm:=PodAffinityTerm
PodAffinityTerm LabelSelector:m Namespaces:[] TopologyKey:s NamespaceSelector:m MatchLabelKeys:[] MismatchLabelKeys:[]
Volume Name:s .:+VolumeSource
VolumeSource HostPath:HostPathVolumeSource EmptyDir:EmptyDirVolumeSource GCEPersistentDisk:GCEPersistentDiskVolumeSource AWSElasticBlockStore:AWSElasticBlockStoreVolumeSource GitRepo:GitRepoVolumeSource Secret:SecretVolumeSource NFS:NFSVolumeSource ISCSI:ISCSIVolumeSource Glusterfs:GlusterfsVolumeSource PersistentVolumeClaim:PersistentVolumeClaimVolumeSource RBD:RBDVolumeSource Quobyte:QuobyteVolumeSource FlexVolume:FlexVolumeSource Cinder:CinderVolumeSource CephFS/cephfs:CephFSVolumeSource Flocker:FlockerVolumeSource DownwardAPI:DownwardAPIVolumeSource FC:FCVolumeSource AzureFile:AzureFileVolumeSource ConfigMap:ConfigMapVolumeSource VsphereVolume:VsphereVirtualDiskVolumeSource AzureDisk:AzureDiskVolumeSource PhotonPersistentDisk:PhotonPersistentDiskVolumeSource Projected:ProjectedVolumeSource PortworxVolume:PortworxVolumeSource ScaleIO:ScaleIOVolumeSource StorageOS/storageos:StorageOSVolumeSource CSI:CSIVolumeSource Ephemeral:EphemeralVolumeSource Image:ImageVolumeSource
HostPathVolumeSource Path:s Type:*
EmptyDirVolumeSource Medium:s SizeLimit:*
GCEPersistentDiskVolumeSource PDName:s FSType:s Partition:i ReadOnly:b
AWSElasticBlockStoreVolumeSource VolumeID:s FSType:s Partition:i ReadOnly:b
GitRepoVolumeSource Repository:s Revision:s Directory:s
SecretVolumeSource SecretName:s Items:[KeyToPath] DefaultMode:* Optional:*
NFSVolumeSource Server:s Path:s ReadOnly:b
ISCSIVolumeSource TargetPortal:s IQN:s Lun:i ISCSIInterface:s FSType:s ReadOnly:b Portals:[] DiscoveryCHAPAuth/chapAuthDiscovery:b SecretRef:SecretReferenceOrName SessionCHAPAuth/chapAuthSession:b InitiatorName:*
SecretReferenceOrName Name:s
GlusterfsVolumeSource EndpointsName/endpoints:s Path:s ReadOnly:b
PersistentVolumeClaimVolumeSource ClaimName:s ReadOnly:b
RBDVolumeSource CephMonitors/monitors:[] RBDImage/image:s FSType:s RBDPool/pool:s RadosUser/user:s Keyring:s SecretRef:LocalObjectReference ReadOnly:b
QuobyteVolumeSource Registry:s Volume:s ReadOnly:b User:s Group:s Tenant:s
FlexVolumeSource Driver:s FSType:s SecretRef:LocalObjectReference ReadOnly:b Options:{}
CinderVolumeSource VolumeID:s FSType:s ReadOnly:b SecretRef:LocalObjectReference
CephFSVolumeSource Monitors:[] Path:s User:s SecretFile:s SecretRef:LocalObjectReference ReadOnly:b
FlockerVolumeSource DatasetName:s DatasetUUID:s
DownwardAPIVolumeSource Items:[DownwardAPIVolumeFile] DefaultMode:*
DownwardAPIVolumeFile Path:s FieldRef:ObjectFieldSelector ResourceFieldRef:ResourceFieldSelector Mode:*
FCVolumeSource TargetWWNs:[] Lun:* FSType:s ReadOnly:b WWIDs/wwids:[]
AzureFileVolumeSource SecretName:s ShareName:s ReadOnly:b
ConfigMapVolumeSource Name:s Items:[KeyToPath] DefaultMode:* Optional:*
VsphereVirtualDiskVolumeSource VolumePath:s FSType:s StoragePolicyName:s StoragePolicyID:s
AzureDiskVolumeSource DiskName:s DataDiskURI/diskURI:s CachingMode:* FSType:* ReadOnly:* Kind:*
PhotonPersistentDiskVolumeSource PdID:s FSType:s
ProjectedVolumeSource Sources:[VolumeProjection] DefaultMode:*
VolumeProjection Secret:SecretProjection DownwardAPI:DownwardAPIProjection ConfigMap:SecretProjection ServiceAccountToken:ServiceAccountTokenProjection ClusterTrustBundle:ClusterTrustBundleProjection PodCertificate:PodCertificateProjection
SecretProjection Name:s Items:[KeyToPath] Optional:*
DownwardAPIProjection Items:[DownwardAPIVolumeFile]
ServiceAccountTokenProjection Audience:s ExpirationSeconds:i Path:s
ClusterTrustBundleProjection Name:* SignerName:* LabelSelector:m Optional:* Path:s
PodCertificateProjection SignerName:s KeyType:s MaxExpirationSeconds:* CredentialBundlePath:s KeyPath:s CertificateChainPath:s UserAnnotations:{}
KeyToPath Key:s Path:s Mode:*
PortworxVolumeSource VolumeID:s FSType:s ReadOnly:b
ScaleIOVolumeSource Gateway:s System:s SecretRef:LocalObjectReference SSLEnabled:b ProtectionDomain:s StoragePool:s StorageMode:s VolumeName:s FSType:s ReadOnly:b
StorageOSVolumeSource VolumeName:s VolumeNamespace:s FSType:s ReadOnly:b SecretRef:LocalObjectReference
CSIVolumeSource Driver:s ReadOnly:* FSType:* VolumeAttributes:{} NodePublishSecretRef:LocalObjectReference
EphemeralVolumeSource VolumeClaimTemplate:PersistentVolumeClaimTemplate
PersistentVolumeClaimTemplate .:meta Spec:=PersistentVolumeClaimSpec
PersistentVolumeClaimSpec AccessModes:[] Selector:m Resources:=VolumeResourceRequirements VolumeName:s StorageClassName:* VolumeMode:* DataSource:TypedLocalObjectReference DataSourceRef:TypedObjectReference VolumeAttributesClassName:*
VolumeResourceRequirements Limits:{} Requests:{}
TypedLocalObjectReference APIGroup:* Kind:s Name:s
TypedObjectReference APIGroup:* Kind:s Name:s Namespace:*
ImageVolumeSource Reference:s PullPolicy:s
PersistentVolumeSource GCEPersistentDisk:GCEPersistentDiskVolumeSource AWSElasticBlockStore:AWSElasticBlockStoreVolumeSource HostPath:HostPathVolumeSource Glusterfs:GlusterfsPersistentVolumeSource NFS:NFSVolumeSource RBD:RBDPersistentVolumeSource Quobyte:QuobyteVolumeSource ISCSI:ISCSIPersistentVolumeSource FlexVolume:FlexPersistentVolumeSource Cinder:CinderPersistentVolumeSource CephFS/cephfs:CephFSPersistentVolumeSource FC:FCVolumeSource Flocker:FlockerVolumeSource AzureFile:AzureFilePersistentVolumeSource VsphereVolume:VsphereVirtualDiskVolumeSource AzureDisk:AzureDiskVolumeSource PhotonPersistentDisk:PhotonPersistentDiskVolumeSource PortworxVolume:PortworxVolumeSource ScaleIO:ScaleIOPersistentVolumeSource Local:LocalVolumeSource StorageOS/storageos:StorageOSPersistentVolumeSource CSI:CSIPersistentVolumeSource
GlusterfsPersistentVolumeSource EndpointsName/endpoints:s Path:s ReadOnly:b EndpointsNamespace:*
RBDPersistentVolumeSource CephMonitors/monitors:[] RBDImage/image:s FSType:s RBDPool/pool:s RadosUser/user:s Keyring:s SecretRef:SecretReference ReadOnly:b
ISCSIPersistentVolumeSource TargetPortal:s IQN:s Lun:i ISCSIInterface:s FSType:s ReadOnly:b Portals:[] DiscoveryCHAPAuth/chapAuthDiscovery:b SecretRef:SecretReference SessionCHAPAuth/chapAuthSession:b InitiatorName:*
FlexPersistentVolumeSource Driver:s FSType:s SecretRef:SecretReference ReadOnly:b Options:{}
CinderPersistentVolumeSource VolumeID:s FSType:s ReadOnly:b SecretRef:SecretReference
CephFSPersistentVolumeSource Monitors:[] Path:s User:s SecretFile:s SecretRef:SecretReference ReadOnly:b
AzureFilePersistentVolumeSource SecretName:s ShareName:s ReadOnly:b SecretNamespace:*
ScaleIOPersistentVolumeSource Gateway:s System:s SecretRef:SecretReference SSLEnabled:b ProtectionDomain:s StoragePool:s StorageMode:s VolumeName:s FSType:s ReadOnly:b
LocalVolumeSource Path:s FSType:*
StorageOSPersistentVolumeSource VolumeName:s VolumeNamespace:s FSType:s ReadOnly:b SecretRef:SecretReference
CSIPersistentVolumeSource Driver:s VolumeHandle:s ReadOnly:b FSType:s VolumeAttributes:{} ControllerPublishSecretRef:SecretReference NodeStageSecretRef:SecretReference NodePublishSecretRef:SecretReference ControllerExpandSecretRef:SecretReference NodeExpandSecretRef:SecretReference
Taint Key:s Value:s Effect:s TimeAdded:*
NodeAddress Type:s Address:s
ServicePort Name:s Protocol:s AppProtocol:* Port:i TargetPort:x NodePort:i
DeploymentStrategy Type:s RollingUpdate:RollingUpdateDeployment
RollingUpdateDeployment MaxUnavailable:x MaxSurge:x
StatefulSetUpdateStrategy Type:s RollingUpdate:RollingUpdateStatefulSetStrategy
RollingUpdateStatefulSetStrategy Partition:i MaxUnavailable:*
PodDisruptionBudgetSpec MinAvailable:* Selector:m MaxUnavailable:* UnhealthyPodEvictionPolicy:*
SuccessPolicy Rules:[SuccessPolicyRule]
SuccessPolicyRule SucceededIndexes:* SucceededCount:*
PodFailurePolicy Rules:[PodFailurePolicyRule]
PodFailurePolicyRule Action:s OnExitCodes:PodFailurePolicyOnExitCodesRequirement OnPodConditions:[PodFailurePolicyOnPodConditionsPattern]
PodFailurePolicyOnExitCodesRequirement ContainerName:* Operator:s Values:[]
PodFailurePolicyOnPodConditionsPattern Type:s Status:s
RoleRef APIGroup:s Kind:s Name:s
ScopeSelector MatchExpressions:[ScopedResourceSelectorRequirement]
ScopedResourceSelectorRequirement ScopeName:s Operator:s Values:[]
`;
