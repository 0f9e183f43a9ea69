import type { Json } from '../base/json.ts';

/** Fields that the API server checks, defaults and keeps, and that nothing in the simulated cluster acts on. */
export interface IgnoredFields {
  /** Kinds; `PodSpec` stands for every place where one is. */
  readonly kinds: readonly string[];
  /** Paths from the object (from the Pod's spec for `PodSpec`); `[*]` is every item, '' the whole object. */
  readonly paths: readonly string[];
  /** Values with which the field says nothing: what the API server fills in by itself. */
  readonly unless?: readonly Json[];
  /** Only these values are ignored. */
  readonly only?: readonly Json[];
  readonly why: { readonly en: string; readonly ko: string };
}

const CONTAINERS = ['containers[*]', 'initContainers[*]', 'ephemeralContainers[*]'];
const each = (...fields: readonly string[]): readonly string[] =>
  CONTAINERS.flatMap((container) => fields.map((field) => `${container}.${field}`));
/** A field of a Pod's security context and of each container's. */
const security = (field: string): readonly string[] => [
  `securityContext.${field}`,
  ...each(`securityContext.${field}`),
];

/** Volume sources that need a storage system: each is a directory that all users of the same source share. */
const STORAGE = [
  'awsElasticBlockStore',
  'azureDisk',
  'azureFile',
  'cephfs',
  'cinder',
  'fc',
  'flexVolume',
  'flocker',
  'gcePersistentDisk',
  'glusterfs',
  'iscsi',
  'photonPersistentDisk',
  'portworxVolume',
  'quobyte',
  'rbd',
  'scaleIO',
  'storageos',
  'vsphereVolume',
];

const STORED = {
  en: 'The object is stored; no controller for it runs here.',
  ko: '오브젝트는 저장되지만, 이를 처리하는 컨트롤러는 동작하지 않는다.',
};

const POD_FIELDS: readonly IgnoredFields[] = [
  {
    kinds: ['PodSpec'],
    paths: security('seccompProfile'),
    why: {
      en: 'System calls are not filtered. PodSecurity does read the field.',
      ko: '시스템 콜을 거르지 않는다. PodSecurity는 이 필드를 읽는다.',
    },
  },
  {
    kinds: ['PodSpec'],
    paths: [
      ...security('appArmorProfile'),
      ...security('seLinuxOptions'),
      'securityContext.seLinuxChangePolicy',
    ],
    why: {
      en: 'AppArmor and SELinux confine nothing here. PodSecurity does read the field.',
      ko: 'AppArmor와 SELinux는 아무것도 제한하지 않는다. PodSecurity는 이 필드를 읽는다.',
    },
  },
  {
    kinds: ['PodSpec'],
    paths: each('securityContext.allowPrivilegeEscalation', 'securityContext.procMount'),
    unless: ['Default'],
    why: {
      en: 'No program here gains privileges or reads masked paths of /proc. PodSecurity does read the field.',
      ko: '여기의 프로그램은 권한을 올리거나 가려진 /proc 경로를 읽지 않는다. PodSecurity는 이 필드를 읽는다.',
    },
  },
  {
    kinds: ['PodSpec'],
    paths: security('windowsOptions'),
    why: { en: 'Every node runs Linux.', ko: '모든 노드가 Linux로 동작한다.' },
  },
  {
    kinds: ['PodSpec'],
    paths: ['hostUsers'],
    unless: [true],
    why: {
      en: 'User namespaces are not modelled: root in the container is root on the node.',
      ko: '사용자 네임스페이스가 없어, 컨테이너의 root는 노드의 root와 같다.',
    },
  },
  {
    kinds: ['PodSpec'],
    paths: ['hostIPC'],
    unless: [false],
    why: {
      en: 'Programs here share no memory between containers.',
      ko: '컨테이너끼리 공유 메모리를 쓰는 프로그램이 없다.',
    },
  },
  {
    kinds: ['PodSpec'],
    paths: ['securityContext.fsGroupChangePolicy', 'securityContext.supplementalGroupsPolicy'],
    unless: ['Merge'],
    why: {
      en: "fsGroup holds for a volume's root; the groups are those of the image and the spec together.",
      ko: 'fsGroup은 볼륨의 최상위에만 적용되고, 그룹은 이미지와 스펙의 것을 합친 것이다.',
    },
  },
  {
    kinds: ['PodSpec'],
    paths: ['resourceClaims', ...each('resources.claims'), 'schedulingGroup'],
    why: {
      en: 'There are no devices to allocate and no groups of Pods scheduled together.',
      ko: '할당할 장치가 없고, Pod를 묶어 스케줄하지 않는다.',
    },
  },
  {
    kinds: ['PodSpec'],
    paths: each('volumeDevices'),
    why: { en: 'There are no block devices.', ko: '블록 장치가 없다.' },
  },
  {
    kinds: ['PodSpec'],
    paths: each('env[*].valueFrom.fileKeyRef'),
    why: {
      en: 'Variables are not read from files in volumes.',
      ko: '볼륨의 파일에서 환경 변수를 읽지 않는다.',
    },
  },
  {
    kinds: ['PodSpec'],
    paths: each('lifecycle.stopSignal'),
    why: {
      en: "A container is stopped with its image's signal.",
      ko: '컨테이너는 이미지가 정한 시그널로 멈춘다.',
    },
  },
  {
    kinds: ['PodSpec'],
    paths: each('volumeMounts[*].mountPropagation', 'volumeMounts[*].recursiveReadOnly'),
    unless: ['None', 'Disabled'],
    why: {
      en: 'What is mounted later does not spread between the container and its node.',
      ko: '나중에 마운트된 것이 컨테이너와 노드 사이에 전파되지 않는다.',
    },
  },
  {
    kinds: ['PodSpec'],
    paths: STORAGE.map((source) => `volumes[*].${source}`),
    why: {
      en: 'No storage system is behind it: an empty directory that every user of the same source shares.',
      ko: '실제 스토리지 없이, 같은 소스를 쓰는 곳끼리 공유하는 빈 디렉터리다.',
    },
  },
  {
    kinds: ['PodSpec'],
    paths: ['volumes[*].image'],
    why: { en: 'Its files are not fetched.', ko: '파일을 가져오지 않는다.' },
  },
  {
    kinds: ['PodSpec'],
    paths: [
      'volumes[*].projected.sources[*].clusterTrustBundle',
      'volumes[*].projected.sources[*].podCertificate',
    ],
    why: { en: 'No certificates are issued to Pods.', ko: 'Pod에 인증서를 발급하지 않는다.' },
  },
];

const OTHER_FIELDS: readonly IgnoredFields[] = [
  {
    kinds: ['Service'],
    paths: ['spec.type'],
    only: ['LoadBalancer'],
    why: {
      en: 'No cloud makes load balancers here: the external address stays pending, node ports answer.',
      ko: '로드 밸런서를 만드는 클라우드가 없어 외부 주소는 pending으로 남고, 노드 포트만 응답한다.',
    },
  },
  {
    kinds: ['Service'],
    paths: [
      'spec.loadBalancerIP',
      'spec.loadBalancerClass',
      'spec.loadBalancerSourceRanges',
      'spec.healthCheckNodePort',
    ],
    why: { en: 'There is no load balancer to read it.', ko: '이 필드를 읽을 로드 밸런서가 없다.' },
  },
  {
    kinds: ['Service'],
    paths: ['spec.trafficDistribution'],
    why: {
      en: 'Traffic goes to all ready endpoints alike: no hints are given.',
      ko: '힌트를 주지 않아, 준비된 모든 엔드포인트로 똑같이 트래픽이 간다.',
    },
  },
  {
    kinds: ['Service'],
    paths: ['spec.ports[*].appProtocol'],
    why: {
      en: 'It is a hint to proxies, of which none reads it.',
      ko: '프록시를 위한 힌트이며, 읽는 프록시가 없다.',
    },
  },
  {
    kinds: ['Service'],
    paths: ['spec.ipFamilyPolicy'],
    unless: ['SingleStack'],
    why: { en: 'Addresses are IPv4 alone.', ko: '주소는 IPv4만 있다.' },
  },
  {
    kinds: ['PersistentVolume'],
    paths: STORAGE.map((source) => `spec.${source}`),
    why: {
      en: 'No storage system is behind it: a directory that every user of the volume shares.',
      ko: '실제 스토리지 없이, 이 볼륨을 쓰는 곳끼리 공유하는 디렉터리다.',
    },
  },
  {
    kinds: ['PersistentVolume', 'StorageClass'],
    paths: ['spec.mountOptions', 'mountOptions'],
    why: { en: 'Nothing is mounted with options.', ko: '마운트 옵션을 쓰지 않는다.' },
  },
  {
    kinds: ['PersistentVolume', 'PersistentVolumeClaim'],
    paths: ['spec.volumeMode'],
    only: ['Block'],
    why: { en: 'There are no block devices.', ko: '블록 장치가 없다.' },
  },
  {
    kinds: ['PersistentVolumeClaim'],
    paths: ['spec.dataSource', 'spec.dataSourceRef', 'spec.volumeAttributesClassName'],
    why: {
      en: 'Volumes are matched, not made: none is filled from a source or changed later.',
      ko: '볼륨은 찾아 묶을 뿐 만들지 않으므로, 소스로 채우거나 나중에 바꾸지 않는다.',
    },
  },
  {
    kinds: ['StorageClass'],
    paths: ['provisioner', 'parameters', 'reclaimPolicy'],
    unless: ['kubernetes.io/no-provisioner', 'rancher.io/local-path', 'Delete'],
    why: {
      en: 'Only rancher.io/local-path provisions, in clusters like kind: with any other, claims wait until a PersistentVolume that fits is created.',
      ko: 'kind 같은 클러스터의 rancher.io/local-path만 볼륨을 만든다. 다른 프로비저너라면 클레임은 맞는 PersistentVolume이 생길 때까지 기다린다.',
    },
  },
  {
    kinds: ['ClusterRole'],
    paths: ['aggregationRule'],
    why: { en: 'Rules of other roles are not gathered.', ko: '다른 롤의 규칙을 모으지 않는다.' },
  },
  {
    kinds: ['ServiceAccount'],
    paths: ['secrets'],
    why: {
      en: 'Pods get tokens of their own, not those of Secrets.',
      ko: 'Pod는 Secret이 아니라 자기 토큰을 받는다.',
    },
  },
  {
    kinds: ['Node'],
    paths: ['spec.configSource', 'spec.externalID', 'spec.providerID'],
    why: { en: 'No cloud is behind the node.', ko: '노드 뒤에 클라우드가 없다.' },
  },
  {
    kinds: ['ValidatingAdmissionPolicy'],
    paths: ['spec.auditAnnotations'],
    why: { en: 'There is no audit log.', ko: '감사 로그가 없다.' },
  },
  {
    kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    paths: ['webhooks[*].clientConfig.caBundle'],
    why: { en: 'Certificates are taken on trust.', ko: '인증서를 검사하지 않는다.' },
  },
  {
    kinds: ['HorizontalPodAutoscaler'],
    paths: ['spec.metrics[*].pods', 'spec.metrics[*].object', 'spec.metrics[*].external'],
    why: {
      en: 'No custom or external metrics API is served; CPU and memory are measured once a metrics server is installed.',
      ko: '커스텀 메트릭 API와 외부 메트릭 API는 없다. CPU와 메모리는 metrics-server를 설치하면 측정한다.',
    },
  },
  {
    kinds: ['Ingress', 'IngressClass'],
    paths: [''],
    why: {
      en: 'It is stored; no ingress controller runs here.',
      ko: '저장되지만, 인그레스 컨트롤러가 동작하지 않는다.',
    },
  },
  {
    kinds: ['CustomResourceDefinition'],
    paths: [''],
    why: {
      en: 'Its resources are served in one version; nothing converts them, and no controller acts on them.',
      ko: '이 오브젝트가 정의한 리소스는 한 버전으로만 제공된다. 버전을 변환하지 않고, 이 리소스에 따라 동작하는 컨트롤러도 없다.',
    },
  },
  {
    kinds: ['APIService'],
    paths: [''],
    why: {
      en: 'It is stored; the API it describes is not served.',
      ko: '저장되지만, 이 오브젝트가 설명하는 API는 제공되지 않는다.',
    },
  },
  {
    kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
    paths: [''],
    why: { en: 'It is stored; requests are not queued.', ko: '저장되지만, 요청을 대기열에 넣지 않는다.' },
  },
  {
    kinds: [
      'MutatingAdmissionPolicy',
      'MutatingAdmissionPolicyBinding',
      'CertificateSigningRequest',
      'VolumeAttributesClass',
      'ServiceCIDR',
      'DeviceClass',
      'ResourceClaim',
      'ResourceClaimTemplate',
      'ResourceSlice',
    ],
    paths: [''],
    why: STORED,
  },
];

export const IGNORED_FIELDS: readonly IgnoredFields[] = [...POD_FIELDS, ...OTHER_FIELDS];
