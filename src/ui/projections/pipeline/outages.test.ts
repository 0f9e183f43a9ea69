import { describe, expect, it } from 'vitest';
import { playheadOf } from '../playhead.ts';
import { processView } from '../process/process-view.ts';
import { playedRun } from '../testing/real-run.ts';
import { clusterView } from './cluster-view.ts';
import type { PipelineInput } from './drawing.ts';
import { nodeView } from './node-view.ts';
import { pipelineView } from './pipeline-view.ts';
import { podView } from './pod-view.ts';

const SECOND = 1_000_000;

const MANIFEST = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  nodeName: worker-2
  containers:
  - {name: nginx, image: 'nginx:1.29'}
`;

const run = playedRun(
  {
    title: 'x',
    cluster: { preset: 'kind-3' },
    files: { 'web.yaml': MANIFEST },
    steps: [
      { at: '0s', kubectl: 'apply -f web.yaml' },
      { at: '20s', fault: { component: 'kubelet', node: 'worker-2', state: 'down' } },
      { at: '25s', fault: { component: 'kube-scheduler', state: 'down' } },
      { at: '30s', fault: { node: 'worker-2', state: 'down' } },
      { at: '40s', fault: { node: 'worker-2', state: 'up' } },
      { at: '46s', fault: { node: 'control-plane', state: 'down' } },
    ],
  },
  50 * SECOND,
);

const controlPlane = playedRun(
  {
    title: 'y',
    cluster: { preset: 'kind-3' },
    steps: [
      { at: '5s', fault: { component: 'etcd', state: 'down' } },
      { at: '10s', fault: { component: 'kube-apiserver', state: 'down' } },
      { at: '15s', fault: { component: 'kube-apiserver', state: 'up' } },
    ],
  },
  20 * SECOND,
);

function at(seconds: number): PipelineInput {
  const until = run.trace.countUntil(seconds * SECOND) - 1;
  const head = { ...playheadOf(run.trace, run.story, { seq: until, fraction: 0, level: 3 }), until };
  return {
    ...run,
    head,
    lang: 'en',
    picked: { namespace: 'default', name: 'web' },
    focusNode: 'worker-2',
  };
}

describe('what is down', () => {
  it('says it of etcd and of the API server, on whose band nothing is open then', () => {
    const { trace, world, story } = controlPlane;
    const seen = (seconds: number) => {
      const until = trace.countUntil(seconds * SECOND) - 1;
      const head = { ...playheadOf(trace, story, { seq: until, fraction: 0, level: 3 }), until };
      return pipelineView({ ...at(0), trace, world, story, head, picked: undefined });
    };
    expect(seen(4).etcd.state).not.toBe('stopped');
    expect(seen(6).etcd).toMatchObject({ state: 'stopped', detail: 'stopped' });
    expect(seen(6).band.card.state).not.toBe('stopped');
    const { band } = seen(11);
    expect(band.card).toEqual({ state: 'stopped', detail: 'stopped' });
    expect(band).toMatchObject({ code: undefined, watches: '', stored: false });
    expect(band.gates.every(({ verdict }) => verdict === 'idle')).toBe(true);
    expect(seen(16).band.card.state).not.toBe('stopped');
  });

  it('says it of a kubelet and a scheduler that are stopped; their containers go on', () => {
    const { machine, scheduler } = pipelineView(at(28));
    expect(machine?.kubelet).toEqual({ state: 'stopped', detail: 'stopped' });
    expect(scheduler).toEqual({ state: 'stopped', detail: 'stopped' });
    expect(machine?.containerd.state).not.toBe('stopped');
    expect(machine?.off).toBe(false);
    expect(machine?.sandbox?.containers[0]?.state).toBe('ready');
    expect(pipelineView(at(19)).machine?.kubelet.state).not.toBe('stopped');
  });

  it('leaves nothing alive on a machine without power, whatever the API says', () => {
    const { machine, right, left } = pipelineView(at(31));
    const none = { state: 'stopped', detail: 'no power' };
    expect(machine).toMatchObject({
      off: true,
      state: 'ready',
      kubelet: none,
      containerd: none,
      proxy: none,
      sandbox: {
        state: 'ghost',
        shim: false,
        pause: { state: 'ghost', words: 'no power' },
        containers: [{ state: 'ghost', stuck: false, lines: ['no power', 'API says Running'] }],
      },
      bridge: { off: true, cidr: undefined },
    });
    expect(machine?.sandbox?.ip).toBeUndefined();
    expect([left?.off, right?.off]).not.toContain(true);
    expect(clusterView(at(31)).tiles.find(({ off }) => off)?.name).toBe('worker-2');
  });

  it('says so of the node, the Pod and the process', () => {
    const input = at(31);
    const card = nodeView(input)?.cards.find(({ ref }) => ref.name === 'web');
    expect(card).toMatchObject({
      pause: false,
      ip: undefined,
      containers: [{ name: 'nginx', state: 'ghost' }],
    });
    const pod = podView(input);
    expect(pod?.rows.map(({ words, pid, state }) => [words, pid, state])).toEqual([
      ['no power', undefined, 'ghost'],
      ['no power', undefined, 'ghost'],
    ]);
    expect(pod).toMatchObject({ off: true, up: false, cidr: undefined });
    const process = processView(input, 'nginx');
    expect(process).toMatchObject({ off: true, pid: undefined, memory: [], argv: [] });
    expect(process?.files.proc).toEqual([]);
    expect(process?.files.cgroup).toEqual([]);
  });

  it('ends with the power: the machine starts its kubelet too', () => {
    const { machine, scheduler } = pipelineView(at(44));
    expect(machine?.off).toBe(false);
    expect(machine?.kubelet.state).not.toBe('stopped');
    expect(scheduler.state).toBe('stopped');
  });

  it('takes the control plane with its machine', () => {
    const { scheduler } = pipelineView(at(48));
    expect(scheduler).toEqual({ state: 'stopped', detail: 'no power' });
  });

  it('names the stop signal of the image', () => {
    expect(podView(at(19))?.rows[1]?.words).toBe('PID 1 inside, so it gets SIGQUIT itself');
  });
});
