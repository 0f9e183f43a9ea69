import { expect, test } from 'vitest';
import type { Pod } from '../../../../api/generated/types.ts';
import { created, updated } from '../common/testing.ts';
import { POD } from './index.ts';

function pod(spec: object, metadata: object = {}): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', ...metadata }, spec };
}

const WEB = { name: 'web', image: 'nginx:1.25' };

test('many errors come in the order of the checks', () => {
  const container = {
    image: 'nginx:1.25',
    ports: [{ containerPort: 70000 }],
    env: [{ value: 'a' }],
    volumeMounts: [{ name: 'b', mountPath: '/b' }],
    resources: { requests: { cpu: '2' }, limits: { cpu: '1' } },
    livenessProbe: { periodSeconds: 5 },
  };
  const spec = {
    restartPolicy: 'Sometimes',
    volumes: [{ name: 'a', hostPath: {} }],
    tolerations: [{ value: 'x' }],
    initContainers: [{ name: 'init' }],
    containers: [container, { name: 'two' }],
  };
  expect(created(POD, pod(spec)).errors).toEqual([
    'spec.volumes[0].hostPath.path: Required value',
    'spec.containers[0].name: Required value',
    'spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive',
    'spec.containers[0].env[0].name: Required value',
    'spec.containers[0].volumeMounts[0].name: Not found: "b"',
    'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
    'spec.containers[0].livenessProbe: Required value: must specify a handler type',
    'spec.containers[1].image: Required value',
    'spec.initContainers[0].image: Required value',
    'spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"',
    'spec.tolerations[0].operator: Invalid value: "": operator must be Exists when `key` is empty, which means "match all values and all keys"',
  ]);
});

test('defaults depend on the tag, the limits and the handler', () => {
  const container = {
    name: 'web',
    image: 'nginx',
    resources: { limits: { cpu: '1' } },
    ports: [{ containerPort: 80 }],
    livenessProbe: { httpGet: { port: 80 } },
  };
  const { object, errors } = created<Pod>(POD, pod({ containers: [container] }));
  expect(errors).toEqual([]);
  expect(object.spec.containers[0]).toEqual({
    name: 'web',
    image: 'nginx',
    imagePullPolicy: 'Always',
    ports: [{ containerPort: 80, protocol: 'TCP' }],
    resources: { limits: { cpu: '1' }, requests: { cpu: '1' } },
    livenessProbe: {
      httpGet: { port: 80, path: '/', scheme: 'HTTP' },
      timeoutSeconds: 1,
      periodSeconds: 10,
      successThreshold: 1,
      failureThreshold: 3,
    },
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  });
  expect(object.status).toEqual({ phase: 'Pending', qosClass: 'Burstable' });
});

test('what may not change is refused with a diff of the spec', () => {
  const requests = (cpu: string) => ({ requests: { cpu, memory: '64Mi' } });
  const spec = { schedulerName: 'none', containers: [{ ...WEB, resources: requests('1') }] };
  const token = { name: 'kube-api-access-x', readOnly: true, mountPath: '/var/run/secrets/x' };
  const { object } = created<Pod>(POD, pod(spec));
  const live = structuredClone(object);
  Object.assign(live.spec.containers[0] ?? {}, { volumeMounts: [token] });
  Object.assign(live.spec, { volumes: [{ name: token.name, emptyDir: {} }] });
  const { errors } = updated<Pod>(POD, live, (draft) => {
    Object.assign(draft.spec.containers[0] ?? {}, { resources: requests('2') });
  });
  expect(errors).toHaveLength(1);
  const [head = '', , ...diff] = (errors[0] ?? '').split('\n');
  expect(head).toBe(
    'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
  );
  expect(diff.map((line) => line.trim())).toEqual([
    '"Resources": {',
    '"Limits": null,',
    '"Requests": {',
    '-     "cpu": "1",',
    '+     "cpu": "2",',
    '"memory": "64Mi"',
    '},',
    '"Claims": null',
    '',
  ]);
});

test('an image may change, a toleration may be added and not lost', () => {
  const tolerations = [{ key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }];
  const { object } = created<Pod>(POD, pod({ containers: [WEB], tolerations }));
  const image = updated<Pod>(POD, object, (draft) => {
    Object.assign(draft.spec.containers[0] ?? {}, { image: 'nginx:1.27' });
    draft.spec.tolerations?.push({ key: 'b', operator: 'Exists' });
  });
  expect(image.errors).toEqual([]);
  const lost = updated<Pod>(POD, object, (draft) => void (draft.spec.tolerations = []));
  expect(lost.errors).toEqual([
    'spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds',
  ]);
});

test('what is accepted with a warning', () => {
  const warnings = (spec: object, metadata: object = {}) => created(POD, pod(spec, metadata)).warnings;
  expect(warnings({ containers: [WEB] }, { name: 'web.v1' })).toEqual([
    "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
  ]);
  const env = [
    { name: 'A', value: 'a' },
    { name: 'A', value: 'b' },
  ];
  expect(warnings({ containers: [{ ...WEB, env }] })).toEqual([
    'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
  ]);
  const ports = [{ containerPort: 80 }, { containerPort: 80 }];
  expect(warnings({ containers: [{ ...WEB, ports }] })).toEqual([
    'spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]',
  ]);
  expect(warnings({ containers: [WEB], nodeSelector: { 'beta.kubernetes.io/os': 'linux' } })).toEqual([
    'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
  ]);
});
