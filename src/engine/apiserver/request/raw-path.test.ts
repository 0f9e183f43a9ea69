import { expect, it } from 'vitest';
import type { ApiRequest } from '../../machinery/client.ts';
import { resourceRequest } from './raw-path.ts';

const asked = (path: string, verb: ApiRequest['verb'] = 'get'): ApiRequest | undefined =>
  resourceRequest({ verb, resource: '', namespace: '', name: '', path });

it.each([
  ['/api/v1/nodes', { verb: 'list', resource: 'nodes', namespace: '', name: '' }],
  ['/api/v1/namespaces/default', { verb: 'get', resource: 'namespaces', namespace: '', name: 'default' }],
  [
    '/api/v1/namespaces/default/pods/web/log',
    { verb: 'get', resource: 'pods', namespace: 'default', name: 'web', subresource: 'log' },
  ],
  [
    '/api/v1/namespaces/default/status',
    { verb: 'get', resource: 'namespaces', namespace: '', name: 'default', subresource: 'status' },
  ],
  [
    '/apis/apps/v1/namespaces/default/deployments',
    { verb: 'list', resource: 'deployments.apps', namespace: 'default', name: '' },
  ],
])('%s names what it asks for', (path, wanted) => {
  expect(asked(path)).toEqual({ ...wanted, options: {} });
});

it('a delete without a name is one of a collection', () => {
  expect(asked('/api/v1/namespaces/default/pods', 'delete')?.verb).toBe('deletecollection');
});

it('tells options from parameters', () => {
  expect(
    asked(
      '/api/v1/pods?limit=500&dryRun=All&labelSelector=app%3Dweb&force=true&container=a&command=sh&command=-c',
    )?.options,
  ).toEqual({
    limit: 500,
    dryRun: true,
    labelSelector: 'app=web',
    force: true,
    params: { container: 'a', command: ['sh', '-c'] },
  });
});

it.each(['/version', '/api/v1', '/apis/apps/v1', '/apis/nosuch/v1/things'])(
  '%s names no resource',
  (path) => {
    expect(asked(path)).toBeUndefined();
  },
);
