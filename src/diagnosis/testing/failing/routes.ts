import type { Json, JsonObject } from '../../../base/json.ts';
import { apply, deployment, nginx, object, type Row, run, service, shell } from './manifests.ts';

const ingress = (name: string, port: JsonObject): JsonObject =>
  object(
    'Ingress',
    'shop',
    {
      spec: {
        rules: [
          {
            host: 'shop.example',
            http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name, port } } }] },
          },
        ],
      },
    },
    'networking.k8s.io/v1',
  );
const cron = (script: string, spec: JsonObject): JsonObject =>
  object(
    'CronJob',
    'nightly',
    {
      spec: {
        schedule: '*/1 * * * *',
        ...spec,
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: 'Never', containers: [shell(script)] } } },
        },
      },
    },
    'batch/v1',
  );
const ports: Json = [{ port: 80 }];
const web = [deployment(nginx()), service('web', { app: 'web' }, ports)];

/** What is sent on to nobody, what does not begin anew, and what stays when deleted. */
export const ROUTES: readonly Row[] = [
  [
    'an Ingress to a Service that is not there',
    20,
    'backend-missing',
    'webb',
    apply('0s', ...web, ingress('webb', { number: 80 })),
  ],
  [
    'an Ingress to a port that the Service has not',
    20,
    'backend-port-missing',
    '8080',
    apply('0s', ...web, ingress('web', { number: 8080 })),
  ],
  [
    'an Ingress to a Service that selects nobody',
    20,
    'selects-none',
    'app=shop',
    apply('0s', deployment(nginx()), service('web', { app: 'shop' }, ports), ingress('web', { number: 80 })),
  ],
  [
    'a CronJob whose last Job never ends',
    200,
    'cron-busy',
    'nightly-',
    apply('0s', cron('sleep 10000', { concurrencyPolicy: 'Forbid' })),
  ],
  [
    'a finalizer on a ConfigMap',
    20,
    'finalizer',
    'example.com/x',
    apply('0s', {
      ...object('ConfigMap', 'c', { data: { a: 'b' } }),
      metadata: { name: 'c', finalizers: ['example.com/x'] },
    }),
    run('5s', 'delete cm c --wait=false'),
  ],
];
