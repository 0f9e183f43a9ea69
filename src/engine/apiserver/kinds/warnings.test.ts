import { expect, test } from 'vitest';
import { created } from './common/testing.ts';
import { JOB } from './job/index.ts';
import { NETWORK_POLICY } from './network-policy.ts';
import { NODE } from './node.ts';
import { PERSISTENT_VOLUME } from './persistent-volume/index.ts';
import { POD } from './pod/index.ts';
import { SERVICE } from './service/index.ts';
import { STORAGE_CLASS } from './storage-class.ts';

const OLD_LABEL = 'beta.kubernetes.io/os is deprecated since v1.14; use "kubernetes.io/os" instead';
const of = (spec: object, metadata: object = {}) => ({ metadata: { name: 'web', ...metadata }, spec });
const term = { matchExpressions: [{ key: 'beta.kubernetes.io/os', operator: 'In', values: ['linux'] }] };

test('volumes, classes and nodes say what is old about them', () => {
  const annotations = { 'volume.beta.kubernetes.io/mount-options': 'hard' };
  const volume = of(
    {
      persistentVolumeReclaimPolicy: 'Recycle',
      cephfs: { monitors: ['a'] },
      nodeAffinity: { required: { nodeSelectorTerms: [term] } },
    },
    { annotations },
  );
  expect(created(PERSISTENT_VOLUME, volume).warnings).toEqual([
    'metadata.annotations[volume.beta.kubernetes.io/mount-options]: deprecated since v1.31; use "mountOptions" attribute instead',
    'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
    `spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: ${OLD_LABEL}`,
    'spec.cephfs: deprecated in v1.28, non-functional in v1.31+',
  ]);
  const allowedTopologies = [{ matchLabelExpressions: [{ key: 'beta.kubernetes.io/os', values: ['a'] }] }];
  expect(
    created(STORAGE_CLASS, { metadata: { name: 'a' }, provisioner: 'a.b/c', allowedTopologies }).warnings,
  ).toEqual([`allowedTopologies[0].matchLabelExpressions[0].key: ${OLD_LABEL}`]);
  expect(created(NODE, of({ externalID: 'x', configSource: {} })).warnings).toEqual([
    'spec.configSource: the feature is removed',
    'spec.externalID: this field is deprecated, and is unused by Kubernetes',
  ]);
});

test('addresses that only the laxer reading takes are told how they should be written', () => {
  const pod = of({
    containers: [{ name: 'web', image: 'nginx' }],
    dnsConfig: { nameservers: ['1.2.3.4', '05.06.07.08'] },
    hostAliases: [{ ip: '::ffff:1.2.3.4', hostnames: ['a'] }],
    affinity: {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } },
    },
  });
  const future = 'will be considered invalid in a future Kubernetes release: use';
  expect(created(POD, pod).warnings).toEqual([
    `spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].key: ${OLD_LABEL}`,
    `spec.hostAliases[0].ip: non-standard IP address "::ffff:1.2.3.4" ${future} "1.2.3.4"`,
    `spec.dnsConfig.nameservers[1]: non-standard IP address "05.06.07.08" ${future} "5.6.7.8"`,
  ]);
  const service = of({
    type: 'LoadBalancer',
    ports: [{ port: 80 }],
    loadBalancerSourceRanges: ['192.12.2.8/24', '10.0.0.0/8'],
    clusterIPs: ['2001:db8:0:0::2'],
    clusterIP: '2001:db8:0:0::2',
  });
  expect(created(SERVICE, service).warnings).toEqual([
    'spec.clusterIPs[0]: IPv6 address "2001:db8:0:0::2" should be in RFC 5952 canonical format ("2001:db8::2")',
    'spec.loadBalancerSourceRanges[0]: CIDR value "192.12.2.8/24" is ambiguous in this context (should be "192.12.2.0/24" or "192.12.2.8/32"?)',
  ]);
  const policy = of({
    podSelector: {},
    egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/08', except: [] } }] }],
  });
  expect(created(NETWORK_POLICY, policy).warnings).toEqual([
    `spec.egress[0].to[0].ipBlock.cidr: non-standard CIDR value "10.0.0.0/08" ${future} "10.0.0.0/8"`,
  ]);
});

test('a Job of very many indexes is told that they may be lost', () => {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'x' }] } };
  const job = (completions: number) =>
    created(JOB, of({ completionMode: 'Indexed', completions, parallelism: 20_000, template })).warnings;
  expect(job(100_000)).toEqual([]);
  expect(job(100_001)).toEqual([
    'spec: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail',
  ]);
});
