import { expect, it } from 'vitest';
import { present } from '../base/assert.ts';
import { printedCounts } from '../recording/comparable/compare.ts';
import { checkScenario } from '../scenario/check-scenario.ts';
import { play } from './engine.ts';
import { beyond, histogramText } from './race.ts';

const SEEDS = [1, 2, 3];

/** Two replicas behind a Service, a client in a loop, and an update; what the client could not fetch. */
function failedRequests(seed: number, lifecycle: string): number {
  const scenario = checkScenario({
    title: 'race',
    steps: [
      { at: '0s', apply: `${deployment(lifecycle)}---\n${SERVICE}` },
      { at: '7s', apply: CLIENT },
      { at: '14s', kubectl: 'set env deployment/web RELEASE=2' },
      { at: '55s', kubectl: 'logs client' },
    ],
    until: '56s',
  });
  const { records } = play(present(scenario.ok ? scenario.value : undefined, 'a scenario'), {
    seed,
    level: 1,
  });
  const text = records.map((record) => (record.kind === 'command.output' ? record.data.text : '')).join('');
  return present(printedCounts(text, 'failed')[0], 'a count');
}

const deployment = (lifecycle: string): string => `apiVersion: apps/v1
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
${lifecycle}`;

const SERVICE = `apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{port: 80, targetPort: 8080}]
`;

const CLIENT = `apiVersion: v1
kind: Pod
metadata: {name: client}
spec:
  restartPolicy: Never
  containers:
  - name: client
    image: busybox:1.36
    command:
    - sh
    - -c
    - |
      sleep 4; bad=0; n=0
      while [ $n -lt 100 ]; do
        n=$((n+1))
        wget -q -T 1 -O /dev/null http://web/healthz 2>/dev/null || bad=$((bad+1))
        sleep 0.2
      done
      echo "failed=$bad"
`;

it('an update loses requests where the app stops at once, and none with preStop sleep 5', () => {
  const bare = SEEDS.map((seed) => failedRequests(seed, ''));
  // The recordings lose 1 to 3; so do 198 of 200 seeds here.
  for (const failed of bare) {
    expect(failed).toBeGreaterThanOrEqual(1);
    expect(failed).toBeLessThanOrEqual(3);
  }
  const waiting = '        lifecycle: {preStop: {sleep: {seconds: 5}}}\n';
  expect(SEEDS.map((seed) => failedRequests(seed, waiting))).toEqual([0, 0, 0]);
});

it('tells how often each count came out, and how many lie outside', () => {
  const counted = new Map([
    [3, 2],
    [1, 5],
  ]);
  expect(histogramText(counted)).toBe('1 in 5 runs, 3 in 2');
  expect(beyond(counted, [2, 3])).toBe(5);
  expect(histogramText(new Map())).toBe('was never printed');
});
