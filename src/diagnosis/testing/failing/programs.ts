import { apply, nginx, object, pod, service, shell, withVolume, type Row } from './manifests.ts';

/** Programs that end, and probes that fail. */
export const PROGRAMS: readonly Row[] = [
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
    'GET /healthz on port 80',
    apply(
      '0s',
      pod(nginx({ readinessProbe: { httpGet: { path: '/healthz', port: 80 }, periodSeconds: 5 } })),
    ),
  ],
];
