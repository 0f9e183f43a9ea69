import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseScenario } from '../../scenario/parse.ts';
import { type Served, serve } from './serve.ts';

const SCENARIO = `
title: served
steps:
  - at: 0s
    apply: |
      apiVersion: v1
      kind: Pod
      metadata: {name: web, labels: {app: web}}
      spec: {containers: [{name: main, image: 'nginx:1.27', ports: [{name: http, containerPort: 80}]}]}
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: web}
      spec: {selector: {app: web}, ports: [{name: http, port: 8080, targetPort: http}]}
until: 1s
`;
const NAMESPACE = '/api/v1/namespaces/default';

let served: Served;
let url: string;

interface Answer {
  readonly code: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}`, { headers, method }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ code: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

const message = async (path: string): Promise<unknown> =>
  (JSON.parse(String((await ask(path)).body)) as { message: string }).message;

beforeAll(async () => {
  const scenario = parseScenario(SCENARIO);
  if (!scenario.ok) throw new Error('no scenario');
  served = serve(scenario.value, { port: 0, speed: 20 }, () => undefined);
  url = await served.url;
  const ready = async (): Promise<boolean> =>
    (await ask(`${NAMESPACE}/services/web:http/proxy/`)).code === 200;
  while (!(await ready())) await new Promise((resolve) => setTimeout(resolve, 20));
}, 60_000);

afterAll(() => served.close());

it.each(['services/web:http', 'services/web:8080', 'pods/web', 'pods/http:web:80'])(
  'hands on to %s',
  async (what) => {
    const { code, headers, body } = await ask(`${NAMESPACE}/${what}/proxy/`);
    expect([code, headers['content-type'], String(body).split('\n')[0]]).toEqual([
      200,
      'text/html',
      '<!DOCTYPE html>',
    ]);
  },
);

it('hands on what a backend refuses, and sends on from a folder without its slash', async () => {
  const missing = await ask(`${NAMESPACE}/pods/web/proxy/nosuch`);
  expect([missing.code, missing.headers['content-type']]).toEqual([404, 'text/html']);
  const bare = await ask(`${NAMESPACE}/pods/web/proxy?a=1`);
  expect([bare.code, bare.headers['location']]).toEqual([301, `${NAMESPACE}/pods/web/proxy/?a=1`]);
});

it.each([
  ['services/web/proxy/', 'no endpoints available for service "web"'],
  ['services/web:81/proxy/', 'no service port 81 found for service "web"'],
  ['services/nosuch/proxy/', 'services "nosuch" not found'],
  ['pods/ftp:web:80/proxy/', 'invalid pod request "ftp:web:80"'],
])('refuses %s', async (path, text) => {
  expect(await message(`${NAMESPACE}/${path}`)).toBe(text);
});

it('hands on to a node’s kubelet', async () => {
  const { code, headers, body } = await ask('/api/v1/nodes/worker-1/proxy/healthz');
  expect([code, String(body)]).toEqual([200, 'ok']);
  expect(Object.keys(headers).filter((name) => name.startsWith(':'))).toEqual([]);
});

it('a port where nobody listens is told as Go tells it', async () => {
  expect(await message(`${NAMESPACE}/pods/web:81/proxy/`)).toMatch(
    /^error trying to reach service: dial tcp 10\.\d+\.\d+\.\d+:81: connect: connection refused$/,
  );
});

it.each([
  ['tailLines=x', 'strconv.ParseInt: parsing "x": invalid syntax'],
  ['tailLines=99999999999999999999', 'strconv.ParseInt: parsing "99999999999999999999": value out of range'],
  ['follow=true&limitBytes=x', 'strconv.ParseInt: parsing "x": invalid syntax'],
  [
    'tailLines=-1',
    'PodLogOptions "web" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
  ],
  [
    'limitBytes=0&sinceSeconds=0',
    'PodLogOptions "web" is invalid: [limitBytes: Invalid value: 0: must be greater than 0, sinceSeconds: Invalid value: 0: must be greater than 0]',
  ],
  ['sinceTime=now', 'parsing time "now" as "2006-01-02T15:04:05Z07:00": cannot parse "now" as "2006"'],
])('refuses a log with %s', async (query, text) => {
  expect(await message(`${NAMESPACE}/pods/web/log?${query}`)).toBe(text);
});

it('writes lines for people, one line for programs', async () => {
  const path = '/api/v1/namespaces/default';
  const program = String((await ask(path)).body);
  expect(program.endsWith('}\n')).toBe(true);
  const people = String((await ask(path, { 'User-Agent': 'curl/8.0' })).body);
  expect(people.startsWith('{\n  "kind": "Namespace",\n  "apiVersion": "v1",\n')).toBe(true);
  expect(JSON.parse(people)).toEqual(JSON.parse(program));
  expect(String((await ask(`${path}?pretty=false`, { 'User-Agent': 'curl/8.0' })).body)).toBe(program);
  expect(String((await ask(`${path}?pretty=true`)).body)).toBe(people);
});

it('compresses long answers for whoever asks', async () => {
  const plain = await ask('/openapi/v3/api/v1');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const zipped = await ask('/openapi/v3/api/v1', { 'Accept-Encoding': 'gzip' });
  expect([zipped.headers['content-encoding'], zipped.headers['vary']]).toEqual(['gzip', 'Accept-Encoding']);
  expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
  const short = await ask('/api/v1/namespaces/default', { 'Accept-Encoding': 'gzip' });
  expect(short.headers['content-encoding']).toBeUndefined();
});
