import { expect, it } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

const DEFINITION = {
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
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                additionalProperties: { type: 'string' },
                'x-kubernetes-validations': [{ rule: 'true' }],
              },
            },
          },
        },
        additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
      },
    ],
  },
};
const SERVICE = {
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name: 'v1.example.com' },
  spec: {
    group: 'example.com',
    version: 'v1',
    groupPriorityMinimum: 100,
    versionPriority: 100,
    service: { namespace: 'default', name: 'x' },
  },
};
const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';
const SERVICES = 'apiservices.apiregistration.k8s.io';

type Path = readonly string[];

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* pathsOf(member, [...path, key]);
}

/** A copy that has something else there. */
function replaced(value: unknown, [key, ...rest]: Path, wanted: unknown): unknown {
  if (key === undefined) return wanted;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, wanted);
  return copy;
}

it.each([
  [DEFINITIONS, DEFINITION],
  [SERVICES, SERVICE],
])('%s: whatever stands in a field, there is an answer', (resource, body) => {
  const answers = new Set<boolean>();
  for (const path of pathsOf(body)) {
    const server = new TestServer();
    for (const wrong of ['x', 5, true, null, {}, [], [5], [null], [{}]]) {
      const { ok } = server.request({ verb: 'create', resource, body: replaced(body, path, wrong) });
      answers.add(ok);
      if (ok) server.request({ verb: 'delete', resource, name: body.metadata.name });
    }
  }
  expect(answers).toEqual(new Set([true, false]));
});

it.each([
  [
    DEFINITIONS,
    DEFINITION,
    'spec names',
    'x',
    'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal string into Go struct field CustomResourceDefinitionSpec.spec.names of type v1.CustomResourceDefinitionNames',
  ],
  [
    DEFINITIONS,
    DEFINITION,
    'spec versions 0 schema openAPIV3Schema properties spec additionalProperties',
    5,
    'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: boolean or JSON schema expected',
  ],
  [
    SERVICES,
    SERVICE,
    'spec service',
    'x',
    'APIService in version "v1" cannot be handled as a APIService: json: cannot unmarshal string into Go struct field APIServiceSpec.spec.service of type v1.ServiceReference',
  ],
])(
  '%s: what is of a wrong type is refused in the words of its Go type',
  (...[resource, body, path, wrong, words]) => {
    const server = new TestServer();
    const refusal = server.refusal({
      verb: 'create',
      resource,
      body: replaced(body, path.split(' '), wrong),
    });
    expect(refusal).toBe(words);
  },
);
