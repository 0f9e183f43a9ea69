import { expect, it } from 'vitest';
import { inServedVersion } from './served-version.ts';

it('reads an autoscaler of autoscaling/v1 as the same one of v2, and leaves others alone', () => {
  const spec = { maxReplicas: 10, scaleTargetRef: { kind: 'Deployment', name: 'web' } };
  const written = {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web' },
    spec: { ...spec, targetCPUUtilizationPercentage: 50 },
  };
  expect(inServedVersion(written)).toEqual({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web' },
    spec: {
      ...spec,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
        },
      ],
    },
  });
  const pod = { apiVersion: 'v1', kind: 'Pod' };
  expect(inServedVersion(pod)).toBe(pod);
});
