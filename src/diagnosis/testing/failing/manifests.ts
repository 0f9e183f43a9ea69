import type { Json, JsonObject } from '../../../base/json.ts';
import type { CauseId } from '../../verdict.ts';

export const apply = (at: string, ...objects: readonly JsonObject[]): JsonObject => ({
  at,
  apply: objects.map((object) => JSON.stringify(object)).join('\n---\n'),
});
export const run = (at: string, kubectl: string): JsonObject => ({ at, kubectl });
export const down = (component: string, node?: string): JsonObject => ({
  at: '1s',
  fault: { component, state: 'down', ...(node === undefined ? {} : { node }) },
});

export const object = (kind: string, name: string, rest: JsonObject, apiVersion = 'v1'): JsonObject => ({
  apiVersion,
  kind,
  metadata: { name },
  ...rest,
});
export const nginx = (more: JsonObject = {}): JsonObject => ({ name: 'a', image: 'nginx:1.29', ...more });
export const shell = (script: string, more: JsonObject = {}): JsonObject => ({
  name: 'a',
  image: 'busybox:1.36',
  command: ['sh', '-c', script],
  ...more,
});
export const pod = (
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
export const template = (app: string, container: JsonObject, spec: JsonObject = {}): JsonObject => ({
  selector: { matchLabels: { app } },
  template: { metadata: { labels: { app } }, spec: { containers: [container], ...spec } },
});
export const deployment = (container: JsonObject, spec: JsonObject = {}, replicas = 2): JsonObject =>
  object('Deployment', 'web', { spec: { replicas, ...template('web', container, spec) } }, 'apps/v1');
export const service = (name: string, selector: JsonObject, ports: Json): JsonObject =>
  object('Service', name, { spec: { selector, ports } });
export const job = (container: JsonObject, spec: JsonObject, podSpec: JsonObject = {}): JsonObject =>
  object(
    'Job',
    'j',
    {
      spec: { ...spec, template: { spec: { restartPolicy: 'Never', containers: [container], ...podSpec } } },
    },
    'batch/v1',
  );
export const autoscaler = (target: string): JsonObject =>
  object(
    'HorizontalPodAutoscaler',
    'web',
    {
      spec: {
        maxReplicas: 5,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: target },
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
          },
        ],
      },
    },
    'autoscaling/v2',
  );
export const claim = (mode: string, storageClassName?: string): JsonObject =>
  object('PersistentVolumeClaim', 'data', {
    spec: {
      accessModes: [mode],
      resources: { requests: { storage: '1Gi' } },
      ...(storageClassName === undefined ? {} : { storageClassName }),
    },
  });
export const withVolume = (volume: JsonObject, container: JsonObject = nginx(), name = 'p'): JsonObject =>
  pod(
    { ...container, volumeMounts: [{ name: 'd', mountPath: '/d' }] },
    { volumes: [{ name: 'd', ...volume }] },
    name,
  );
export const claimed = (name = 'p'): JsonObject =>
  withVolume({ persistentVolumeClaim: { claimName: 'data' } }, nginx(), name);
export const near = (kind: string, app: string): JsonObject => ({
  affinity: {
    [kind]: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: { app } }, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
  },
});

/** What goes wrong, and what is to be said of it. */
export type Row = readonly [
  name: string,
  after: number,
  cause: CauseId,
  words: string,
  ...steps: readonly JsonObject[],
];
