/** What a part of the drawing is, in a sentence or two: what its tip says below how it stands. */
export const aboutEn = {
  kubectl: 'A client on your own machine. It sends requests to the API server and prints what comes back.',
  scheduler: 'Watches for Pods without a node, picks a node and writes it into the Pod. It starts nothing.',
  controllers:
    'Many loops in one process. Each compares what is wanted with what is there, and asks for the difference.',
  band: 'The only one that reads and writes etcd. A request passes its gates in turn: who asks (authn), may they (authz), what is added (mutating), is it well formed (validation), is it allowed (validating).',
  etcd: 'Keeps every object, and numbers each change with a revision. Only the API server talks to it.',
  registry: 'Keeps images outside the cluster. Nodes download from it.',
  node: 'A machine of the cluster. Its kubelet learns only of the Pods bound to this node.',
  kubelet: 'Makes the Pods bound to this node run, and reports their status to the API server.',
  proxy: 'Writes this node’s rules that turn a Service’s address into a Pod’s.',
  containerd: 'Pulls images and runs containers when the kubelet asks for it over CRI, a gRPC interface.',
  image: 'The layers of the image on this node. A layer that is here is not downloaded again.',
  sandbox:
    'The network that a Pod’s containers share. It is there before any of them; containerd-shim watches over it, and runc makes each process.',
  shim: 'Watches over the Pod’s processes, so that they live on while containerd restarts.',
  pause: 'Holds the Pod’s network namespace open, and sleeps.',
  runc: 'Makes a container’s process with its namespaces and its cgroup, and ends.',
  container: 'A process of the Pod with files and limits of its own, on the address that the Pod shares.',
  bridge: 'Connects the Pods of this node. The CNI plugin puts one end of a cable into each sandbox.',
  pod: 'Containers that share one address and stay on one node together.',
} as const;
