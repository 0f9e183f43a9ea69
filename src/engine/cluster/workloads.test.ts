import { expect, test } from 'vitest';
import type { DeploymentStatus } from '../../api/generated/types.ts';
import { play } from './testing/play.ts';

const template = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image: 'nginx:1.25' }] },
};
const workload = (kind: string, replicas: number): string =>
  JSON.stringify({
    apiVersion: 'apps/v1',
    kind,
    metadata: { name: 'web' },
    spec: {
      replicas,
      serviceName: kind === 'StatefulSet' ? 'web' : undefined,
      selector: { matchLabels: { app: 'web' } },
      template,
    },
  });

test('a StatefulSet that takes over a bare Pod gives it its labels in a second try, and tells of no failure', () => {
  const bare = {
    apiVersion: 'v1',
    kind: 'Pod',
    ...template,
    metadata: { ...template.metadata, name: 'web-0' },
  };
  const run = play(
    [
      { at: '0s', apply: JSON.stringify(bare) },
      { at: '5s', apply: workload('StatefulSet', 1) },
    ],
    '12s',
  );
  const puts = run
    .pods('web-0')
    .filter(({ pod }) => pod.metadata.uid === run.pods('web-0')[0]?.pod.metadata.uid);
  expect(puts.at(-1)?.pod.metadata.labels).toMatchObject({
    'statefulset.kubernetes.io/pod-name': 'web-0',
  });
  expect(run.events('FailedUpdate')).toEqual([]);
  expect(run.events('SuccessfulUpdate').map(({ message }) => message)).toEqual([
    'Update Pod web-0 in StatefulSet web successful',
  ]);
});

test('a Deployment that scales reports from the sizes it had read, then from the new ones', () => {
  const run = play(
    [
      { at: '0s', apply: workload('Deployment', 1) },
      { at: '5s', kubectl: 'scale deployment web --replicas=3' },
    ],
    '9s',
  );
  const unavailable = run.records.flatMap(({ kind, at, data }) =>
    kind === 'object.put' && data.resource === 'deployments.apps' && at > 5e6
      ? [(data.object as { readonly status?: DeploymentStatus }).status ?? {}]
      : [],
  );
  const seen = unavailable
    .filter(({ observedGeneration }) => observedGeneration === 2)
    .map(({ unavailableReplicas = 0 }) => unavailableReplicas);
  expect(seen[0]).toBe(0);
  expect(Math.max(...seen)).toBe(2);
  expect(seen.at(-1)).toBe(0);
});
