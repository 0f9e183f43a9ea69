import { describe, expect, it } from 'vitest';
import { present } from '../../base/assert.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import { SECOND } from '../../trace/ids.ts';
import type { RecordKinds } from '../../trace/record.ts';
import { Session } from './session.ts';

const web = (lifecycle = '{}'): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: 127.0.0.1:5000/app:v1
        readinessProbe: {httpGet: {path: /ready, port: 8080}, periodSeconds: 1}
        lifecycle: ${lifecycle}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{port: 80, targetPort: 8080}]
`;

type Traffic = RecordKinds['traffic'];

function trafficOf(manifest: string, steps: readonly object[], untilSeconds: number): Traffic[] {
  const scenario = checkScenario({
    title: 'traffic',
    steps: [{ at: '0s', apply: manifest }, ...(steps as { at: string }[])],
  });
  const told: Traffic[] = [];
  const session = new Session({
    scenario: present(scenario.ok ? scenario.value : undefined, 'a scenario'),
    level: 2,
    sink: (record) => {
      if (record.kind === 'traffic') told.push(record.data);
    },
  });
  session.advance({ until: untilSeconds * SECOND });
  return told;
}

const traffic = (more: object = {}): object => ({ to: 'web', rate: 20, ...more });
const update = { at: '20s', kubectl: 'set env deployment/web RELEASE=2' };

describe('traffic of a scenario', () => {
  it('asks a Service at its rate for its time, and says by which rule which Pod answered', () => {
    const told = trafficOf(web(), [{ at: '12s', traffic: traffic({ for: '2s' }) }], 16);
    expect(told.length).toBe(40);
    expect(new Set(told.map(({ from, result, status }) => `${from} ${result} ${status}`))).toEqual(
      new Set(['users ok 200']),
    );
    expect(new Set(told.map(({ rule }) => rule))).toEqual(new Set(['default/web']));
    expect(new Set(told.map(({ backend }) => backend?.name)).size).toBe(2);
  });

  it('a later step of the same name takes its place, and rate 0 ends it', () => {
    const steps = [
      { at: '12s', traffic: traffic() },
      { at: '13s', traffic: traffic({ rate: 5 }) },
      { at: '15s', traffic: traffic({ rate: 0 }) },
    ];
    expect(trafficOf(web(), steps, 20).length).toBe(20 + 10);
  });

  it('loses requests in an update where the app stops at once, and none where preStop waits', () => {
    const steps = [{ at: '18s', traffic: traffic() }, update];
    const lost = (manifest: string): number =>
      trafficOf(manifest, steps, 45).filter(({ result }) => result !== 'ok').length;
    expect(lost(web())).toBeGreaterThan(0);
    expect(lost(web('{preStop: {sleep: {seconds: 5}}}'))).toBe(0);
  });

  it('kept-alive connections stay with their Pod until it closes them', () => {
    const steps = [{ at: '12s', traffic: traffic({ rate: 10, keepAlive: 1 }) }];
    const backends = trafficOf(web(), steps, 16).map(({ backend }) => backend?.name);
    expect(backends.length).toBeGreaterThan(30);
    expect(new Set(backends).size).toBe(1);
  });

  it('a name that nobody has is told as such', () => {
    const steps = [{ at: '12s', traffic: traffic({ to: 'nosuch', for: '1s', rate: 1 }) }];
    expect(trafficOf(web(), steps, 16)).toMatchObject([
      { from: 'users', to: 'nosuch', result: 'unresolved' },
    ]);
  });
});
