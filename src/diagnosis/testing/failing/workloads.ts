import {
  apply,
  deployment,
  down,
  job,
  nginx,
  object,
  pod,
  run,
  service,
  shell,
  type Row,
} from './manifests.ts';

/** What makes Pods, and Services. */
export const WORKLOADS: readonly Row[] = [
  [
    'the controllers are down',
    60,
    'controllers-silent',
    'kube-controller-manager',
    down('kube-controller-manager'),
    apply('20s', deployment(nginx())),
  ],
  [
    'a quota for one of two',
    10,
    'quota',
    'exceeded quota: q',
    apply('0s', object('ResourceQuota', 'q', { spec: { hard: { pods: '1' } } })),
    apply('1s', deployment(nginx())),
  ],
  [
    'no such service account',
    10,
    'create-refused',
    'serviceaccount "robot" not found',
    apply('0s', deployment(nginx(), { serviceAccountName: 'robot' })),
  ],
  [
    'more than a LimitRange allows',
    10,
    'create-refused',
    'maximum memory usage per Container is 100Mi',
    apply(
      '0s',
      object('LimitRange', 'l', { spec: { limits: [{ type: 'Container', max: { memory: '100Mi' } }] } }),
      deployment(nginx({ resources: { limits: { memory: '1Gi' } } })),
    ),
  ],
  [
    'a Job past its deadline',
    60,
    'job-failed',
    'DeadlineExceeded',
    apply('0s', job(shell('exec sleep 1000'), { activeDeadlineSeconds: 5 })),
  ],
  [
    'nobody measures for the autoscaler',
    60,
    'metrics-missing',
    'metrics',
    apply(
      '0s',
      deployment(nginx()),
      object(
        'HorizontalPodAutoscaler',
        'web',
        {
          spec: {
            maxReplicas: 5,
            scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
            metrics: [
              {
                type: 'Resource',
                resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
              },
            ],
          },
        },
        'autoscaling/v2',
      ),
    ),
  ],
  [
    'nothing to scale',
    40,
    'scale-target-missing',
    'Deployment nope',
    apply(
      '0s',
      object(
        'HorizontalPodAutoscaler',
        'web',
        {
          spec: {
            maxReplicas: 5,
            scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'nope' },
            metrics: [
              {
                type: 'Resource',
                resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
              },
            ],
          },
        },
        'autoscaling/v2',
      ),
    ),
  ],
  [
    'a Service that selects nobody',
    20,
    'selects-none',
    'app=webb',
    apply('0s', deployment(nginx()), service('web', { app: 'webb' }, [{ port: 80 }])),
  ],
  [
    'a Service that sends to the wrong port',
    25,
    'port-not-served',
    '8080',
    apply('0s', deployment(nginx()), service('web', { app: 'web' }, [{ port: 80, targetPort: 8080 }])),
    apply('10s', pod(shell('wget -T 2 -qO- http://web'), { restartPolicy: 'Never' })),
  ],
  [
    'a node that is lost',
    120,
    'node-silent',
    'worker-1',
    apply('0s', deployment(nginx(), {}, 6)),
    down('kubelet', 'worker-1'),
  ],
  [
    'a namespace that is not empty',
    30,
    'namespace-held',
    'example.com/keep',
    apply('0s', object('Namespace', 'old', {})),
    apply('1s', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'c', namespace: 'old', finalizers: ['example.com/keep'] },
    }),
    run('5s', 'delete ns old --wait=false'),
  ],
  [
    'a finalizer on a Pod',
    40,
    'finalizer',
    'example.com/x',
    apply('0s', { ...pod(shell('exec sleep 1000')), metadata: { name: 'p', finalizers: ['example.com/x'] } }),
    run('10s', 'delete pod p --wait=false --grace-period=1'),
  ],
];
