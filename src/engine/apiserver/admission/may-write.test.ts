import { expect, test, vi } from 'vitest';
import { present } from '../../../base/assert.ts';
import { copyOf, deepEqual } from '../registry/draft.ts';
import { TestServer } from '../testing/test-server.ts';
import type { AdmissionPlugin } from './common/plugin.ts';
import { defaultTolerationSeconds } from './default-toleration-seconds/plugin.ts';
import { limitRanger } from './limit-ranger/plugin.ts';
import { namespaceLifecycle } from './namespace-lifecycle/plugin.ts';
import { nodeRestriction } from './node-restriction/plugin.ts';
import { priority } from './priority/plugin.ts';
import { runtimeClass } from './runtime-class/plugin.ts';
import { serviceAccount } from './service-account/plugin.ts';

const pod = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: { containers: [{ name: 'web', image: 'nginx' }], ...spec },
});

/** Counts the admissions that wrote, those that wrote without having said so, and those that wrote too deep. */
function watched(plugin: AdmissionPlugin): { wrote: number; silent: number; deep: number } {
  const counts = { wrote: 0, silent: 0, deep: 0 };
  const admit = present(plugin.admit, plugin.name).bind(plugin);
  vi.spyOn(plugin as Required<AdmissionPlugin>, 'admit').mockImplementation((attributes, rc) => {
    const announced = plugin.mayWrite?.(attributes, rc) !== false;
    const before = copyOf(attributes.object);
    const { metadata, spec } = { ...attributes.object } as { metadata?: object; spec?: object };
    const shallow = { ...attributes.object, metadata: { ...metadata }, spec: { ...spec } };
    const verdict = admit(attributes, rc);
    if (!deepEqual(shallow, { ...before, spec: { ...(before?.['spec'] as object) } })) counts.deep++;
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

test('a plugin replaces what lies below the fields of metadata and spec', () => {
  const plugins = [limitRanger, serviceAccount, priority, defaultTolerationSeconds];
  const counts = plugins.map(watched);
  const cluster = new TestServer();
  cluster.create('limitranges', {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'defaults', namespace: 'default' },
    spec: { limits: [{ type: 'Container', default: { cpu: '100m' } }] },
  });
  const mount = { name: 'cache', mountPath: '/cache' };
  const init = [{ name: 'first', image: 'busybox', volumeMounts: [mount] }];
  cluster.create('pods', pod('web', { initContainers: init, volumes: [{ name: 'cache', emptyDir: {} }] }));
  vi.restoreAllMocks();
  expect(counts.map(({ deep }) => deep)).toEqual([0, 0, 0, 0]);
  expect(counts.map(({ wrote }) => wrote)).toEqual([1, 1, 1, 1]);
});
