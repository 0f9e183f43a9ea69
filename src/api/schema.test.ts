import { expect, test } from 'vitest';
import {
  RESOURCES,
  resourceByKey,
  resourceByKind,
  resourceByWord,
  resourcesInCategory,
} from './resources.ts';
import { goTypeOf, kindSchema, structSchema } from './schema.ts';

test('fields know their type, list type and merge key', () => {
  const containers = structSchema('PodSpec')?.fields.get('containers');
  expect(containers).toMatchObject({
    type: { kind: 'list', items: { kind: 'struct', name: 'Container' } },
    required: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategies: ['merge'],
    patchMergeKey: 'name',
  });
  expect(structSchema('PodSpec')?.fields.get('volumes')?.patchStrategies).toEqual(['merge', 'retainKeys']);
  expect(structSchema('PodSpec')?.fields.get('nodeSelector')?.mapType).toBe('atomic');
  expect(structSchema('ContainerPort')?.fields.get('protocol')?.default).toBe('TCP');
  expect(structSchema('LabelSelector')?.atomic).toBe(true);
  expect(structSchema('Volume')?.fields.get('configMap')?.embedded).toBe('VolumeSource');
});

test('types print as Go prints them', () => {
  const goType = (struct: string, field: string): string | undefined => {
    const found = structSchema(struct)?.fields.get(field);
    return found && goTypeOf(found.type, found.goType);
  };
  expect(goType('Container', 'ports')).toBe('[]v1.ContainerPort');
  expect(goType('ServiceSpec', 'selector')).toBe('map[string]string');
  expect(goType('PersistentVolumeClaimSpec', 'accessModes')).toBe('[]v1.PersistentVolumeAccessMode');
  expect(goType('DeploymentSpec', 'replicas')).toBe('int32');
  expect(goType('Container', 'imagePullPolicy')).toBe('v1.PullPolicy');
});

test('every stored kind with a schema is in the table', () => {
  const missing = RESOURCES.filter(({ apiVersion, kind }) => kindSchema(apiVersion, kind) === undefined);
  expect(missing.map(({ key }) => key)).toEqual([
    'componentstatuses',
    'customresourcedefinitions.apiextensions.k8s.io',
    'apiservices.apiregistration.k8s.io',
    'certificatesigningrequests.certificates.k8s.io',
    'flowschemas.flowcontrol.apiserver.k8s.io',
    'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
    'deviceclasses.resource.k8s.io',
    'resourceclaims.resource.k8s.io',
    'resourceclaimtemplates.resource.k8s.io',
    'resourceslices.resource.k8s.io',
  ]);
});

test('resources are found by every name', () => {
  expect(resourceByWord('po')?.key).toBe('pods');
  expect(resourceByWord('Deployment')?.key).toBe('deployments.apps');
  expect(resourceByWord('deploy.apps')?.key).toBe('deployments.apps');
  expect(resourceByWord('deployments.v1.apps')?.key).toBe('deployments.apps');
  expect(resourceByWord('events.events.k8s.io')?.key).toBe('events.events.k8s.io');
  expect(resourceByWord('ev')?.key).toBe('events');
  expect(resourceByWord('ing.networking')?.key).toBe('ingresses.networking.k8s.io');
  expect(resourceByWord('pood')).toBeUndefined();
  expect(resourceByKind('apps/v1', 'Deployment')?.singular).toBe('deployment');
  expect(resourceByKey('pods')?.subresources).toContain('eviction');
  expect(resourcesInCategory('all').map(({ key }) => key)).toEqual([
    'pods',
    'replicationcontrollers',
    'services',
    'daemonsets.apps',
    'deployments.apps',
    'replicasets.apps',
    'statefulsets.apps',
    'horizontalpodautoscalers.autoscaling',
    'cronjobs.batch',
    'jobs.batch',
  ]);
});
