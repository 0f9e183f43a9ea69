import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TestServer } from './testing/test-server.ts';

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: {
    containers: [
      {
        name: 'web',
        image: 'nginx:1.25',
        ports: [{ containerPort: 80 }],
        env: [{ name: 'A', value: 'b' }],
        resources: { requests: { cpu: '100m' } },
        livenessProbe: { httpGet: { path: '/', port: 80 } },
      },
    ],
    volumes: [{ name: 'data', emptyDir: {} }],
    tolerations: [{ key: 'a', operator: 'Exists' }],
  },
};

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function places(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...places(holder[key])]);
}

const mutation = fc.record({ at: fc.nat(), value: fc.jsonValue(), drop: fc.boolean() });

function mutated(mutations: readonly { at: number; value: unknown; drop: boolean }[]): unknown {
  const pod: unknown = structuredClone(POD);
  for (const { at, value, drop } of mutations) {
    const all = places(pod);
    const place = all[at % all.length];
    if (place === undefined) return pod;
    if (drop) delete place.holder[place.key];
    else place.holder[place.key] = value;
  }
  return pod;
}

test('whatever is sent, the answer is an object or a Status', () => {
  const cluster = new TestServer({ level: 1 });
  cluster.request({ verb: 'create', resource: 'pods', body: POD });
  const verbs = [
    { verb: 'create' },
    { verb: 'update', name: 'web' },
    { verb: 'patch', name: 'web', patchType: 'strategic' },
  ] as const;
  fc.assert(
    fc.property(
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...verbs),
      (mutations, how) => {
        const answer = cluster.request({
          resource: 'pods',
          ...how,
          body: mutated(mutations),
          options: { dryRun: true, fieldValidation: 'Strict' },
        });
        if (!answer.ok)
          expect(answer.error).toMatchObject({ kind: 'Status', status: 'Failure', code: expect.any(Number) });
      },
    ),
    { numRuns: 400, seed: 36 },
  );
});
