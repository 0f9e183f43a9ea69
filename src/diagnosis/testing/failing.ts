import type { JsonObject } from '../../base/json.ts';
import type { CauseId } from '../verdict.ts';
import { BEFORE_START } from './failing/before-start.ts';
import { apply, deployment, job, nginx, object, pod, run, service, shell } from './failing/manifests.ts';
import { POLICIES } from './failing/policies.ts';
import { PROGRAMS } from './failing/programs.ts';
import { ROUTES } from './failing/routes.ts';
import { SCHEDULING } from './failing/scheduling.ts';
import { WORKLOADS } from './failing/workloads.ts';

/** Something that goes wrong on a plain cluster of three workers, and the root that an expert would name. */
export interface Failing {
  readonly name: string;
  readonly steps: readonly JsonObject[];
  /** Seconds after which it is asked why. */
  readonly after: number;
  readonly cause: CauseId;
  /** Words of what the root is about, or of what says so. */
  readonly words: string;
}

export const FAILING: readonly Failing[] = [
  ...SCHEDULING,
  ...BEFORE_START,
  ...PROGRAMS,
  ...WORKLOADS,
  ...ROUTES,
  ...POLICIES,
].map(([name, after, cause, words, ...steps]) => ({
  name,
  after,
  cause,
  words,
  steps,
}));

/** What has got over its troubles, or never had any. */
export const WELL: readonly Omit<Failing, 'cause' | 'words'>[] = [
  {
    name: 'a Deployment and its Service',
    after: 30,
    steps: [apply('0s', deployment(nginx()), service('web', { app: 'web' }, [{ port: 80 }]))],
  },
  {
    name: 'a Job that failed once',
    after: 60,
    steps: [
      apply(
        '0s',
        job(
          shell('if [ -e /h/x ]; then exit 0; fi; touch /h/x; exit 1', {
            volumeMounts: [{ name: 'h', mountPath: '/h' }],
          }),
          {},
          {
            nodeSelector: { 'kubernetes.io/hostname': 'worker-1' },
            volumes: [{ name: 'h', hostPath: { path: '/tmp/j', type: 'DirectoryOrCreate' } }],
          },
        ),
      ),
    ],
  },
  {
    name: 'a rollout that somebody paused',
    after: 25,
    steps: [
      apply('0s', deployment(nginx())),
      run('8s', 'rollout pause deployment web'),
      run('9s', 'set image deployment web a=nginx:1.28'),
    ],
  },
  {
    name: 'a Pod within its grace period',
    after: 30,
    steps: [
      apply('0s', pod(shell('sleep 100000'), { terminationGracePeriodSeconds: 300 })),
      run('20s', 'delete pod p --wait=false'),
    ],
  },
  {
    name: 'a client that a policy lets in',
    after: 40,
    steps: [
      apply(
        '0s',
        deployment(nginx()),
        service('web', { app: 'web' }, [{ port: 80 }]),
        object(
          'NetworkPolicy',
          'clients',
          {
            spec: {
              podSelector: { matchLabels: { app: 'web' } },
              ingress: [
                { from: [{ podSelector: { matchLabels: { app: 'client' } } }], ports: [{ port: 80 }] },
              ],
            },
          },
          'networking.k8s.io/v1',
        ),
        pod(shell('until wget -T 2 -qO- http://web; do sleep 1; done; sleep 1000'), {}, 'p', {
          app: 'client',
        }),
      ),
    ],
  },
  {
    name: 'a drain that a budget lets on',
    after: 60,
    steps: [
      apply(
        '0s',
        deployment(nginx()),
        object(
          'PodDisruptionBudget',
          'web',
          { spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } } },
          'policy/v1',
        ),
      ),
      run('15s', 'drain worker-2 --ignore-daemonsets'),
    ],
  },
];
