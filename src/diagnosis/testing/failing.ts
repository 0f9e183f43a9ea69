import type { Json, JsonObject } from '../../base/json.ts';
import type { CauseId } from '../verdict.ts';

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

const apply = (at: string, ...objects: readonly JsonObject[]): JsonObject => ({
  at,
  apply: objects.map((object) => JSON.stringify(object)).join('\n---\n'),
});
const run = (at: string, kubectl: string): JsonObject => ({ at, kubectl });
const down = (component: string, node?: string): JsonObject => ({
  at: '1s',
  fault: { component, state: 'down', ...(node === undefined ? {} : { node }) },
});

const object = (kind: string, name: string, rest: JsonObject, apiVersion = 'v1'): JsonObject => ({
  apiVersion,
  kind,
  metadata: { name },
  ...rest,
});
const nginx = (more: JsonObject = {}): JsonObject => ({ name: 'a', image: 'nginx:1.29', ...more });
const shell = (script: string, more: JsonObject = {}): JsonObject => ({
  name: 'a',
  image: 'busybox:1.36',
  command: ['sh', '-c', script],
  ...more,
});
const pod = (
  container: JsonObject,
  spec: JsonObject = {},
  name = 'p',
  labels: JsonObject = {},
): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels },
  spec: { containers: [container], ...spec },
});
const template = (app: string, container: JsonObject, spec: JsonObject = {}): JsonObject => ({
  selector: { matchLabels: { app } },
  template: { metadata: { labels: { app } }, spec: { containers: [container], ...spec } },
});
const deployment = (container: JsonObject, spec: JsonObject = {}, replicas = 2): JsonObject =>
  object('Deployment', 'web', { spec: { replicas, ...template('web', container, spec) } }, 'apps/v1');
const service = (name: string, selector: JsonObject, ports: Json): JsonObject =>
  object('Service', name, { spec: { selector, ports } });
const job = (container: JsonObject, spec: JsonObject, podSpec: JsonObject = {}): JsonObject =>
  object(
    'Job',
    'j',
    {
      spec: { ...spec, template: { spec: { restartPolicy: 'Never', containers: [container], ...podSpec } } },
    },
    'batch/v1',
  );
const claim = (mode: string, storageClassName?: string): JsonObject =>
  object('PersistentVolumeClaim', 'data', {
    spec: {
      accessModes: [mode],
      resources: { requests: { storage: '1Gi' } },
      ...(storageClassName === undefined ? {} : { storageClassName }),
    },
  });
const withVolume = (volume: JsonObject, container: JsonObject = nginx(), name = 'p'): JsonObject =>
  pod(
    { ...container, volumeMounts: [{ name: 'd', mountPath: '/d' }] },
    { volumes: [{ name: 'd', ...volume }] },
    name,
  );
const claimed = (name = 'p'): JsonObject =>
  withVolume({ persistentVolumeClaim: { claimName: 'data' } }, nginx(), name);
const near = (kind: string, app: string): JsonObject => ({
  affinity: {
    [kind]: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: { app } }, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
  },
});

type Row = readonly [
  name: string,
  after: number,
  cause: CauseId,
  words: string,
  ...steps: readonly JsonObject[],
];

const ROWS: readonly Row[] = [
  // Scheduling.
  [
    'asks for more than any node has',
    6,
    'larger-than-any-node',
    'cpu 100',
    apply('0s', pod(nginx({ resources: { requests: { cpu: '100' } } }))),
  ],
  [
    'a limit alone is a request',
    6,
    'larger-than-any-node',
    'memory 512Gi',
    apply('0s', pod(nginx({ resources: { limits: { memory: '512Gi' } } }))),
  ],
  [
    'a GPU nobody has',
    6,
    'resource-absent',
    'nvidia.com/gpu',
    apply('0s', pod(nginx({ resources: { limits: { 'nvidia.com/gpu': 1 } } }))),
  ],
  [
    'the nodes are full',
    20,
    'insufficient',
    'cpu',
    apply('0s', deployment(nginx({ resources: { requests: { cpu: '2' } } }), {}, 6)),
  ],
  [
    'a label no node has',
    6,
    'node-selector',
    'disktype=ssd',
    apply('0s', pod(nginx(), { nodeSelector: { disktype: 'ssd' } })),
  ],
  [
    'a topology no node is in',
    6,
    'node-selector',
    'rack',
    apply(
      '0s',
      pod(nginx(), {
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'rack',
            whenUnsatisfiable: 'DoNotSchedule',
            labelSelector: { matchLabels: { app: 'web' } },
          },
        ],
      }),
    ),
  ],
  [
    'the only node is cordoned',
    10,
    'cordoned',
    'worker-1',
    run('0s', 'cordon worker-1'),
    apply('2s', pod(nginx(), { nodeSelector: { 'kubernetes.io/hostname': 'worker-1' } })),
  ],
  [
    'every worker is tainted',
    10,
    'taint',
    'team=a:NoSchedule',
    run('0s', 'taint nodes worker-1 worker-2 worker-3 team=a:NoSchedule'),
    apply('2s', pod(nginx())),
  ],
  [
    'a port of the node is taken',
    20,
    'host-port-taken',
    '80',
    apply('0s', deployment(nginx({ ports: [{ containerPort: 80, hostPort: 80 }] }), {}, 4)),
  ],
  [
    'wants to be near nobody',
    6,
    'pod-affinity',
    'app=cache',
    apply('0s', pod(nginx(), near('podAffinity', 'cache'))),
  ],
  [
    'is kept away by others',
    20,
    'kept-away',
    'web-',
    apply('0s', deployment(nginx(), near('podAntiAffinity', 'noisy'), 3)),
    apply('10s', pod(nginx(), {}, 'noisy', { app: 'noisy' })),
  ],
  [
    'one of a kind a node',
    20,
    'anti-affinity',
    'anti-affinity rules',
    apply('0s', deployment(nginx(), near('podAntiAffinity', 'web'), 4)),
  ],
  [
    'a scheduler nobody runs',
    10,
    'scheduler-unknown',
    'my-scheduler',
    apply('0s', pod(nginx(), { schedulerName: 'my-scheduler' })),
  ],
  [
    'the scheduler is down',
    60,
    'scheduler-silent',
    'kube-scheduler',
    down('kube-scheduler'),
    apply('20s', pod(nginx())),
  ],
  [
    'a gate is closed',
    6,
    'gated',
    'example.com/wait',
    apply('0s', pod(nginx(), { schedulingGates: [{ name: 'example.com/wait' }] })),
  ],
  // Volumes and configuration.
  ['the claim does not exist', 6, 'claim-absent', 'data', apply('0s', claimed())],
  [
    'the class does not exist',
    6,
    'claim-class-missing',
    'fast',
    apply('0s', claim('ReadWriteOnce', 'fast'), claimed()),
  ],
  [
    'another Pod has the claim',
    25,
    'claim-in-use',
    'one',
    apply('0s', claim('ReadWriteOncePod'), claimed('one')),
    apply('15s', claimed('two')),
  ],
  [
    'the claim is deleted while used',
    25,
    'still-used',
    'one',
    apply('0s', claim('ReadWriteOnce'), claimed('one')),
    run('15s', 'delete pvc data --wait=false'),
  ],
  [
    'no ConfigMap to mount',
    20,
    'object-missing',
    'ConfigMap default/conf',
    apply('0s', withVolume({ configMap: { name: 'conf' } })),
  ],
  [
    'no ConfigMap for the environment',
    15,
    'object-missing',
    'ConfigMap default/conf',
    apply('0s', pod(nginx({ envFrom: [{ configMapRef: { name: 'conf' } }] }))),
  ],
  [
    'a path that is no directory',
    20,
    'volume-missing',
    'is not a directory',
    apply('0s', withVolume({ hostPath: { path: '/nowhere', type: 'Directory' } })),
  ],
  [
    'may not run as root',
    15,
    'runs-as-root',
    'image will run as root',
    apply('0s', pod(nginx(), { securityContext: { runAsNonRoot: true } })),
  ],
  // Images.
  [
    'a tag that is not there',
    15,
    'tag-missing',
    'nginx:nosuch',
    apply('0s', pod(nginx({ image: 'nginx:nosuch' }))),
  ],
  [
    'no image name',
    10,
    'name-invalid',
    'nginx:1.29:latest',
    apply('0s', pod(nginx({ image: 'nginx:1.29:latest' }))),
  ],
  [
    'the login is not there',
    15,
    'object-missing',
    'Secret default/regcred',
    apply(
      '0s',
      pod(nginx({ image: 'docker.io/library/private-thing:1' }), { imagePullSecrets: [{ name: 'regcred' }] }),
    ),
  ],
  // Programs.
  [
    'an error of its own',
    20,
    'program-failed',
    'DB_URL is not set',
    apply('0s', pod(shell('echo DB_URL is not set; exit 1'))),
  ],
  ['nothing to do', 20, 'program-ended', 'Completed (0)', apply('0s', pod(shell('echo hi')))],
  [
    'a command in one word',
    20,
    'command-missing',
    'sleep 3600',
    apply('0s', pod({ name: 'a', image: 'busybox:1.36', command: ['sleep 3600'] })),
  ],
  [
    'a script without its x bit',
    20,
    'not-executable',
    'permission denied',
    apply(
      '0s',
      object('ConfigMap', 's', { data: { 'run.sh': 'echo hi' } }),
      withVolume({ configMap: { name: 's' } }, { name: 'a', image: 'busybox:1.36', command: ['/d/run.sh'] }),
    ),
  ],
  [
    'two of a Pod on one port',
    30,
    'port-taken',
    'Address already in use',
    apply('0s', pod(nginx(), { containers: [nginx(), nginx({ name: 'b' })] })),
  ],
  [
    'writes to a read-only root',
    20,
    'read-only-root',
    'Read-only file system',
    apply(
      '0s',
      pod(shell('echo x > /data.txt || exit 1', { securityContext: { readOnlyRootFilesystem: true } })),
    ),
  ],
  [
    'a name in no DNS',
    20,
    'service-missing',
    'api.prod',
    apply('0s', pod(shell('wget -T 2 -qO- http://api.prod:8080 || exit 1'))),
  ],
  [
    'a database without its password',
    40,
    'program-failed',
    'superuser password is not specified',
    apply('0s', pod(nginx({ image: 'postgres:16' }))),
  ],
  [
    'a hook that fails',
    20,
    'start-failed',
    'PostStartHook',
    apply('0s', pod(nginx({ lifecycle: { postStart: { exec: { command: ['sh', '-c', 'exit 1'] } } } }))),
  ],
  [
    'an init container that fails',
    20,
    'program-failed',
    'no db',
    apply('0s', pod(nginx(), { initContainers: [shell('echo no db; exit 3', { name: 'mig' })] })),
  ],
  [
    'two that wait for each other',
    30,
    'circle',
    'a → b → a',
    apply(
      '0s',
      service('a', { app: 'a' }, [{ port: 80 }]),
      service('b', { app: 'b' }, [{ port: 80 }]),
      ...(['a', 'b'] as const).map((name) =>
        pod(
          nginx(),
          {
            initContainers: [
              shell(`until wget -T 1 -qO- http://${name === 'a' ? 'b' : 'a'}; do sleep 2; done`, {
                name: 'w',
              }),
            ],
          },
          name,
          { app: name },
        ),
      ),
    ),
  ],
  [
    'longer than its deadline',
    40,
    'deadline',
    '5',
    apply(
      '0s',
      pod(shell('exec sleep 1000'), {
        activeDeadlineSeconds: 5,
        restartPolicy: 'Never',
        terminationGracePeriodSeconds: 1,
      }),
    ),
  ],
  [
    'more than its emptyDir may hold',
    90,
    'over-local-limit',
    'exceeds the limit "1Mi"',
    apply(
      '0s',
      withVolume(
        { emptyDir: { sizeLimit: '1Mi' } },
        shell('dd if=/dev/zero of=/d/x bs=1M count=5; sleep 1000'),
      ),
    ),
  ],
  // Probes.
  [
    'liveness asks the wrong port',
    60,
    'liveness-failed',
    'connection refused',
    apply('0s', pod(nginx({ livenessProbe: { httpGet: { path: '/', port: 8080 }, periodSeconds: 5 } }))),
  ],
  [
    'readiness asks the wrong path',
    20,
    'readiness-failed',
    'statuscode: 404',
    apply(
      '0s',
      pod(nginx({ readinessProbe: { httpGet: { path: '/healthz', port: 80 }, periodSeconds: 5 } })),
    ),
  ],
  // What makes Pods, and Services.
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

export const FAILING: readonly Failing[] = ROWS.map(([name, after, cause, words, ...steps]) => ({
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
];
