import { expect, it } from 'vitest';
import { playedRun } from '../testing/real-run.ts';
import { componentView } from './component.ts';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: 'nginx:1.25'}
`;

const { trace } = playedRun(
  {
    title: 'x',
    cluster: { preset: 'kind-3' },
    files: { 'web.yaml': WEB },
    steps: [{ at: '0s', kubectl: 'apply -f web.yaml' }],
  },
  3_000_000,
);

it('tells a loop once round: the delivery that woke it, what it decided, what it sent', () => {
  const create = trace
    .all()
    .find(
      (record) =>
        record.kind === 'step' &&
        record.at >= 0 &&
        record.data.track === 'controller/deployment' &&
        record.data.name === 'create',
    );
  const [turn] = componentView(trace, 'kube-controller-manager', (create?.seq ?? 0) + 1).loops;
  expect(turn).toMatchObject({
    loop: 'deployment',
    watched: { data: { resource: 'deployments.apps', type: 'ADDED', name: 'web' } },
    decided: { seq: create?.seq },
    acted: [{ data: { verb: 'create', resource: 'replicasets.apps' } }],
  });
});

it('counts what has been delivered and not answered, and tells the latest first', () => {
  const end = trace.length - 1;
  const manager = componentView(trace, 'kube-controller-manager', end);
  expect(manager.loops.map(({ loop }) => loop)).toContain('replicaset');
  const scheduler = componentView(trace, 'kube-scheduler', end);
  expect(scheduler.writes.map(({ data }) => data.subresource)).toEqual(['binding', 'binding']);
  expect(scheduler.deliveries[0]?.seq).toBeGreaterThan(scheduler.deliveries[1]?.seq ?? 0);
  const first = scheduler.writes.at(-1)?.seq ?? 0;
  expect(componentView(trace, 'kube-scheduler', first).unanswered).toBe(0);
  expect(componentView(trace, 'nobody', end)).toEqual({
    loops: [],
    writes: [],
    deliveries: [],
    unanswered: 0,
  });
});
