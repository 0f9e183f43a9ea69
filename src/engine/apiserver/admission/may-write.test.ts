import { expect, test, vi } from 'vitest';
import { present } from '../../../base/assert.ts';
import { copyOf } from '../registry/draft.ts';
import { TestServer } from '../testing/test-server.ts';
import type { AdmissionPlugin } from './common/plugin.ts';
import { limitRanger } from './limit-ranger/plugin.ts';
import { namespaceLifecycle } from './namespace-lifecycle/plugin.ts';
import { nodeRestriction } from './node-restriction/plugin.ts';
import { runtimeClass } from './runtime-class/plugin.ts';

const pod = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: { containers: [{ name: 'web', image: 'nginx' }], ...spec },
});

/** Counts the admissions that wrote, and those that wrote without having said so. */
function watched(plugin: AdmissionPlugin): { wrote: number; silent: number } {
  const counts = { wrote: 0, silent: 0 };
  const admit = present(plugin.admit, plugin.name).bind(plugin);
  vi.spyOn(plugin as Required<AdmissionPlugin>, 'admit').mockImplementation((attributes, rc) => {
    const announced = plugin.mayWrite?.(attributes, rc) !== false;
    const before = copyOf(attributes.object);
    const verdict = admit(attributes, rc);
    try {
      expect(attributes.object).toEqual(before);
    } catch {
      counts.wrote++;
      if (!announced) counts.silent++;
    }
    return verdict;
  });
  return counts;
}

test('a plugin that says it will not write leaves the object as it is', () => {
  const plugins = [namespaceLifecycle, nodeRestriction, limitRanger, runtimeClass];
  const counts = plugins.map(watched);
  const cluster = new TestServer();
  cluster.create('pods', pod('plain'));
  cluster.create('limitranges', {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'defaults', namespace: 'default' },
    spec: { limits: [{ type: 'Container', default: { cpu: '100m' } }] },
  });
  cluster.create('runtimeclasses.node.k8s.io', {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: 'heavy' },
    handler: 'runc',
    overhead: { podFixed: { cpu: '10m' } },
  });
  cluster.create('pods', pod('limited'));
  cluster.create('pods', pod('heavy', { runtimeClassName: 'heavy' }));
  vi.restoreAllMocks();
  expect(counts.map(({ silent }) => silent)).toEqual([0, 0, 0, 0]);
  expect(counts.map(({ wrote }) => wrote)).toEqual([0, 0, 2, 1]);
});
