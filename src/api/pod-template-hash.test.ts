import { expect, it } from 'vitest';
import type { PodTemplateSpec } from './generated/types.ts';
import { podTemplateHash } from './pod-template-hash.ts';

const DEFAULTS = {
  dnsPolicy: 'ClusterFirst',
  restartPolicy: 'Always',
  schedulerName: 'default-scheduler',
  securityContext: {},
  terminationGracePeriodSeconds: 30,
};
const CONTAINER = {
  image: 'nginx:1.25',
  imagePullPolicy: 'IfNotPresent',
  name: 'agent',
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
};

it('is what a real cluster names revisions and ReplicaSets by', () => {
  const template = {
    metadata: { labels: { app: 'agent' } },
    spec: { ...DEFAULTS, containers: [CONTAINER], nodeSelector: { disk: 'nvme' } },
  } as unknown as PodTemplateSpec;
  expect(podTemplateHash(template)).toBe('8666cb6948');
});
