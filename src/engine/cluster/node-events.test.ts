import { expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { play } from './testing/play.ts';

// What a node's own components say about it: the reference has no uid, as of 1.36, so describe node does not find them.

/** The newest Events about worker-1 of the reason, each as it was written. */
function events(component: string, reason: string): JsonObject[] {
  const run = play(
    [
      { at: '1s', fault: { component, node: 'worker-1', state: 'down' } },
      { at: '3s', fault: { component, node: 'worker-1', state: 'up' } },
      { at: '5s', kubectl: 'describe node worker-1' },
    ],
    '8s',
  );
  expect(run.output).toMatch(/\nEvents:\n.*\n.*\n {2}Normal {2}RegisteredNode .*\n$/);
  return run.records.flatMap(({ kind, at, data }) => {
    if (at < 0 || kind !== 'object.put' || data.resource !== 'events') return [];
    const event = data.object as unknown as JsonObject;
    return event['reason'] === reason ? [event] : [];
  });
}

const about = { apiVersion: 'v1', kind: 'Node', name: 'worker-1' };

it('kube-proxy says that it starts, without words', () => {
  expect(events('kube-proxy', 'Starting')).toMatchObject([
    {
      type: 'Normal',
      action: 'StartKubeProxy',
      involvedObject: about,
      reportingComponent: 'kube-proxy',
      reportingInstance: 'kube-proxy-worker-1',
    },
  ]);
});

it('the kubelet says so in words', () => {
  const [event, ...more] = events('kubelet', 'Starting');
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    type: 'Normal',
    message: 'Starting kubelet.',
    reportingComponent: 'kubelet',
  });
  expect(event?.['involvedObject']).toEqual(about);
});
