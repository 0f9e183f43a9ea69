import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseScenario } from '../../scenario/parse.ts';
import { type Served, serve } from './serve.ts';

// What kubectl asks over HTTP, asked here: no wall time is measured, each test waits for an answer.

const SCENARIO = 'title: served\nsteps: []\nuntil: 1s\n';
const TABLE =
  'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json';
const DISCOVERY =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json';
const PODS = '/api/v1/namespaces/default/pods';

let served: Served;
let url: string;

beforeAll(async () => {
  const scenario = parseScenario(SCENARIO);
  if (!scenario.ok) throw new Error('no scenario');
  served = serve(scenario.value, { port: 0, speed: 20 }, () => undefined);
  url = await served.url;
});

afterAll(() => served.close());

// oxlint-disable-next-line typescript/no-explicit-any -- answers are JSON of many shapes, told apart by what is expected of them
type Body = Record<string, any>;

async function ask(
  path: string,
  init: RequestInit = {},
): Promise<{ code: number; headers: Headers; body: Body }> {
  const response = await fetch(`${url}${path}`, init);
  return { code: response.status, headers: response.headers, body: (await response.json()) as Body };
}

const pod = (name: string, command: string, restartPolicy = 'Always'): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    restartPolicy,
    terminationGracePeriodSeconds: 0,
    containers: [{ name: 'main', image: 'busybox:1.36', command: ['sh', '-c', command] }],
  },
});

const post = (path: string, body: object): ReturnType<typeof ask> =>
  ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** Watches until an event satisfies; answers the types seen by then. */
async function watchUntil(path: string, wanted: (event: Body) => boolean, headers = {}): Promise<Body[]> {
  const hangUp = new AbortController();
  const response = await fetch(`${url}${path}`, { headers, signal: hangUp.signal });
  const seen: Body[] = [];
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) seen.push(JSON.parse(line) as Body);
    if (seen.some(wanted)) break;
  }
  hangUp.abort();
  return seen;
}

describe('discovery', () => {
  it('tells the version', async () => {
    expect((await ask('/version')).body['gitVersion']).toBe('v1.36.2');
  });

  it('tells all that is served in one answer', async () => {
    const { headers, body } = await ask('/apis', { headers: { Accept: DISCOVERY } });
    expect(headers.get('content-type')).toBe(
      'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
    );
    const apps = body['items'].find((group: Body) => group['metadata'].name === 'apps');
    const deployments = apps.versions[0].resources.find((each: Body) => each['resource'] === 'deployments');
    expect(deployments).toMatchObject({
      responseKind: { group: 'apps', version: 'v1', kind: 'Deployment' },
      scope: 'Namespaced',
      singularResource: 'deployment',
      shortNames: ['deploy'],
      categories: ['all'],
    });
    expect(deployments.subresources[0]).toEqual({
      subresource: 'scale',
      responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      verbs: ['get', 'patch', 'update'],
    });
  });

  it('tells it group by group to whoever asks so', async () => {
    expect((await ask('/apis')).body['kind']).toBe('APIGroupList');
    const core = (await ask('/api/v1')).body;
    expect(core['resources'].find(({ name }: Body) => name === 'pods/log').verbs).toEqual(['get']);
  });

  it('describes the API', async () => {
    const index = (await ask('/openapi/v3')).body['paths'];
    const document = (await ask(index['apis/apps/v1'].serverRelativeURL)).body;
    const path = document['paths']['/apis/apps/v1/namespaces/{namespace}/deployments/{name}'];
    expect(path.patch.parameters.map(({ name }: Body) => name)).toContain('fieldValidation');
    expect(path.patch['x-kubernetes-group-version-kind']).toEqual({
      group: 'apps',
      version: 'v1',
      kind: 'Deployment',
    });
    const container = document['components'].schemas['io.k8s.api.core.v1.PodSpec'].properties.containers;
    expect(container['x-kubernetes-patch-merge-key']).toBe('name');
  });

  it('describes custom kinds by their definitions', async () => {
    const spec = { type: 'object', properties: { size: { type: 'integer', description: 'In cm.' } } };
    const root = 'apis/bakery.example.com/v1';
    const made = await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'pies.bakery.example.com' },
      spec: {
        group: 'bakery.example.com',
        scope: 'Namespaced',
        names: { plural: 'pies', kind: 'Pie' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
          },
        ],
      },
    });
    expect(made.code).toBe(201);
    let index: Body = {};
    while (index[root] === undefined) index = (await ask('/openapi/v3')).body['paths'];
    const document = (await ask(index[root].serverRelativeURL)).body;
    const pie = document['components'].schemas['com.example.bakery.v1.Pie'];
    expect(pie['x-kubernetes-group-version-kind']).toEqual([
      { group: 'bakery.example.com', version: 'v1', kind: 'Pie' },
    ]);
    expect(pie.properties.spec).toEqual(spec);
    expect(pie.properties.metadata.allOf[0].$ref).toMatch(/ObjectMeta$/);
    const path = document['paths'][`/${root}/namespaces/{namespace}/pies/{name}`];
    expect(Object.keys(path.patch.requestBody.content)).toEqual([
      'application/apply-patch+yaml',
      'application/json-patch+json',
      'application/merge-patch+json',
    ]);
  });
});

describe('objects', () => {
  it('are created, shown as a table, patched, and refused in the API server’s words', async () => {
    expect((await post(PODS, pod('web', 'sleep 600'))).code).toBe(201);
    const again = await post(PODS, pod('web', 'sleep 600'));
    expect([again.code, again.body['message']]).toEqual([409, 'pods "web" already exists']);
    const table = (await ask(`${PODS}?limit=500`, { headers: { Accept: TABLE } })).body;
    expect(table['kind']).toBe('Table');
    expect(table['columnDefinitions'].map(({ name }: Body) => name).slice(0, 5)).toEqual([
      'Name',
      'Ready',
      'Status',
      'Restarts',
      'Age',
    ]);
    expect(table['rows'][0].cells[0]).toBe('web');
    const patched = await ask(`${PODS}/web`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/strategic-merge-patch+json' },
      body: JSON.stringify({ metadata: { labels: { app: 'web' } } }),
    });
    expect(patched.body['metadata'].labels).toEqual({ app: 'web' });
    expect((await ask(`${PODS}?labelSelector=app%3Dweb`)).body['items']).toHaveLength(1);
    expect((await ask(`${PODS}?labelSelector=app%3Ddb`)).body['items']).toHaveLength(0);
  });

  it('are applied from YAML on the server, unknown fields told', async () => {
    const applied = await ask('/api/v1/namespaces/default/configmaps/c?fieldManager=kubectl&force=true', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/apply-patch+yaml' },
      body: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: "1"\n',
    });
    expect([applied.code, applied.body['data']]).toEqual([201, { a: '1' }]);
    const strict = await post(`${PODS}?fieldValidation=Strict`, { ...pod('odd', 'true'), spek: {} });
    expect(strict.body['message']).toBe(
      'Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spek"',
    );
  });

  it('are watched as they change, in tables too, and deleted', async () => {
    const events = await watchUntil(
      `${PODS}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
      ({ type }) => type === 'BOOKMARK',
    );
    expect(events.at(-1)?.['object'].metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
    await post(PODS, pod('brief', 'exit 0'));
    const done = (event: Body): boolean =>
      event['object'].rows?.[0]?.cells[0] === 'brief' && event['object'].rows[0].cells[2] === 'Completed';
    const rows = await watchUntil(`${PODS}?watch=true`, done, { Accept: TABLE });
    expect(rows.some(done)).toBe(true);
    const deleted = await ask(`${PODS}/brief`, {
      method: 'DELETE',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 }),
    });
    expect(deleted.code).toBe(200);
    const gone = await ask(`${PODS}/brief`);
    expect([gone.code, gone.body['message']]).toEqual([404, 'pods "brief" not found']);
  });

  it('have logs, followed to their end', async () => {
    await post(PODS, pod('task', 'echo one; sleep 20; echo two; sleep 1', 'Never'));
    const started = ({ object }: Body): boolean => ['Running', 'Succeeded'].includes(object.status?.phase);
    await watchUntil(`${PODS}?watch=true&fieldSelector=metadata.name%3Dtask`, started);
    const response = await fetch(`${url}${PODS}/task/log?follow=true`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe('one\ntwo\n');
  });
});

describe('callers', () => {
  it('may act as somebody else, with that one’s rights', async () => {
    const { code, body } = await ask(PODS, { headers: { 'Impersonate-User': 'dev' } });
    expect([code, body['message']]).toEqual([
      403,
      'pods is forbidden: User "dev" cannot list resource "pods" in API group "" in the namespace "default"',
    ]);
  });

  it('are refused with a token that nobody was given', async () => {
    expect((await ask(PODS, { headers: { Authorization: 'Bearer nosuch' } })).code).toBe(401);
  });

  it('get warnings as headers', async () => {
    const { headers } = await ask('/api/v1/namespaces/default/endpoints');
    expect(headers.get('warning')).toBe(
      '299 - "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"',
    );
  });

  it('hear what is no JSON, no method and no path', async () => {
    const bad = await ask(PODS, {
      method: 'POST',
      body: '{',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(bad.code).toBe(400);
    expect(bad.body['message']).toBe(
      "the object provided is unrecognized (must be of type Pod): couldn't get version/kind; json parse error: unexpected end of JSON input ({)",
    );
    expect((await ask(PODS, { method: 'OPTIONS' })).code).toBe(405);
    const nowhere = await fetch(`${url}/nosuch`);
    expect([nowhere.status, await nowhere.text()]).toEqual([404, '404 page not found\n']);
    expect((await ask(`${PODS}/web/exec`, { method: 'POST' })).code).toBe(501);
  });
});

it.each([
  ['limit=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
  [
    'resourceVersion=abc',
    422,
    'pods "" is invalid: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
  ],
])('refuses %s', async (query, code, message) => {
  const answer = await ask(`${PODS}?${query}`);
  expect([answer.code, answer.body['message']]).toEqual([code, message]);
});

it('lives through what is no URL', async () => {
  for (const path of ['/api/v1/namespaces/%zz/pods', `${PODS}?labelSelector=%zz&limit=%`, '//', '/%'])
    await (await fetch(`${url}${path}`)).text();
  expect((await ask('/version')).body['gitVersion']).toBe('v1.36.2');
});

it('says when a port is taken', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const scenario = parseScenario(SCENARIO);
  if (!scenario.ok) throw new Error('no scenario');
  const second = serve(scenario.value, { port, speed: 1 }, () => undefined);
  await expect(second.url).rejects.toThrow('EADDRINUSE');
  await new Promise((resolve) => other.close(resolve));
});

it('hears a caller that hangs up', async () => {
  await new Promise<void>((resolve) => {
    const request = get(`${url}${PODS}?watch=true&resourceVersion=0`, (response) => {
      response.once('close', resolve);
      request.destroy();
    });
  });
  expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok');
});
