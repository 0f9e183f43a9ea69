import type { Json } from '../../../base/json.ts';
import { Session } from '../../../engine/cluster/session.ts';
import { checkScenario } from '../../../scenario/check-scenario.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import { runOf, type TestRun } from './builder.ts';

/** A scenario played by the real engine to `untilUs`, indexed as a branch is. */
export function playedRun(document: Json, untilUs: number): TestRun {
  const scenario = checkScenario(document);
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.error));
  const records: TraceRecord[] = [];
  const session = new Session({ scenario: scenario.value, sink: (record) => records.push(record) });
  session.advance({ until: untilUs });
  return runOf(records);
}

const NGINX = `apiVersion: v1
kind: Pod
metadata:
  name: nginx
spec:
  containers:
  - name: nginx
    image: nginx:1.29
    ports:
    - containerPort: 80
`;

/** One nginx Pod on a kubeadm-like cluster, applied at 0 and deleted at 20 s. */
export const APPLY_AND_DELETE = {
  title: 'a Pod comes and goes',
  cluster: { preset: 'kind-3' },
  files: { 'nginx.yaml': NGINX },
  steps: [
    { at: '0s', kubectl: 'apply -f nginx.yaml' },
    { at: '20s', kubectl: 'delete pod nginx' },
  ],
} as const;
