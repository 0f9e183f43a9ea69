import { describe, expect, it } from 'vitest';
import type { Level } from '../../trace/ids.ts';
import { runOf } from './testing/builder.ts';
import { firstPod, firstPodAndGone } from './testing/first-pod.ts';

function kinds(level: Level, run = runOf(firstPod().records)): readonly string[] {
  return run.story.steps(level).map((seq) => {
    const record = run.trace.at(seq);
    switch (record.kind) {
      case 'request.send':
        return `${record.data.verb} ${[record.data.resource, record.data.subresource].filter(Boolean).join('/')}`;
      case 'watch.deliver':
        return `${record.data.type} to ${record.data.client}`;
      case 'cri.call':
        return record.data.method;
      case 'process.start':
        return `start ${record.data.container || 'pause'}`;
      case 'signal':
        return record.data.signal;
      default:
        return record.kind;
    }
  });
}

describe('the story of a first Pod', () => {
  it('has its milestones at level 1', () => {
    expect(kinds(1)).toEqual([
      'input.command',
      'object.put',
      'object.put',
      'cri.return',
      'cri.return',
      'start nginx',
      'object.put',
    ]);
  });

  it('has what each component does at level 2', () => {
    expect(kinds(2)).toEqual([
      'input.command',
      'create pods',
      'object.put',
      'command.exit',
      'ADDED to kube-scheduler',
      'sched.filter',
      'sched.score',
      'sched.pick',
      'create pods/binding',
      'object.put',
      'ADDED to kubelet',
      'span.begin',
      'patch pods/status',
      'object.put',
      'RunPodSandbox',
      'cni.call',
      'cni.return',
      'start pause',
      'cri.return',
      'patch pods/status',
      'object.put',
      'PullImage',
      'cri.return',
      'CreateContainer',
      'cri.return',
      'StartContainer',
      'start nginx',
      'patch pods/status',
      'object.put',
    ]);
  });

  it('tells a deletion by its mark, its signal, its exit and its end', () => {
    const all = kinds(1, runOf(firstPodAndGone().records));
    expect(all.slice(7)).toEqual(['input.command', 'object.put', 'SIGTERM', 'process.exit', 'object.delete']);
  });

  it('leaves the cluster at rest out, and what its timers do', () => {
    const writer = firstPod();
    writer.at(6_000);
    const lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'worker-2', namespace: 'kube-node-lease' },
    };
    const seq = writer.store('leases.coordination.k8s.io', lease);
    const run = runOf(writer.records);
    expect(run.story.tells(seq)).toBe(false);
    expect(run.story.steps(3).every((step) => run.trace.at(step).at >= 0)).toBe(true);
    expect(run.story.steps(3).at(-1)).not.toBe(seq);
  });

  it('counts and steps in logarithmic reach of any record', () => {
    const { story } = runOf(firstPod().records);
    const steps = story.steps(2);
    expect(story.countUntil(steps[4] as number, 2)).toBe(5);
    expect(story.next(steps[4] as number, 2)).toBe(steps[5]);
    expect(story.previous(steps[4] as number, 2)).toBe(steps[3]);
    expect(story.next(-1, 2)).toBe(steps[0]);
  });
});
