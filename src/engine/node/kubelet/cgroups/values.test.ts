import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../../api/generated/types.ts';
import { containerResources, oomScoreAdj, podCgroupValues } from './values.ts';

const NODE_MEMORY = 8 * 1024 ** 3;

function pod(containers: readonly object[], resources?: object): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'default', uid: 'u' },
    spec: { containers, ...(resources === undefined ? {} : { resources }) },
  } as unknown as Pod;
}

describe('resources of a whole Pod', () => {
  const shared = pod([{ name: 'a', resources: { requests: { memory: '1Gi' } } }, { name: 'b' }], {
    requests: { cpu: '500m', memory: '2Gi' },
    limits: { cpu: '1', memory: '4Gi' },
  });
  const [a, b] = shared.spec.containers;

  it('limit the Pod’s cgroup, and each container that has no limit of its own', () => {
    expect(podCgroupValues(shared)).toEqual({
      cpuShares: 512,
      cpuQuotaUs: 100_000,
      memoryLimitBytes: 4 * 1024 ** 3,
    });
    if (a === undefined || b === undefined) throw new Error('no containers');
    expect(containerResources(shared, b, NODE_MEMORY)).toMatchObject({
      cpuQuotaUs: 100_000,
      memoryLimitBytes: 4 * 1024 ** 3,
    });
    // What the Pod asks for beyond its containers counts for each of them alike: 512 MiB.
    expect([a, b].map((each) => oomScoreAdj(shared, each, NODE_MEMORY))).toEqual([813, 938]);
  });

  it('are nothing where there are none', () => {
    const plain = pod([
      { name: 'a', resources: { requests: { memory: '1Gi' }, limits: { cpu: '500m' } } },
      { name: 'b' },
    ]);
    expect(podCgroupValues(plain)).toEqual({ cpuShares: 2 });
    expect(plain.spec.containers.map((each) => oomScoreAdj(plain, each, NODE_MEMORY))).toEqual([875, 999]);
  });
});
