/** Why a Pod is as it is. */
export const diagnosisEn = {
  title: 'Why is it so?',
  'about.elsewhere': 'It is well. Something else is not:',
  'about.before': 'It runs now, but it was started again. What ended it last:',
  'about.command': 'It is well. What the last command asked for was refused:',
  'knows.api': 'Anybody with kubectl can know this.',
  'knows.simulator': 'Only the simulation knows this: on a real cluster no one records what caused what.',
  evidence: 'What says so',
  advice: 'Worth knowing',
  next: 'Commands that show more',
  'unknown.program': 'What the program itself did stands only in its log.',
  'unknown.node': 'The rest stands in the journal of the node.',
  'unknown.registry': 'Whether the registry is up can only be seen from the node.',
  well: 'Nothing holds it up.',
  led: 'What led to the present record',
  'cause.gated': 'Its scheduling gates are still closed: {about}.',
  'cause.unschedulable': 'No node fits.',
  'cause.volume-missing': 'A volume cannot be set up. {about}',
  'cause.sandbox-failed': 'The node cannot make its sandbox. {about}',
  'cause.tag-missing': 'The registry has no such image: {about}.',
  'cause.repository-denied': 'The registry refuses {about}: it is private, or there is no such repository.',
  'cause.registry-unreachable': 'The registry of {about} does not answer as it should.',
  'cause.name-invalid': '{about} is no image name.',
  'cause.never-pull': '{about} is not on the node, and imagePullPolicy is Never.',
  'cause.platform': '{about} has no variant for the node’s processor.',
  'cause.pull-failed': '{about} cannot be pulled.',
  'cause.config-missing': 'Its environment needs something that is not there: {about}.',
  'cause.start-failed': 'The runtime cannot start {about}.',
  'cause.init-running': 'Its init container {about} has not ended yet.',
  'cause.init-failed': 'Its init container {about} fails.',
  'cause.out-of-memory': '{about} used more memory than its limit, and the kernel killed it.',
  'cause.liveness-failed': 'The kubelet restarts {about}, because its liveness probe fails.',
  'cause.startup-failed': 'The kubelet restarts {about}, because its startup probe fails.',
  'cause.killed': '{about} was ended by a signal.',
  'cause.command-missing': 'The command of {about} is not in its image, or cannot be run.',
  'cause.program-failed': 'The program in {about} ends with an error.',
  'cause.program-ended': 'The program in {about} ends by itself, and restartPolicy Always starts it again.',
  'cause.readiness-failed': '{about} runs, but its readiness probe fails.',
  'cause.readiness-gate': 'It waits for the readiness gate {about}.',
  'cause.rejected': 'The kubelet refused it: {about}.',
  'cause.evicted': 'The node was short of a resource and evicted it. {about}',
  'cause.finalizer': 'It has ended, but a finalizer keeps the object: {about}.',
  'cause.grace': 'It is being stopped within its grace period of {about} s.',
  'cause.node-silent': '{about} has not been heard of; nobody can say how its Pods are.',
  'cause.taint': 'Its nodes carry a taint it does not tolerate: {about}.',
  'cause.cordoned': '{about} is cordoned and takes no new Pod.',
  'cause.insufficient': 'The nodes that could take it have too little left: {about}.',
  'cause.node-selector': 'No node has the labels it asks for: {about}.',
  'cause.anti-affinity': 'Pods it must not run beside are on every node.',
  'cause.update-deadlock':
    'Older Pods of {about} keep the new one away, and the rolling update takes none of them down first.',
  'cause.spread': 'Wherever a node is free, the spread would be too uneven: {about}.',
  'cause.claim-unbound': 'A claim it needs is not bound. {about}',
  'cause.rate-limited': 'The registry refuses {about}: too many pulls from this address.',
  'cause.over-local-limit': 'It wrote more than its own limit allows. {about}',
  'cause.host-dns':
    '{about} asks the node’s resolver for a Service: with hostNetwork it takes dnsPolicy ClusterFirstWithHostNet.',
  'cause.volume-ownership':
    '{about} is denied access to its volume: most likely it belongs to another user, and no fsGroup is set.',
  'cause.container-keeps-pod':
    'The work is done, but the container {about} runs on, so the Pod does not end.',
  'cause.pods-missing': 'Not one Pod of {about} exists.',
  'cause.quota': 'The quota refuses its Pods. {about}',
  'cause.pod-security': 'Pod Security refuses its Pods. {about}',
  'cause.create-refused': 'The API server refuses its Pods. {about}',
  'cause.old-revision':
    '{about} is of a revision that is no longer wanted; the StatefulSet replaces it only once it is ready.',
  'cause.daemon-taint': 'It stays away from nodes with a taint its Pods do not tolerate. {about}',
  'cause.no-endpoints': 'Requests to the Service {about} find nobody.',
  'cause.selects-none': 'Its selector matches no Pod: {about}.',
  'cause.port-name-missing': 'It sends to the port named {about}, which none of its Pods has.',
  'cause.port-not-served': 'It sends to port {about}, which none of its Pods declares.',
  'cause.port-closed': 'It sends to port {about}, where no program in its Pods listens.',
  'cause.peers-unpublished':
    'Each waits to find the others in DNS, and {about} names only Pods that are ready.',
  'cause.refused': 'The request was refused. {about}',
  'cause.device-claim-absent': 'The scheduler does not try it: its ResourceClaim {about} does not exist.',
  'cause.claim-absent': 'The claim it names does not exist: {about}.',
  'cause.claim-no-class':
    'The claim {about} names no StorageClass, none is the default, and no volume is free for it: nobody will ever bind it.',
  'cause.claim-class-missing': 'The claim waits for a StorageClass that does not exist. {about}',
  'cause.node-not-ready': 'The node is not ready, and the node controller keeps Pods off it. {about}',
  'cause.no-network': '{about} is not ready: no network plugin has set up its CNI configuration.',
  'cause.node-labels-gone':
    'The kubelet checked its affinity again, and {about} no longer has the labels that it requires.',
  'cause.node-named-by-hand':
    'Its spec.nodeName passes the scheduler by, and the kubelet of {about} found no room for it.',
  'cause.object-missing': '{about} does not exist.',
  'cause.object-elsewhere': '{about} exists only in another namespace; a Pod sees its own alone.',
  'cause.key-missing': 'The object is there, but not the key. {about}',
  'cause.backend-missing': 'It sends to the Service {about}, which does not exist.',
  'cause.backend-port-missing': 'It sends to {about}, and the Service has no such port.',
  'cause.service-missing': 'It asks for the name {about}, and no Service has it.',
  'cause.volume-held': 'Only one node may have the volume at a time, and another Pod holds it: {about}.',
  'cause.update-holds-volume':
    'The rolling update of {about} keeps the old Pod until the new one is ready, and that one needs the volume.',
  'cause.quota-unstated': 'A quota counts requests and limits, and its Pods do not state them. {about}',
  'cause.runs-as-root': 'It may not run as root, and its image would: {about}.',
  'cause.not-executable': 'The command of {about} is there, but may not be executed.',
  'cause.deadline': 'It ran longer than its activeDeadlineSeconds of {about}.',
  'cause.resource-absent': 'No node offers {about} at all.',
  'cause.larger-than-any-node': 'It asks for more than any node has: {about}.',
  'cause.node-full': 'Every node already has as many Pods as it may take.',
  'cause.no-nodes': 'The cluster has no nodes.',
  'cause.host-port-taken': 'The port {about} of every node it could go to is taken.',
  'cause.pod-affinity': 'It wants to be near Pods that are nowhere: {about}.',
  'cause.kept-away': '{about} keeps it away by its own anti-affinity.',
  'cause.claim-in-use': 'Its claim may be used by one Pod at a time, and another has it: {about}.',
  'cause.volume-elsewhere': 'Its volume can only be reached from other nodes. {about}',
  'cause.volume-limit': 'The nodes have as many volumes attached as they may: {about} finds no place.',
  'cause.scheduler-unknown': 'It waits for a scheduler named {about}, and none of that name has answered.',
  'cause.scheduler-silent': 'No scheduler works: {about} has stopped renewing its lease.',
  'cause.controllers-silent': 'No controller works: {about} has stopped renewing its lease.',
  'cause.port-taken': 'The program in {about} cannot listen: another one has the port.',
  'cause.read-only-root': 'The program in {about} writes to its root file system, which is read-only.',
  'cause.disk-full': 'The program in {about} finds no space left.',
  'cause.not-permitted': 'The program in {about} is denied what its user or its capabilities do not allow.',
  'cause.name-unresolved': 'The program in {about} gets no address from DNS for a name it asks for.',
  'cause.peer-refuses': 'What the program in {about} calls turns the connection down.',
  'cause.peer-silent':
    'The program in {about} calls somebody and hears nothing: it is not refused, it waits until it gives up.',
  'cause.peer-untrusted':
    'What the program in {about} calls shows a certificate that the program does not trust.',
  'cause.ingress-dropped':
    'The NetworkPolicy {about} selects the Pods that are called, and no ingress rule lets this caller in.',
  'cause.egress-dropped': 'The NetworkPolicy {about} selects it, and no egress rule lets this call out.',
  'cause.dns-dropped':
    'The NetworkPolicy {about} selects it, and no egress rule lets its questions to DNS out: it finds nobody by name.',
  'cause.circle': 'They wait for each other: {about}.',
  'cause.pods-fewer': 'It has fewer Pods than it wants. {about}',
  'cause.paused': 'The rollout of {about} is paused; the change waits.',
  'cause.suspended': '{about} is suspended and makes no Pods.',
  'cause.cron-busy': 'Its last Job has not ended, and no other may run beside it: {about}.',
  'cause.job-failed': 'The Job has given up. {about}',
  'cause.metrics-missing': 'Nobody serves {about}, the API that tells how busy its Pods are.',
  'cause.scale-target-missing': 'What it is to scale does not exist: {about}.',
  'cause.scaled-to-zero': '{about} is to have no Pods: its replicas are 0.',
  'cause.webhook-unanswered':
    'The webhook {about} has to be asked first and does not answer; its failurePolicy Fail makes that a refusal.',
  'cause.webhook-circle':
    'The webhook {about} has to allow the very Pods that would answer for it: neither can come first.',
  'cause.scaling-inactive': 'It cannot reckon how many Pods are needed.',
  'cause.metrics-unread': 'How busy its Pods are cannot be learned. {about}',
  'cause.request-missing': 'Utilization is a share of the request, and a container states none: {about}.',
  'cause.drain-held': '{about} cannot be drained: there are Pods on it that may not be evicted.',
  'cause.budget-none': 'The PodDisruptionBudget {about} lets no Pod go, even with all of them healthy.',
  'cause.budget-waits': 'The PodDisruptionBudget {about} lets no Pod go until more of them are healthy.',
  'cause.budgets-many':
    'More than one PodDisruptionBudget selects {about}, and the API server then refuses to evict it.',
  'cause.still-used': 'A Pod still mounts it, so it stays until that one is gone: {about}.',
  'cause.namespace-held': 'The namespace is not empty yet. {about}',
  'advice.quota-unstated':
    'Give every container requests and limits, or the namespace a LimitRange with defaults. A Pod applied directly would have shown the error at once.',
  'advice.quota': 'Raise the quota, lower what the Pods ask for, or remove others.',
  'advice.pod-security':
    'enforce looks at Pods alone, so the workload was accepted; the label warn would have told at apply.',
  'advice.claim-no-class':
    'Make a StorageClass the default, name one in the claim, or make a volume by hand.',
  'advice.claim-class-missing':
    'kubectl get storageclass lists those there are. The class of a claim cannot be changed: delete it and make it anew.',
  'advice.anti-affinity':
    'Required anti-affinity allows one such Pod for each value of its topologyKey: add nodes, ask for fewer replicas, or make it preferred.',
  'advice.program-ended':
    'A program that is meant to end belongs in a Job, or under restartPolicy OnFailure; the back-off does not look at the exit code.',
  'advice.command-missing':
    '128 StartError: the command was never there. 127: a shell ran and did not find it. 126: found, but not executable.',
  'advice.out-of-memory':
    '137 is 128 + 9, SIGKILL. Raise the limit, or make the program use less; on cgroup v2 one process over the limit takes the whole container down.',
  'advice.over-local-limit':
    'A ReplicaSet replaces it at once and without back-off: each replacement leaves one more Failed Pod.',
  'advice.evicted':
    'The kubelet evicts first who uses more than requested, then who is less important, then who exceeds by most.',
  'advice.rate-limited':
    'Pull with a login, from a mirror, or use IfNotPresent with a fixed tag; Pods whose image is on their node are not affected.',
  'advice.never-pull':
    'Never means only what this node’s own store has; a laptop’s Docker is another store. Load the image onto the node, or use IfNotPresent.',
  'advice.platform': 'Build for the node’s architecture too, or choose nodes by kubernetes.io/arch.',
  'advice.service-missing':
    'The kubelet gives init containers no time limit: it waits as long as the name is missing.',
  'advice.node-labels-gone':
    'IgnoredDuringExecution holds while a Pod runs; whoever starts the kubelet anew has it checked again.',
  'advice.node-named-by-hand':
    'The refusal is final for this Pod. Leave spec.nodeName to the scheduler, and use a nodeSelector to choose.',
  'advice.liveness-failed':
    'Liveness restarts, readiness only takes out of Services: ask liveness no more than whether the process hangs.',
  'advice.taint': 'A toleration must match key, value and effect.',
  'advice.update-deadlock': 'Allow maxUnavailable 1, make the anti-affinity preferred, or add a node.',
  'advice.spread':
    'Nodes that are cordoned or tainted still count as domains, unless nodeTaintsPolicy is Honor.',
  'advice.container-keeps-pod':
    'A Pod ends when all its ordinary containers have. Make the helper a sidecar: an init container with restartPolicy Always.',
  'advice.selects-none': 'A Service compares labels letter by letter, and choosing nobody is no error.',
  'advice.port-not-served': 'containerPort only informs; a number in targetPort is used as it is.',
  'advice.port-closed':
    'A number in targetPort is used as it is, whatever containerPort says: see in the log of the Pod where its program listens.',
  'advice.peers-unpublished':
    'publishNotReadyAddresses on the headless Service lets them find each other before they are ready.',
  'advice.host-dns': 'With hostNetwork, ClusterFirst quietly means the node’s own resolver.',
  'advice.finalizer':
    'Whoever put it there removes it when done; --force does not skip it. Taking it off by hand leaves that work undone.',
  'advice.object-missing':
    'The kubelet asks again and again, and the Pod goes on by itself once it is made; optional: true would start without.',
  'advice.device-claim-absent': 'No Event says so. It is tried as soon as the claim exists.',
  'advice.object-elsewhere': 'Make it in the Pod’s own namespace.',
  'advice.key-missing':
    'Environment is read when a container is made: running ones keep what they had, and break at their next start.',
  'advice.volume-ownership':
    'Likely, not certain: see the log. fsGroup gives the volume to the Pod’s group, where its driver supports it.',
  'advice.volume-held':
    'It is let go of when that Pod is gone; of a lost node, after 6 minutes, or at once with the taint out-of-service.',
  'advice.update-holds-volume':
    'Use strategy Recreate for a Deployment with a ReadWriteOnce claim, or a StatefulSet.',
  'advice.old-revision':
    'Delete that Pod by hand: the StatefulSet then makes it anew from the wanted revision.',
  'advice.daemon-taint': 'A DaemonSet makes no Pod for such a node and says nothing about it.',
  'advice.no-network':
    'CoreDNS waiting is expected then. Install a network plugin; its own Pods tolerate the taint.',
  'advice.node-silent': 'See to the node, not to its Pods: what it last told is all there is.',
  'advice.readiness-failed': 'It runs on, and Services leave it out.',
  'advice.runs-as-root':
    'Set runAsUser to a number other than 0, or build the image with a numeric USER; the kubelet cannot tell who a name is.',
  'advice.not-executable':
    'Give the file its x bit in the image, or start it through its interpreter; on a volume defaultMode decides.',
  'advice.resource-absent':
    'A device plugin or a node of that kind offers it; without one it is Pending for ever.',
  'advice.larger-than-any-node':
    'No waiting helps: ask for less, or add a larger node. Only a request counts here; a limit alone becomes one.',
  'advice.insufficient': 'What is requested counts, not what is used: kubectl top shows another thing.',
  'advice.host-port-taken': 'A hostPort allows one such Pod a node. A Service needs none.',
  'advice.pod-affinity':
    'The label has to match in the Pod’s own namespace, unless namespaces or namespaceSelector say otherwise.',
  'advice.volume-elsewhere':
    'A local volume, or a disk of one zone, binds its Pods to where it is. WaitForFirstConsumer chooses the node first.',
  'advice.scheduler-unknown':
    'It says nothing and no Event tells. Remove schedulerName, or start that scheduler.',
  'advice.scheduler-silent': 'What runs goes on; nothing new is placed until it is back.',
  'advice.controllers-silent': 'What runs goes on; nothing is made, replaced or counted until they are back.',
  'advice.port-taken':
    'Containers of a Pod share one network: each needs a port of its own. With hostNetwork they share the node’s.',
  'advice.read-only-root': 'Mount an emptyDir where it writes.',
  'advice.not-permitted':
    'See which file or port the log names: a volume needs fsGroup, a file its owner, a port below 1024 the sysctl or another number.',
  'advice.name-unresolved':
    'A short name means a Service of the Pod’s own namespace; elsewhere it takes SERVICE.NAMESPACE.',
  'advice.peer-refuses':
    'Refused: whoever has the address answers, and nobody listens at that port. What a NetworkPolicy drops is not answered at all.',
  'advice.peer-untrusted':
    'Have the certificate signed by an authority that the caller knows, for the very name or address it calls. Kubelets sign their own unless serverTLSBootstrap is on and each CSR is approved; metrics-server passes over that only with --kubelet-insecure-tls.',
  'advice.peer-silent':
    'Silence is another thing than a refusal: the packets are dropped on the way, or the one called is too busy to answer.',
  'advice.ingress-dropped':
    'A policy that selects a Pod closes that direction; the rules of all that select it open it again, together. Add one from this caller to that port.',
  'advice.egress-dropped':
    'Both ends must allow a call: egress where it comes from, ingress where it goes to. The port is that of the Pod, not of the Service.',
  'advice.dns-dropped':
    'Every egress policy needs a rule for DNS: port 53, UDP and TCP, to the Pods of kube-dns in kube-system.',
  'advice.circle': 'Let one of them start without the other, and look for it once it runs.',
  'advice.pods-fewer': 'What runs is not touched; the controller tries again with growing pauses.',
  'advice.paused': 'kubectl rollout resume carries out all that was changed meanwhile as one rollout.',
  'advice.job-failed': 'A Job that has failed is not tried again; delete it and make it anew.',
  'advice.metrics-missing':
    'metrics.k8s.io is served by metrics-server, which a cluster has only once it is installed; custom and external metrics by an adapter.',
  'advice.scaled-to-zero': 'Somebody scaled it down: an autoscaler does not raise it from 0 either.',
  'advice.webhook-unanswered':
    'Bring back what its Service leads to, or delete the configuration. failurePolicy Ignore lets requests pass while nobody answers.',
  'advice.webhook-circle':
    'Delete the configuration, let the Pods start, and apply it again with a namespaceSelector that leaves their namespace out.',
  'advice.metrics-unread':
    'A metric comes about a minute after a Pod has started; where it never does, see to whoever serves the metrics API.',
  'advice.request-missing':
    'Set resources.requests for every container of the template, sidecars too, or give the target as averageValue.',
  'advice.budget-none':
    'minAvailable as high as the replicas, or maxUnavailable 0, forbids every eviction. Run one replica more, or allow one disruption.',
  'advice.budget-waits':
    'A Pod that is not ready counts as one already gone: what keeps it from being ready keeps the node.',
  'advice.budgets-many': 'Leave one budget to each Pod: narrow the selectors, or delete all but one.',
  'advice.still-used': 'Deleting waits for the Pod, not the other way round.',
  'advice.namespace-held':
    'Look for what has a finalizer in it; the namespace goes by itself once that is gone.',
  'advice.deadline': 'The deadline counts from the Pod’s start, waiting for images included.',
} as const;
