/** Pod가 왜 이런지 말하는 문장. */
export const diagnosisKo = {
  title: '왜 이런가?',
  'about.elsewhere': '이쪽은 괜찮다. 다른 곳에 문제가 있다.',
  'about.before': '지금은 돌고 있지만 다시 시작된 적이 있다. 마지막에 끝난 까닭은 이렇다.',
  'about.command': '이쪽은 괜찮다. 마지막 명령이 요청한 것은 거절되었다.',
  'knows.api': 'kubectl만 있으면 누구나 알 수 있다.',
  'knows.simulator': '시뮬레이션만 안다. 실제 클러스터에는 무엇이 무엇을 일으켰는지 남지 않는다.',
  evidence: '근거',
  advice: '알아 둘 것',
  next: '더 알아보는 명령',
  'unknown.program': '프로그램이 무엇을 했는지는 로그에만 있다.',
  'unknown.node': '나머지는 노드의 저널에 있다.',
  'unknown.registry': '레지스트리가 살아 있는지는 노드에서만 보인다.',
  well: '막힌 곳이 없다.',
  led: '지금 기록까지 이어진 일',
  'cause.gated': 'scheduling gate가 아직 닫혀 있다: {about}.',
  'cause.unschedulable': '맞는 노드가 없다.',
  'cause.volume-missing': '볼륨을 마련하지 못한다. {about}',
  'cause.sandbox-failed': '노드가 sandbox를 만들지 못한다. {about}',
  'cause.tag-missing': '레지스트리에 그런 이미지가 없다: {about}.',
  'cause.repository-denied': '레지스트리가 {about:을} 거절한다. 비공개이거나 그런 저장소가 없다.',
  'cause.registry-unreachable': '{about}의 레지스트리가 제대로 답하지 않는다.',
  'cause.name-invalid': '{about:은} 이미지 이름이 아니다.',
  'cause.never-pull': '{about:이} 노드에 없는데 imagePullPolicy가 Never다.',
  'cause.platform': '{about}에는 노드의 프로세서에 맞는 이미지가 없다.',
  'cause.pull-failed': '{about:을} 내려받지 못한다.',
  'cause.config-missing': '환경 변수에 필요한 것이 없다: {about}.',
  'cause.start-failed': '런타임이 {about:을} 시작하지 못한다.',
  'cause.init-running': 'init 컨테이너 {about:이} 아직 끝나지 않았다.',
  'cause.init-failed': 'init 컨테이너 {about:이} 실패한다.',
  'cause.out-of-memory': '{about:이} 메모리 limit을 넘겨 커널이 죽였다.',
  'cause.liveness-failed': 'liveness probe가 실패해 kubelet이 {about:을} 다시 시작한다.',
  'cause.startup-failed': 'startup probe가 실패해 kubelet이 {about:을} 다시 시작한다.',
  'cause.killed': '{about:은} 시그널을 받아 끝났다.',
  'cause.command-missing': '{about}의 명령이 이미지에 없거나 실행되지 않는다.',
  'cause.program-failed': '{about} 안의 프로그램이 오류로 끝난다.',
  'cause.program-ended': '{about} 안의 프로그램이 스스로 끝나고 restartPolicy Always가 다시 시작한다.',
  'cause.readiness-failed': '{about:은} 실행 중이지만 readiness probe가 실패한다.',
  'cause.readiness-gate': 'readiness gate {about:을} 기다린다.',
  'cause.rejected': 'kubelet이 거절했다: {about}.',
  'cause.evicted': '노드의 자원이 모자라 축출되었다. {about}',
  'cause.finalizer': '이미 끝났지만 finalizer가 오브젝트를 붙잡고 있다: {about}.',
  'cause.grace': '유예 시간 {about}초 안에서 멈추는 중이다.',
  'cause.node-silent': '{about}에서 소식이 없다. 그 위의 Pod가 어떤지 아무도 모른다.',
  'cause.taint': '갈 수 있는 노드에 견디지 못하는 taint가 있다: {about}.',
  'cause.cordoned': '{about:은} cordon되어 새 Pod를 받지 않는다.',
  'cause.insufficient': '받을 수 있는 노드에 남은 것이 모자란다: {about}.',
  'cause.node-selector': '원하는 label을 가진 노드가 없다: {about}.',
  'cause.anti-affinity': '함께 있으면 안 되는 Pod가 모든 노드에 있다.',
  'cause.update-deadlock':
    '{about}의 옛 Pod가 새 Pod를 밀어내는데, 롤링 업데이트는 옛 Pod를 먼저 내리지 않는다.',
  'cause.spread': '빈 노드 어디에 놓아도 치우침이 한도를 넘는다: {about}.',
  'cause.claim-unbound': '필요한 PVC가 아직 바인딩되지 않았다. {about}',
  'cause.rate-limited': '레지스트리가 {about:을} 거절한다. 이 주소에서 너무 많이 내려받았다.',
  'cause.over-local-limit': '자기 한도보다 많이 썼다. {about}',
  'cause.host-dns':
    '{about:은} Service 이름을 노드의 resolver에 묻는다. hostNetwork에는 dnsPolicy ClusterFirstWithHostNet이 필요하다.',
  'cause.volume-ownership':
    '{about:은} 볼륨에 접근할 권한이 없다. 소유자가 다른데 fsGroup이 없기 때문일 가능성이 높다.',
  'cause.container-keeps-pod': '할 일은 끝났지만 컨테이너 {about:이} 계속 돌아 Pod가 끝나지 않는다.',
  'cause.pods-missing': '{about}의 Pod가 하나도 없다.',
  'cause.quota': 'quota가 Pod를 거절한다. {about}',
  'cause.pod-security': 'Pod Security가 Pod를 거절한다. {about}',
  'cause.create-refused': 'API 서버가 Pod를 거절한다. {about}',
  'cause.old-revision':
    '{about:은} 더는 원하지 않는 리비전이다. StatefulSet은 이 Pod가 Ready가 된 뒤에야 바꾼다.',
  'cause.daemon-taint': 'Pod가 견디지 못하는 taint가 있는 노드에는 가지 않는다. {about}',
  'cause.no-endpoints': 'Service {about:으로} 온 요청이 갈 곳이 없다.',
  'cause.selects-none': 'selector에 맞는 Pod가 없다: {about}.',
  'cause.port-name-missing': '이름이 {about}인 포트로 보내는데 그런 포트를 가진 Pod가 없다.',
  'cause.port-not-served': '포트 {about:으로} 보내는데 그 포트를 적은 Pod가 없다.',
  'cause.port-closed': '포트 {about:으로} 보내는데 Pod 안에서 그 포트를 연 프로그램이 없다.',
  'cause.peers-unpublished': '서로를 DNS에서 찾기를 기다리는데 {about:은} Ready인 Pod만 알려 준다.',
  'cause.refused': '요청이 거절되었다. {about}',
  'cause.device-claim-absent': '스케줄러가 배치를 시도하지 않는다. ResourceClaim {about:이} 없다.',
  'cause.claim-absent': '필요한 PVC가 없다: {about}.',
  'cause.claim-no-class':
    'PVC {about:은} StorageClass를 정하지 않았고 기본 StorageClass도, 남는 PV도 없다. 아무도 바인딩해 주지 않는다.',
  'cause.claim-class-missing': 'PVC가 없는 StorageClass를 기다린다. {about}',
  'cause.node-not-ready': '노드가 Ready가 아니어서 노드 컨트롤러가 Pod를 막는다. {about}',
  'cause.no-network': '{about:은} Ready가 아니다. CNI 설정을 해 줄 네트워크 플러그인이 없다.',
  'cause.node-labels-gone': 'kubelet이 affinity를 다시 확인했는데 {about}에는 필요한 label이 더 이상 없다.',
  'cause.node-named-by-hand':
    'spec.nodeName을 직접 적어 스케줄러를 건너뛰었고, {about}의 kubelet은 자리가 없다며 거절했다.',
  'cause.object-missing': '{about:이} 없다.',
  'cause.object-elsewhere':
    '{about:은} 다른 네임스페이스에만 있다. Pod는 자기 네임스페이스의 것만 쓸 수 있다.',
  'cause.key-missing': '오브젝트는 있지만 그 안에 키가 없다. {about}',
  'cause.backend-missing': 'Service {about:으로} 보내지만 그런 이름의 Service가 없다.',
  'cause.backend-port-missing': '{about:으로} 보내지만 Service에 그런 포트가 없다.',
  'cause.service-missing': '{about:을} 찾지만 그런 이름의 Service가 없다.',
  'cause.volume-held': '한 번에 한 노드에만 붙는 볼륨을 다른 Pod가 쥐고 있다: {about}.',
  'cause.update-holds-volume':
    '{about}의 롤링 업데이트는 새 Pod가 Ready가 될 때까지 옛 Pod를 두는데, 새 Pod에는 그 볼륨이 필요하다.',
  'cause.quota-unstated': 'ResourceQuota가 requests와 limits를 세는데 Pod에 그 값이 없다. {about}',
  'cause.runs-as-root': 'root로 실행할 수 없는데 이미지는 root로 실행된다: {about}.',
  'cause.not-executable': '{about}의 명령이 있지만 실행 권한이 없다.',
  'cause.deadline': 'activeDeadlineSeconds인 {about}초보다 오래 실행되었다.',
  'cause.resource-absent': '{about:을} 제공하는 노드가 하나도 없다.',
  'cause.larger-than-any-node': '어느 노드보다도 많이 요청한다: {about}.',
  'cause.node-full': '모든 노드에 받을 수 있는 수만큼 Pod가 이미 있다.',
  'cause.no-nodes': '클러스터에 노드가 없다.',
  'cause.host-port-taken': '갈 수 있는 노드마다 포트 {about:을} 이미 쓰고 있다.',
  'cause.pod-affinity': '가까이 있으려는 Pod가 어디에도 없다: {about}.',
  'cause.kept-away': '{about}의 anti-affinity가 이 Pod를 밀어낸다.',
  'cause.claim-in-use': 'PVC를 한 번에 한 Pod만 쓸 수 있는데 다른 Pod가 쓰고 있다: {about}.',
  'cause.volume-elsewhere': '볼륨이 다른 노드에서만 닿는다. {about}',
  'cause.volume-limit': '노드에 붙일 수 있는 볼륨 수가 다 차서 {about:을} 붙일 곳이 없다.',
  'cause.scheduler-unknown': '이름이 {about}인 스케줄러를 기다리는데 그런 이름으로 답하는 스케줄러가 없다.',
  'cause.scheduler-silent': '일하는 스케줄러가 없다. {about:이} lease를 갱신하지 않는다.',
  'cause.controllers-silent': '일하는 컨트롤러가 없다. {about:이} lease를 갱신하지 않는다.',
  'cause.port-taken': '{about} 안의 프로그램이 포트를 열지 못한다. 다른 프로그램이 이미 쓰고 있다.',
  'cause.read-only-root': '{about} 안의 프로그램이 읽기 전용인 루트 파일 시스템에 쓰려 한다.',
  'cause.disk-full': '{about} 안의 프로그램이 쓸 공간이 없다.',
  'cause.not-permitted': '{about} 안의 프로그램이 사용자나 capability가 허락하지 않는 일을 한다.',
  'cause.name-unresolved': '{about} 안의 프로그램이 찾는 이름의 주소를 DNS에서 얻지 못한다.',
  'cause.peer-refuses': '{about} 안의 프로그램이 부른 상대가 연결을 거절한다.',
  'cause.peer-silent':
    '{about} 안의 프로그램이 부른 상대에게서 아무 답이 없다. 거절당하지도 않고 기다리다가 포기한다.',
  'cause.peer-untrusted': '{about} 안의 프로그램이 부른 상대의 인증서를 믿지 못한다.',
  'cause.ingress-dropped':
    'NetworkPolicy {about:이} 상대 Pod의 ingress를 막고 있는데, 부르는 쪽을 들여보내는 규칙이 없다.',
  'cause.egress-dropped':
    'NetworkPolicy {about:이} 이 Pod의 egress를 막고 있는데, 이 요청을 내보내는 규칙이 없다.',
  'cause.dns-dropped':
    'NetworkPolicy {about:이} 이 Pod의 egress를 막고 있는데, DNS 질의를 내보내는 규칙이 없다. 그래서 이름으로는 아무도 찾지 못한다.',
  'cause.circle': '서로를 기다리고 있다: {about}.',
  'cause.pods-fewer': '원하는 수보다 Pod가 적다. {about}',
  'cause.paused': '{about}의 롤아웃이 멈춰 있어 바뀐 내용이 기다리고 있다.',
  'cause.suspended': '{about:은} suspend되어 Pod를 만들지 않는다.',
  'cause.cron-busy': '앞의 Job {about:이} 끝나지 않았고, 다른 Job이 함께 돌 수 없다.',
  'cause.job-failed': 'Job이 포기했다. {about}',
  'cause.metrics-missing': 'Pod가 얼마나 바쁜지 알려 주는 API {about:을} 제공하는 곳이 없다.',
  'cause.scale-target-missing': '늘리고 줄일 대상이 없다: {about}.',
  'cause.scaled-to-zero': '{about}의 replicas가 0이어서 Pod가 없다.',
  'cause.webhook-unanswered':
    '먼저 webhook {about}에 물어야 하는데 대답이 없다. failurePolicy가 Fail이라 그대로 거절된다.',
  'cause.webhook-circle':
    'webhook {about}에 대답해 줄 바로 그 Pod도 이 webhook의 허락을 받아야 한다. 어느 쪽도 먼저 시작할 수 없다.',
  'cause.scaling-inactive': 'Pod가 몇 개 필요한지 계산하지 못한다.',
  'cause.metrics-unread': 'Pod가 얼마나 바쁜지 알아내지 못한다. {about}',
  'cause.request-missing': '사용률은 request에 대한 비율인데 request를 적지 않은 컨테이너가 있다: {about}.',
  'cause.drain-held': '{about:을} 비울 수 없다. 축출할 수 없는 Pod가 그 위에 있다.',
  'cause.budget-none': 'PodDisruptionBudget {about:은} Pod가 모두 멀쩡해도 하나도 내보내지 않는다.',
  'cause.budget-waits': 'PodDisruptionBudget {about:은} 멀쩡한 Pod가 더 늘어야 하나를 내보낸다.',
  'cause.budgets-many': '{about:을} 고르는 PodDisruptionBudget이 둘 이상이라 API 서버가 축출을 거절한다.',
  'cause.still-used': '아직 마운트한 Pod가 있어 그 Pod가 사라질 때까지 남는다: {about}.',
  'cause.namespace-held': '네임스페이스가 아직 비지 않았다. {about}',
  'advice.quota-unstated':
    '모든 컨테이너에 requests와 limits를 적거나 네임스페이스에 기본값을 주는 LimitRange를 둔다. Pod를 직접 적용했다면 오류가 바로 보였을 것이다.',
  'advice.quota': 'quota를 늘리거나, Pod가 요청하는 양을 줄이거나, 다른 것을 지운다.',
  'advice.pod-security':
    'enforce는 Pod만 검사하므로 워크로드는 받아들여졌다. warn label이 있었다면 적용할 때 알려 주었을 것이다.',
  'advice.claim-no-class': '기본 StorageClass를 정하거나, PVC에 StorageClass를 적거나, PV를 직접 만든다.',
  'advice.claim-class-missing':
    '어떤 것이 있는지는 kubectl get storageclass로 본다. PVC의 StorageClass는 바꿀 수 없으니 지우고 새로 만든다.',
  'advice.anti-affinity':
    'required anti-affinity로는 topologyKey의 값 하나마다 그런 Pod를 하나만 둘 수 있다. 노드를 늘리거나 replicas를 줄이거나 preferred로 바꾼다.',
  'advice.program-ended':
    '끝나는 프로그램은 Job으로 돌리거나 restartPolicy를 OnFailure로 둔다. back-off는 종료 코드를 보지 않는다.',
  'advice.command-missing':
    '128 StartError는 명령이 처음부터 없었다는 뜻이다. 127은 셸이 명령을 찾지 못했고, 126은 찾았지만 실행할 수 없었다.',
  'advice.out-of-memory':
    '137은 128 + 9, 곧 SIGKILL이다. limit을 늘리거나 덜 쓰게 한다. cgroup v2에서는 프로세스 하나만 넘겨도 컨테이너 전체가 죽는다.',
  'advice.over-local-limit':
    'ReplicaSet은 back-off 없이 바로 새 Pod를 만든다. 그때마다 Failed Pod가 하나씩 남는다.',
  'advice.evicted': 'kubelet은 요청보다 많이 쓴 Pod, 우선순위가 낮은 Pod, 초과량이 큰 Pod 순서로 축출한다.',
  'advice.rate-limited':
    '로그인해서 받거나, 미러를 쓰거나, 태그를 고정하고 IfNotPresent를 쓴다. 노드에 이미지가 이미 있는 Pod는 영향이 없다.',
  'advice.never-pull':
    'Never는 이 노드의 이미지 저장소에 있는 것만 쓴다. 노트북의 Docker는 다른 저장소다. 노드에 이미지를 넣거나 IfNotPresent를 쓴다.',
  'advice.platform': '노드의 아키텍처용으로도 빌드하거나 kubernetes.io/arch로 노드를 고른다.',
  'advice.service-missing':
    'kubelet은 init 컨테이너에 시간 제한을 두지 않는다. 그 이름이 생길 때까지 기다린다.',
  'advice.node-labels-gone':
    'IgnoredDuringExecution은 실행 중인 Pod만 지켜 준다. kubelet이 다시 시작하면 다시 검사한다.',
  'advice.node-named-by-hand':
    '이 Pod는 이것으로 끝이다. spec.nodeName은 스케줄러에 맡기고, 노드를 고르려면 nodeSelector를 쓴다.',
  'advice.liveness-failed':
    'liveness는 다시 시작하고 readiness는 Service에서 뺄 뿐이다. liveness로는 프로세스가 멈췄는지만 확인한다.',
  'advice.taint': 'toleration은 key, value, effect가 모두 맞아야 한다.',
  'advice.update-deadlock':
    'maxUnavailable을 1로 하거나, anti-affinity를 preferred로 바꾸거나, 노드를 늘린다.',
  'advice.spread': 'cordon되거나 taint가 있는 노드도 도메인으로 센다. nodeTaintsPolicy가 Honor일 때만 뺀다.',
  'advice.container-keeps-pod':
    '일반 컨테이너가 모두 끝나야 Pod가 끝난다. 보조 컨테이너는 restartPolicy가 Always인 init 컨테이너, 곧 사이드카로 둔다.',
  'advice.selects-none': 'Service는 label을 글자 그대로 비교한다. 아무것도 고르지 못해도 오류가 아니다.',
  'advice.port-not-served': 'containerPort는 알려 주기만 할 뿐이고, targetPort의 숫자는 그대로 쓰인다.',
  'advice.port-closed':
    'containerPort에 무엇을 적었든 targetPort의 숫자는 그대로 쓰인다. 프로그램이 어느 포트를 여는지는 Pod의 로그에서 본다.',
  'advice.peers-unpublished':
    'headless Service에 publishNotReadyAddresses를 켜면 Ready 전에도 서로를 찾을 수 있다.',
  'advice.host-dns': 'hostNetwork에서 ClusterFirst는 말없이 노드의 resolver를 쓴다.',
  'advice.finalizer':
    'finalizer를 붙인 쪽이 일을 마치고 뗀다. --force로도 건너뛰지 못한다. 손으로 떼면 그 일은 끝나지 않은 채 남는다.',
  'advice.object-missing':
    'kubelet이 되풀이해서 찾으므로 만들어지면 저절로 이어진다. optional: true라면 없어도 시작한다.',
  'advice.device-claim-absent': '이를 알리는 Event는 없다. claim이 생기면 바로 배치를 시도한다.',
  'advice.object-elsewhere': 'Pod와 같은 네임스페이스에 만든다.',
  'advice.key-missing':
    '환경 변수는 컨테이너를 만들 때 읽는다. 실행 중인 컨테이너는 옛 값을 쓰다가 다음에 시작할 때 막힌다.',
  'advice.volume-ownership':
    '그럴 가능성이 높을 뿐 확실하지는 않다. 로그를 본다. 드라이버가 지원하면 fsGroup이 볼륨을 Pod의 그룹에 넘긴다.',
  'advice.volume-held':
    '그 Pod가 사라지면 풀린다. 잃어버린 노드라면 6분 뒤, 또는 out-of-service taint를 붙이면 바로 풀린다.',
  'advice.update-holds-volume':
    'ReadWriteOnce PVC를 쓰는 Deployment에는 Recreate 전략을 쓰거나 StatefulSet을 쓴다.',
  'advice.old-revision': '그 Pod를 직접 지운다. 그러면 StatefulSet이 원하는 리비전으로 다시 만든다.',
  'advice.daemon-taint': 'DaemonSet은 그런 노드에 Pod를 만들지 않으며 아무 말도 남기지 않는다.',
  'advice.no-network':
    'CoreDNS가 Pending인 것도 당연하다. 네트워크 플러그인을 설치한다. 플러그인의 Pod는 그 taint를 견딘다.',
  'advice.node-silent': 'Pod가 아니라 노드를 살핀다. 마지막으로 알려 온 것이 전부다.',
  'advice.readiness-failed': '계속 실행되지만 Service에서는 빠진다.',
  'advice.runs-as-root':
    'runAsUser를 0이 아닌 숫자로 정하거나 이미지의 USER를 숫자로 적는다. 이름만으로는 kubelet이 누구인지 알 수 없다.',
  'advice.not-executable':
    '이미지 안에서 파일에 x 권한을 주거나 인터프리터로 실행한다. 볼륨의 파일이라면 defaultMode가 정한다.',
  'advice.resource-absent': 'device plugin이나 그런 노드가 있어야 제공된다. 없으면 언제까지나 Pending이다.',
  'advice.larger-than-any-node':
    '기다려도 소용없다. 덜 요청하거나 더 큰 노드를 더한다. 여기서는 request만 세는데, limit만 적으면 그 값이 request가 된다.',
  'advice.insufficient': '실제 사용량이 아니라 요청한 양을 센다. kubectl top이 보여 주는 값과는 다르다.',
  'advice.host-port-taken': 'hostPort를 쓰면 노드마다 하나만 놓인다. Service에는 hostPort가 필요 없다.',
  'advice.pod-affinity': 'namespaces나 namespaceSelector가 없으면 같은 네임스페이스의 label만 본다.',
  'advice.volume-elsewhere':
    '로컬 볼륨이나 한 zone의 디스크는 Pod를 그 자리에 묶는다. WaitForFirstConsumer라면 노드를 먼저 고른다.',
  'advice.scheduler-unknown':
    '아무 말도, 이벤트도 남지 않는다. schedulerName을 지우거나 그 스케줄러를 띄운다.',
  'advice.scheduler-silent': '실행 중인 것은 그대로다. 스케줄러가 돌아올 때까지 새 Pod만 놓이지 않는다.',
  'advice.controllers-silent':
    '실행 중인 것은 그대로다. 컨트롤러가 돌아올 때까지 만들지도, 바꾸지도, 세지도 않는다.',
  'advice.port-taken':
    '한 Pod의 컨테이너는 네트워크를 함께 쓰므로 포트가 서로 달라야 한다. hostNetwork라면 노드와도 함께 쓴다.',
  'advice.read-only-root': '쓰는 자리에 emptyDir을 마운트한다.',
  'advice.not-permitted':
    '로그에 나온 파일이나 포트를 본다. 볼륨이면 fsGroup, 파일이면 소유자, 1024보다 낮은 포트면 sysctl이나 다른 번호가 필요하다.',
  'advice.name-unresolved':
    '짧은 이름은 같은 네임스페이스의 Service를 뜻한다. 다른 네임스페이스라면 SERVICE.NAMESPACE로 적는다.',
  'advice.peer-refuses':
    'refused는 주소의 주인이 답은 했지만 그 포트에서 듣는 프로그램이 없다는 뜻이다. NetworkPolicy가 버린 패킷에는 아예 답이 없다.',
  'advice.peer-untrusted':
    '인증서에는 실제로 부르는 이름이나 주소가 적혀 있어야 하고, 서명한 CA를 부르는 쪽이 믿어야 한다. serverTLSBootstrap을 켜고 CSR을 승인하기 전까지 kubelet은 스스로 서명한 인증서를 쓴다. metrics-server는 --kubelet-insecure-tls를 주어야만 이를 눈감아 준다.',
  'advice.peer-silent':
    '답이 없는 것은 거절과 다르다. 패킷이 도중에 버려지거나, 상대가 너무 바빠 답하지 못하는 것이다.',
  'advice.ingress-dropped':
    'Pod를 고르는 policy가 하나라도 있으면 그 방향은 닫히고, 그런 policy들의 규칙을 모두 합친 만큼만 열린다. 이 Pod에서 그 포트로 오는 규칙을 더한다.',
  'advice.egress-dropped':
    '보내는 쪽의 egress와 받는 쪽의 ingress가 모두 허락해야 한다. 포트는 Service가 아니라 Pod의 포트다.',
  'advice.dns-dropped':
    'egress를 막는 policy에는 DNS 규칙도 넣는다. kube-system에 있는 kube-dns Pod의 53번 포트, UDP와 TCP다.',
  'advice.circle': '한쪽은 상대 없이도 시작하게 하고, 실행된 뒤에 찾게 한다.',
  'advice.pods-fewer': '실행 중인 Pod는 그대로다. 컨트롤러는 간격을 늘려 가며 다시 시도한다.',
  'advice.paused': 'kubectl rollout resume을 하면 그동안 바뀐 것이 한 번의 롤아웃으로 나간다.',
  'advice.job-failed': '실패한 Job은 다시 시도하지 않는다. 지우고 새로 만든다.',
  'advice.metrics-missing':
    'metrics.k8s.io는 metrics-server가 제공하는데, 따로 설치해야 생긴다. custom과 external 지표는 어댑터가 제공한다.',
  'advice.scaled-to-zero': '누군가 줄여 둔 것이다. 오토스케일러도 0에서는 늘리지 않는다.',
  'advice.webhook-unanswered':
    'Service 뒤의 Pod를 되살리거나 설정을 지운다. failurePolicy가 Ignore라면 대답이 없을 때 그냥 지나간다.',
  'advice.webhook-circle':
    '설정을 지우고 Pod를 띄운 뒤, namespaceSelector로 그 네임스페이스를 빼고 다시 적용한다.',
  'advice.metrics-unread':
    '지표는 Pod가 시작하고 1분쯤 지나야 나온다. 끝내 나오지 않으면 지표 API를 제공하는 쪽을 살핀다.',
  'advice.request-missing':
    '사이드카까지 템플릿의 모든 컨테이너에 resources.requests를 적거나, 목표를 averageValue로 정한다.',
  'advice.budget-none':
    'minAvailable이 replicas와 같거나 maxUnavailable이 0이면 축출은 언제나 거절된다. replica를 하나 늘리거나 하나는 비워도 되게 한다.',
  'advice.budget-waits':
    'Ready가 아닌 Pod는 이미 빠진 것으로 센다. 그 Pod가 Ready가 되지 못하는 한 노드도 비지 않는다.',
  'advice.budgets-many': 'Pod마다 하나만 남긴다. selector를 좁히거나 나머지를 지운다.',
  'advice.still-used': 'Pod가 삭제를 기다리는 것이 아니라 삭제가 Pod를 기다린다.',
  'advice.namespace-held':
    '그 안에서 finalizer가 남은 것을 찾는다. 그것이 사라지면 네임스페이스도 저절로 사라진다.',
  'advice.deadline': '이미지를 기다린 시간까지 Pod가 시작한 때부터 센다.',
} as const;
