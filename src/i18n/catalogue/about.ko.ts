/** 그림에 있는 것이 무엇인지 한두 문장으로. 지금 어떤지 말하는 줄 아래에 선다. */
export const aboutKo = {
  kubectl: '내 컴퓨터에서 도는 클라이언트다. API 서버에 요청을 보내고 돌아온 것을 보여 준다.',
  scheduler: '노드가 없는 Pod를 지켜보다가 노드를 골라 Pod에 적는다. 무엇을 시작하지는 않는다.',
  controllers:
    '여러 control loop가 한 프로세스에서 돈다. 저마다 바라는 상태와 지금 상태를 견주어 모자란 것을 요청한다.',
  band: 'etcd를 읽고 쓰는 것은 API 서버뿐이다. 요청은 관문을 차례로 지난다. 누구인가(인증), 해도 되는가(인가), 무엇을 더하는가(mutating), 올바른가(검증), 허용되는가(validating).',
  etcd: '모든 오브젝트를 보관하고 바뀔 때마다 revision 번호를 매긴다. API 서버만 etcd와 이야기한다.',
  registry: '클러스터 밖에서 이미지를 보관한다. 노드가 여기서 내려받는다.',
  node: '클러스터의 기계 한 대다. 이 노드의 kubelet은 여기에 배정된 Pod만 안다.',
  kubelet: '이 노드에 배정된 Pod를 돌리고 그 status를 API 서버에 알린다.',
  proxy: 'Service 주소를 Pod 주소로 바꾸는 규칙을 이 노드에 적는다.',
  containerd: 'kubelet이 gRPC 인터페이스인 CRI로 시키면 이미지를 내려받고 컨테이너를 돌린다.',
  image: '이 노드에 있는 이미지의 layer다. 이미 있는 layer는 다시 내려받지 않는다.',
  sandbox:
    'Pod의 컨테이너가 함께 쓰는 네트워크다. 컨테이너보다 먼저 생긴다. containerd-shim이 이를 지키고 runc가 프로세스를 하나씩 만든다.',
  shim: 'Pod의 프로세스를 지킨다. containerd가 다시 시작해도 프로세스는 계속 돈다.',
  pause: 'Pod의 네트워크 네임스페이스를 붙잡아 두고 잔다.',
  runc: '네임스페이스와 cgroup을 갖춘 컨테이너 프로세스를 만들고 끝난다.',
  container: 'Pod의 프로세스다. 파일과 한도는 따로 갖고 주소는 Pod가 함께 쓴다.',
  bridge: '이 노드의 Pod를 잇는다. CNI 플러그인이 선의 한쪽 끝을 sandbox마다 꽂는다.',
  pod: '주소 하나를 함께 쓰며 한 노드에 같이 머무는 컨테이너들이다.',
} as const;
