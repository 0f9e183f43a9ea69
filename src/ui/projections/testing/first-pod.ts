import type { Seq } from '../../../trace/ids.ts';
import { TraceWriter } from './builder.ts';
import { boot, condition, pod, running, waiting } from './first-pod-cluster.ts';

const MB = 1_000_000;
/** nginx:1.29 as its registry serves it: seven layers. */
const LAYERS = [29.8, 41.2, 0.63, 0.96, 0.41, 1.21, 1.4].map((mb) => Math.round(mb * MB));

const REF = { namespace: 'default', name: 'nginx' };
const POD = ['pods', 'default', 'nginx'] as const;
const NODE = 'worker-2';

/** kubectl to binding; answers the record that wrote nodeName. */
function schedule(writer: TraceWriter, watches: ReturnType<typeof boot>, put: Seq): Seq {
  writer.at(41);
  writer.deliver([watches.manager, 'kube-controller-manager'], 'ADDED', POD, put);
  const heard = writer.deliver([watches.scheduler, 'kube-scheduler'], 'ADDED', POD, put);
  const queued = writer.put(
    'kube-scheduler',
    'sched.queue',
    { pod: REF, queue: 'active', event: 'PodAdd', attempts: 0 },
    heard,
  );
  writer.at(42);
  const popped = writer.put(
    'kube-scheduler',
    'sched.queue',
    { pod: REF, queue: 'none', event: 'Pop', attempts: 1 },
    queued,
  );
  const filter = writer.put(
    'kube-scheduler',
    'sched.filter',
    {
      pod: REF,
      order: ['worker-1', 'worker-2', 'worker-3', 'control-plane'],
      all: 4,
      feasible: ['worker-1', 'worker-2', 'worker-3'],
      rejected: {
        'control-plane': {
          plugin: 'TaintToleration',
          code: 'UnschedulableAndUnresolvable',
          reasons: ['node(s) had untolerated taint(s)'],
        },
      },
      plugins: ['TaintToleration'],
    },
    popped,
  );
  writer.at(44);
  const score = writer.put(
    'kube-scheduler',
    'sched.score',
    {
      pod: REF,
      plugins: {
        NodeResourcesFit: {
          weight: 1,
          raw: { 'worker-1': 80, 'worker-2': 96, 'worker-3': 84 },
          normalized: { 'worker-1': 80, 'worker-2': 96, 'worker-3': 84 },
        },
      },
      skipped: [],
    },
    filter,
  );
  const pick = writer.put(
    'kube-scheduler',
    'sched.pick',
    { pod: REF, node: NODE, scored: true, totals: { 'worker-1': 80, 'worker-2': 96, 'worker-3': 84 } },
    score,
  );
  writer.at(46);
  const bound = pod('nginx', { nodeName: NODE, conditions: [condition('PodScheduled', 'True')] });
  return writer.request(
    {
      client: 'kube-scheduler',
      user: 'system:kube-scheduler',
      verb: 'create',
      resource: 'pods',
      subresource: 'binding',
      name: 'nginx',
      code: 201,
      object: bound,
    },
    pick,
  );
}

const kubelet = `kubelet/${NODE}`;
const containerd = `containerd/${NODE}`;
const KUBELET = {
  client: 'kubelet',
  user: `system:node:${NODE}`,
  verb: 'patch',
  resource: 'pods',
  subresource: 'status',
  name: 'nginx',
} as const;

/** The sandbox: RunPodSandbox with the CNI plugin and pause inside. */
function sandbox(writer: TraceWriter, cause: Seq): Seq {
  writer.at(210);
  const call = writer.put(
    kubelet,
    'cri.call',
    { method: 'RunPodSandbox', node: NODE, pod: REF, attempt: 0 },
    cause,
  );
  writer.at(290);
  const cni = writer.put(
    containerd,
    'cni.call',
    { node: NODE, pod: REF, command: 'ADD', sandbox: '9c1e4b7a20d3' },
    call,
  );
  writer.at(371);
  const added = writer.put(
    `cni/${NODE}`,
    'cni.return',
    {
      call: cni,
      result: {
        cniVersion: '1.0.0',
        interfaces: [
          { name: 'cni0' },
          { name: 'veth3f9a1c07' },
          { name: 'eth0', sandbox: '/var/run/netns/cni-1' },
        ],
        ips: [{ address: '10.244.2.17/24', gateway: '10.244.2.1', interface: 2 }],
      },
    },
    cni,
  );
  writer.at(455);
  const pause = writer.put(
    containerd,
    'process.start',
    { node: NODE, pod: REF, container: '', pid: 4109, nsPid: 1, argv: ['/pause'] },
    added,
  );
  writer.at(541);
  return writer.put(containerd, 'cri.return', { call }, pause);
}

/** PullImage with its layers, 46 steps of bytes. */
function pull(writer: TraceWriter, cause: Seq): Seq {
  writer.at(572);
  const call = writer.put(
    kubelet,
    'cri.call',
    { method: 'PullImage', node: NODE, pod: REF, container: 'nginx', image: 'docker.io/library/nginx:1.29' },
    cause,
  );
  let ms = 700;
  const order = [2, 3, 4, 5, 6, 0, 1];
  for (const index of order) {
    const size = LAYERS[index] as number;
    const steps = size > 10 * MB ? 14 : 2;
    for (let step = 1; step <= steps; step++) {
      ms += size > 10 * MB ? 140 : 40;
      writer.at(ms);
      const bytes = Math.round((size * step) / steps);
      writer.put(
        containerd,
        'image.layer',
        { node: NODE, image: 'docker.io/library/nginx:1.29', layer: `sha256:${index}`, bytes, size },
        call,
      );
    }
  }
  writer.at(5_020);
  return writer.put(containerd, 'cri.return', { call }, call);
}

function start(writer: TraceWriter, cause: Seq): Seq {
  writer.at(5_034);
  const create = writer.put(
    kubelet,
    'cri.call',
    { method: 'CreateContainer', node: NODE, pod: REF, container: 'nginx', attempt: 0, image: 'nginx:1.29' },
    cause,
  );
  writer.at(5_081);
  const created = writer.put(containerd, 'cri.return', { call: create }, create);
  const call = writer.put(
    kubelet,
    'cri.call',
    { method: 'StartContainer', node: NODE, pod: REF, container: 'nginx', attempt: 0 },
    created,
  );
  writer.at(5_132);
  const process = writer.put(
    containerd,
    'process.start',
    { node: NODE, pod: REF, container: 'nginx', pid: 4187, nsPid: 1, argv: ['nginx', '-g', 'daemon off;'] },
    call,
  );
  writer.at(5_140);
  return writer.put(containerd, 'cri.return', { call }, process);
}

/** One Pod from kubectl apply to Ready, as the design's main picture has it: times and sizes are staging values. */
export function firstPod(): TraceWriter {
  const writer = new TraceWriter();
  const watches = boot(writer);
  writer.at(0);
  const command = writer.put('workstation', 'input.command', {
    index: 0,
    argv: ['apply', '-f', 'nginx.yaml'],
  });
  writer.at(18);
  const put = writer.request(
    {
      client: 'kubectl',
      user: 'kubernetes-admin',
      verb: 'create',
      resource: 'pods',
      name: 'nginx',
      code: 201,
      mutations: 6,
      object: pod('nginx', {}),
    },
    command,
  );
  writer.put(
    'workstation',
    'command.output',
    { command: 0, stream: 'stdout', text: 'pod/nginx created\n' },
    put,
  );
  writer.put('workstation', 'command.exit', { command: 0, exit: 0 }, put);
  const bound = schedule(writer, watches, put);
  writer.at(58);
  writer.deliver([watches.scheduler, 'kube-scheduler'], 'MODIFIED', POD, bound);
  const heard = writer.deliver([watches.kubelet, 'kubelet'], 'ADDED', POD, bound);
  const sync = writer.put(
    kubelet,
    'span.begin',
    { track: `${kubelet}/pods`, name: 'SyncPod', level: 2, subject: { resource: 'pods', ...REF } },
    heard,
  );
  writer.at(74);
  const scheduled = condition('PodScheduled', 'True');
  const unready = [
    scheduled,
    condition('PodReadyToStartContainers', 'False'),
    condition('Initialized', 'True'),
    condition('Ready', 'False'),
  ];
  writer.request(
    { ...KUBELET, object: pod('nginx', { nodeName: NODE, conditions: unready, containerStatuses: waiting }) },
    sync,
  );
  const sandboxed = sandbox(writer, sync);
  writer.at(548);
  const wired = [
    scheduled,
    condition('PodReadyToStartContainers', 'True'),
    condition('Initialized', 'True'),
    condition('Ready', 'False'),
  ];
  writer.request(
    {
      ...KUBELET,
      object: pod('nginx', {
        nodeName: NODE,
        conditions: wired,
        containerStatuses: waiting,
        podIP: '10.244.2.17',
      }),
    },
    sandboxed,
  );
  const started = start(writer, pull(writer, sandboxed));
  writer.at(5_150);
  const ended = writer.put(kubelet, 'span.end', { begin: sync, outcome: 'ok' }, started);
  writer.at(5_280);
  const all = [
    scheduled,
    condition('PodReadyToStartContainers', 'True'),
    condition('Initialized', 'True'),
    condition('ContainersReady', 'True'),
    condition('Ready', 'True'),
  ];
  writer.request(
    {
      ...KUBELET,
      object: pod('nginx', {
        nodeName: NODE,
        phase: 'Running',
        conditions: all,
        containerStatuses: running,
        podIP: '10.244.2.17',
      }),
    },
    ended,
  );
  return writer;
}

/** The same Pod, then deleted: deletionTimestamp, SIGTERM, exit, gone. */
export function firstPodAndGone(): TraceWriter {
  const writer = firstPod();
  const watch = 6;
  writer.at(9_000);
  const command = writer.put('workstation', 'input.command', { index: 1, argv: ['delete', 'pod', 'nginx'] });
  const all = [condition('PodScheduled', 'True'), condition('Ready', 'True')];
  const ending = pod('nginx', {
    nodeName: NODE,
    phase: 'Running',
    conditions: all,
    containerStatuses: running,
    podIP: '10.244.2.17',
    deletionTimestamp: '2026-11-30T09:01:00Z',
  });
  writer.at(9_010);
  const marked = writer.request(
    {
      client: 'kubectl',
      user: 'kubernetes-admin',
      verb: 'delete',
      resource: 'pods',
      name: 'nginx',
      object: ending,
    },
    command,
  );
  writer.at(9_020);
  const heard = writer.deliver([watch, 'kubelet'], 'MODIFIED', POD, marked);
  const stop = writer.put(
    kubelet,
    'cri.call',
    { method: 'StopContainer', node: NODE, pod: REF, container: 'nginx', timeoutSeconds: 30 },
    heard,
  );
  writer.at(9_030);
  const term = writer.put(
    containerd,
    'signal',
    { node: NODE, pod: REF, container: 'nginx', pid: 4187, nsPid: 1, signal: 'SIGTERM', effect: 'handled' },
    stop,
  );
  writer.at(9_110);
  const exit = writer.put(
    containerd,
    'process.exit',
    { node: NODE, pod: REF, container: 'nginx', pid: 4187, nsPid: 1, code: 0 },
    term,
  );
  const stopped = writer.put(containerd, 'cri.return', { call: stop }, exit);
  writer.at(9_400);
  const remove = writer.put(kubelet, 'cri.call', { method: 'StopPodSandbox', node: NODE, pod: REF }, stopped);
  writer.at(9_520);
  const removed = writer.put(containerd, 'cri.return', { call: remove }, remove);
  writer.at(10_100);
  writer.erase('pods', ending, removed);
  return writer;
}
