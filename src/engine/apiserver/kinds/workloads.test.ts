import { expect, test } from 'vitest';
import type { Deployment, Job, StatefulSet } from '../../../api/generated/types.ts';
import { created, updated } from './common/testing.ts';
import { CRON_JOB } from './cron-job/index.ts';
import { DAEMON_SET } from './daemon-set/index.ts';
import { DEPLOYMENT } from './deployment/index.ts';
import { JOB } from './job/index.ts';
import { STATEFUL_SET } from './stateful-set/index.ts';

const template = (spec: object = {}, labels: object = { app: 'web' }) => ({
  metadata: { labels },
  spec: { containers: [{ name: 'web', image: 'nginx:1.25' }], ...spec },
});
const of = (spec: object, metadata: object = {}) => ({ metadata: { name: 'web', ...metadata }, spec });
const selector = { matchLabels: { app: 'web' } };

test('a Deployment is defaulted and its rollout limits are checked', () => {
  const { object, errors } = created<Deployment>(DEPLOYMENT, of({ selector, template: template() }));
  expect(errors).toEqual([]);
  expect(object.spec).toMatchObject({
    replicas: 1,
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
  });
  const strategy = { rollingUpdate: { maxUnavailable: 0, maxSurge: '0%' } };
  expect(
    created(DEPLOYMENT, of({ selector, strategy, minReadySeconds: 700, template: template() })).errors,
  ).toEqual([
    'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0',
    'spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds',
  ]);
});

test('claim templates are volumes of a StatefulSet, and stand in for those of their name', () => {
  const containers = [
    {
      name: 'db',
      image: 'postgres:17',
      volumeMounts: [
        { name: 'data', mountPath: '/var/lib/db' },
        { name: 'conf', mountPath: '/etc/db' },
      ],
    },
  ];
  const claim = {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  };
  const made = (volumes: readonly object[], claims: readonly object[]) =>
    created(
      STATEFUL_SET,
      of({ selector, template: template({ containers, volumes }), volumeClaimTemplates: claims }),
    ).errors;
  const conf = { name: 'conf', configMap: { name: 'conf' } };
  expect(made([conf], [claim])).toEqual([]);
  expect(made([conf, { name: 'data', emptyDir: {} }], [claim, claim])).toEqual([]);
  expect(made([], [claim])).toEqual([
    'spec.template.spec.containers[0].volumeMounts[1].name: Not found: "conf"',
  ]);
});

test('only some fields of a StatefulSet may change', () => {
  const { object } = created<StatefulSet>(
    STATEFUL_SET,
    of({ selector, serviceName: 'web', replicas: 0, template: template() }),
  );
  const scaled = updated<StatefulSet>(STATEFUL_SET, object, ({ spec }) => void (spec && (spec.replicas = 3)));
  expect(scaled.errors).toEqual([]);
  const renamed = updated<StatefulSet>(
    STATEFUL_SET,
    object,
    ({ spec }) => void (spec && (spec.serviceName = 'other')),
  );
  expect(renamed.errors).toEqual([
    "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
  ]);
});

test('how many Pods of a StatefulSet may be unavailable cannot be said: the gate is off', () => {
  const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2, partition: 1 } };
  const { object, errors } = created<StatefulSet>(
    STATEFUL_SET,
    of({ selector, updateStrategy, serviceName: 'web', template: template() }),
  );
  expect([errors, object.spec?.updateStrategy]).toEqual([
    [],
    { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
  ]);
});

test('a DaemonSet adds or removes first, not both', () => {
  const updateStrategy = { rollingUpdate: { maxUnavailable: 1, maxSurge: 2 } };
  expect(created(DAEMON_SET, of({ selector, updateStrategy, template: template() })).errors).toEqual([
    'spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 2: may not be set when maxUnavailable is non-zero',
  ]);
});

const once = { restartPolicy: 'Never' };

test('a Job makes its selector from its uid', () => {
  const { object, errors } = created<Job>(JOB, of({ template: template(once, {}) }));
  expect(errors).toEqual([]);
  const uid = '00000000-0000-4000-8000-000000000001';
  expect(object.spec?.selector).toEqual({ matchLabels: { 'batch.kubernetes.io/controller-uid': uid } });
  expect(object.spec?.template.metadata?.labels).toEqual({
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': 'web',
    'controller-uid': uid,
    'job-name': 'web',
  });
});

test('policies of a Job are checked against its mode', () => {
  const spec = {
    completionMode: 'Indexed',
    completions: 3,
    podFailurePolicy: { rules: [{ action: 'FailJob' }] },
    successPolicy: { rules: [{ succeededIndexes: '0-5' }] },
    template: template(once, {}),
  };
  expect(created(JOB, of(spec)).errors).toEqual([
    'spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required',
    'spec.successPolicy.rules[0].succeededIndexes: Invalid value: "0-5": error parsing succeededIndexes: too large index: "5"',
  ]);
});

test('a suspended Job may still change what its Pods request', () => {
  const { object } = created<Job>(JOB, of({ suspend: true, template: template(once, {}) }));
  const change = (draft: { spec?: { template: { spec?: { containers: object[] } } } }) =>
    void Object.assign(draft.spec?.template.spec?.containers[0] ?? {}, {
      resources: { requests: { cpu: '2' } },
    });
  expect(updated<Job>(JOB, object, change).errors).toEqual([]);
  const running: Job = { ...object, spec: { ...object.spec, suspend: false } };
  const [error = ''] = updated<Job>(JOB, running, change).errors;
  expect(error.endsWith(': field is immutable')).toBe(true);
  expect(error.startsWith('spec.template: Invalid value: {"labels":{"batch.kubernetes.io/')).toBe(true);
});

test('schedules that cannot be read', () => {
  const errors = (spec: object) =>
    created(CRON_JOB, of({ ...spec, jobTemplate: { spec: { template: template(once) } } })).errors;
  expect(errors({})).toEqual(['spec.schedule: Required value']);
  expect(errors({ schedule: 'every minute' })).toEqual([
    'spec.schedule: Invalid value: "every minute": expected exactly 5 fields, found 2: [every minute]',
  ]);
  expect(errors({ schedule: '61 * * * *' })).toEqual([
    'spec.schedule: Invalid value: "61 * * * *": end of range (61) above maximum (59): 61',
  ]);
  expect(errors({ schedule: 'TZ=UTC * * * * *' })).toEqual([
    'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
  ]);
  expect(errors({ schedule: '@hourly', timeZone: 'Mars/Base' })).toEqual([
    'spec.timeZone: Invalid value: "Mars/Base": unknown time zone Mars/Base',
  ]);
  expect(errors({ schedule: '*/5 0-6 * jan-mar MON' })).toEqual([]);
});

test('of a template nothing is said while its selector is none', () => {
  const selector = { matchExpressions: [{ key: 'app', operator: 'In' }] };
  const never = template({ restartPolicy: 'Never' });
  const said = [
    "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    'spec.selector: Invalid value: {"matchExpressions":[{"key":"app","operator":"In"}]}: invalid label selector',
  ];
  expect(created(DEPLOYMENT, of({ selector, template: never })).errors).toEqual(said);
  expect(created(STATEFUL_SET, of({ selector, template: never })).errors).toEqual([
    said[0],
    'spec.selector: Invalid value: {"matchExpressions":[{"key":"app","operator":"In"}]}',
    'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
  ]);
});
