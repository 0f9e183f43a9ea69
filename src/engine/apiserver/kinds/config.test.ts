import { expect, test } from 'vitest';
import type { PersistentVolumeClaim, Secret, Service } from '../../../api/generated/types.ts';
import { created, strategyContext, updated } from './common/testing.ts';
import { CONFIG_MAP } from './config-map.ts';
import { INGRESS } from './ingress.ts';
import { LIMIT_RANGE } from './limit-range.ts';
import { NETWORK_POLICY } from './network-policy.ts';
import { PERSISTENT_VOLUME_CLAIM } from './persistent-volume-claim/index.ts';
import { RESOURCE_QUOTA } from './resource-quota.ts';
import { SECRET } from './secret.ts';
import { SERVICE } from './service/index.ts';

const named = (rest: object) => ({ metadata: { name: 'app' }, ...rest });

test('keys of a ConfigMap', () => {
  const errors = (rest: object) => created(CONFIG_MAP, named(rest)).errors;
  expect(errors({ data: { 'a/b': 'x' } })).toEqual([
    `data[a/b]: Invalid value: "a/b": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
  ]);
  expect(errors({ data: { '..': 'x' } })).toEqual([`data[..]: Invalid value: "..": must not be '..'`]);
  expect(errors({ data: { a: 'x' }, binaryData: { a: 'eA==' } })).toEqual([
    'data[a]: Invalid value: "a": duplicate of key present in binaryData',
  ]);
});

test('a Secret has what its type asks for and keeps its type', () => {
  const errors = (rest: object) => created(SECRET, named(rest)).errors;
  expect(errors({ type: 'kubernetes.io/tls' })).toEqual([
    'data[tls.crt]: Required value',
    'data[tls.key]: Required value',
  ]);
  expect(errors({ type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': 'YQ==' } })).toEqual([
    `data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": invalid character 'a' looking for beginning of value`,
  ]);
  const { object } = created<Secret>(SECRET, named({}));
  expect(object.type).toBe('Opaque');
  expect(updated<Secret>(SECRET, object, (draft) => void (draft.type = 'example.com/other')).errors).toEqual([
    'type: Invalid value: "example.com/other": field is immutable',
  ]);
});

test('limits of a range must agree', () => {
  const item = {
    type: 'Container',
    max: { cpu: '1' },
    min: { cpu: '2' },
    default: { cpu: '2' },
    defaultRequest: { cpu: '1' },
  };
  expect(
    created(LIMIT_RANGE, named({ spec: { limits: [{ ...item, default: { cpu: '1' } }] } })).errors,
  ).toEqual([
    'spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
    'spec.limits[0].defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than default request value 1',
    'spec.limits[0].default[cpu]: Invalid value: "2": min value 2 is greater than default value 1',
  ]);
});

test('a quota counts whole things of known kinds', () => {
  const errors = (hard: object, scopes?: readonly string[]) =>
    created(RESOURCE_QUOTA, named({ spec: { hard, scopes } })).errors;
  expect(errors({ cores: '1' })).toEqual([
    'spec.hard[cores]: Invalid value: "cores": must be a standard resource type or fully qualified',
    'spec.hard[cores]: Invalid value: "cores": must be a standard resource for quota',
  ]);
  expect(errors({ pods: '1500m' }, ['Fast'])).toEqual([
    'spec.hard[pods]: Invalid value: "1500m": must be an integer',
    'spec.scopes: Invalid value: ["Fast"]: unsupported scope',
  ]);
});

test('a claim asks for a size and keeps what it asked for', () => {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const { object, errors } = created<PersistentVolumeClaim>(PERSISTENT_VOLUME_CLAIM, named({ spec }));
  expect(errors).toEqual([]);
  expect(created(PERSISTENT_VOLUME_CLAIM, named({ spec: {} })).errors).toEqual([
    'spec.accessModes: Required value: at least 1 access mode is required',
    'spec.resources[storage]: Required value',
  ]);
  const bound: PersistentVolumeClaim = {
    ...object,
    spec: { ...object.spec, volumeName: 'pv', storageClassName: 'imm-a' },
    status: { phase: 'Bound' },
  };
  const changed = updated<PersistentVolumeClaim>(
    PERSISTENT_VOLUME_CLAIM,
    bound,
    (draft) => void (draft.spec && (draft.spec.storageClassName = 'other')),
  );
  expect((changed.errors[0] ?? '').split('\n')).toEqual([
    'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
    '@@ -10,7 +10,7 @@',
    '   }',
    '  },',
    '  "VolumeName": "pv",',
    '- "StorageClassName": "imm-a",',
    '+ "StorageClassName": "other",',
    '  "VolumeMode": "Filesystem",',
    '  "DataSource": null,',
    '  "DataSourceRef": null,',
    '',
  ]);
});

test('a Service gets an address of its own; a node port is given once', () => {
  const spec = { type: 'NodePort', ports: [{ port: 80, nodePort: 31999 }] };
  const one = created<Service>(SERVICE, named({ spec }));
  expect(one.errors).toEqual([]);
  expect(one.object.spec).toMatchObject({
    clusterIPs: [one.object.spec?.clusterIP],
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
    sessionAffinity: 'None',
    internalTrafficPolicy: 'Cluster',
    externalTrafficPolicy: 'Cluster',
    ports: [{ port: 80, nodePort: 31999, protocol: 'TCP', targetPort: 80 }],
  });
  const two = created<Service>(SERVICE, { metadata: { name: 'two' }, spec }, strategyContext([one.object]));
  expect(two.errors).toEqual([
    'spec.ports[0].nodePort: Invalid value: 31999: provided port is already allocated',
  ]);
});

test('Ingress backends and network peers', () => {
  const paths = [{ path: 'a', pathType: 'Prefix', backend: { service: { name: 'web' } } }];
  expect(created(INGRESS, named({ spec: { rules: [{ host: '1.2.3.4', http: { paths } }] } })).errors).toEqual(
    [
      'spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
      'spec.rules[0].http.paths[0].path: Invalid value: "a": must be an absolute path',
      'spec.rules[0].http.paths[0].backend: Required value: port name or number is required',
    ],
  );
  const ingress = [{ from: [{ ipBlock: { cidr: '10.0.0.0' } }, {}], ports: [{ port: 99999 }] }];
  expect(
    created(NETWORK_POLICY, named({ spec: { podSelector: {}, policyTypes: ['In'], ingress } })).errors,
  ).toEqual([
    'spec.ingress[0].ports[0].port: Invalid value: 99999: must be between 1 and 65535, inclusive',
    'spec.ingress[0].from[0].ipBlock.cidr: Invalid value: "10.0.0.0": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    'spec.ingress[0].from[1]: Required value: must specify a peer',
    'spec.policyTypes[0]: Unsupported value: "In": supported values: "Ingress", "Egress"',
  ]);
});
