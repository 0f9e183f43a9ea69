import { expect, it } from 'vitest';
import type { KubeObject } from '../../../api/object.ts';
import { runOf, TraceWriter } from '../testing/builder.ts';
import { waitingPod } from './waiting-pod.ts';

it('is the Pod without a node that was tried last, at every moment', () => {
  const writer = new TraceWriter();
  const store = (name: string, nodeName?: string): void =>
    void writer.store('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default', uid: name },
      spec: { containers: [], ...(nodeName === undefined ? {} : { nodeName }) },
    } as unknown as KubeObject);
  const tried = (name: string) =>
    writer.put('kube-scheduler', 'sched.filter', {
      pod: { namespace: 'default', name },
      order: ['a'],
      all: 1,
      plugins: [],
      feasible: [],
      rejected: {},
    });
  store('placed');
  tried('placed');
  store('placed', 'a');
  store('waits');
  tried('waits');
  store('later');
  const before = tried('later');
  store('later', 'a');
  const { trace, world } = runOf(writer.records);
  expect(waitingPod(trace, world, 0)).toBeUndefined();
  expect(waitingPod(trace, world, before)?.name).toBe('later');
  expect(waitingPod(trace, world, trace.length - 1)?.name).toBe('waits');
});
