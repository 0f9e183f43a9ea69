import { expect, test } from 'vitest';
import { TestServer } from '../testing/test-server.ts';
import { valueAt } from './columns.ts';
import { fillDefaults, pruned } from './structure.ts';
import type { Structure } from './definition.ts';

const SPEC_SCHEMA = {
  type: 'object',
  required: ['size'],
  properties: {
    size: { type: 'integer', minimum: 1, maximum: 10 },
    flavor: { type: 'string', enum: ['sweet', 'salty'], default: 'sweet' },
    code: { type: 'string', pattern: '^[a-z]+$', maxLength: 4 },
    tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
  },
  'x-kubernetes-validations': [
    { rule: "self.size < 5 || self.flavor == 'salty'", message: 'large ones are salty' },
    { rule: 'self.size >= oldSelf.size' },
  ],
};

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
              spec: SPEC_SCHEMA,
              status: { type: 'object', properties: { baked: { type: 'boolean' } } },
            },
          },
        },
        subresources: { status: {} },
        additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
      },
    ],
  },
};
const PIES = 'pies.bakery.example.com';

function pie(name: string, spec: object): object {
  return { apiVersion: 'bakery.example.com/v1', kind: 'Pie', metadata: { name, namespace: 'default' }, spec };
}

function bakery(): TestServer {
  const server = new TestServer();
  server.create('customresourcedefinitions.apiextensions.k8s.io', DEFINITION);
  server.wait(1_000_000);
  return server;
}

test('a resource is served once its definition is established, and goes with it', () => {
  const server = new TestServer();
  const list = { verb: 'list', resource: PIES } as const;
  const notServed = 'the server could not find the requested resource';
  expect(server.refusal(list)).toBe(notServed);
  server.create('customresourcedefinitions.apiextensions.k8s.io', DEFINITION);
  expect(server.refusal(list)).toBe(notServed);
  server.wait(1_000_000);
  expect(
    server
      .client()
      .served()
      .map(({ key }) => key),
  ).toEqual([PIES]);
  server.create(PIES, pie('apple', { size: 1 }) as never);
  const seen = server.watch(PIES);
  server.request({
    verb: 'delete',
    resource: 'customresourcedefinitions.apiextensions.k8s.io',
    namespace: '',
    name: PIES,
  });
  server.wait(2_000_000);
  expect(seen.events.map(({ type }) => type)).toEqual(['ADDED', 'DELETED']);
  expect(server.refusal(list)).toBe(notServed);
});

test('what the schema refuses comes in its words', () => {
  const server = bakery();
  expect(
    server.refusal({
      verb: 'create',
      resource: PIES,
      body: pie('bad', { size: 11, code: 'Ab', flavor: 'sour' }),
    }),
  ).toBe(
    'Pie.bakery.example.com "bad" is invalid: [' +
      'spec.code: Invalid value: "Ab": spec.code in body should match \'^[a-z]+$\', ' +
      'spec.flavor: Unsupported value: "sour": supported values: "sweet", "salty", ' +
      'spec.size: Invalid value: 11: spec.size in body should be less than or equal to 10, ' +
      'spec: Invalid value: "object": large ones are salty]',
  );
});

test('rules are not asked of what has not the types they rely on', () => {
  const server = bakery();
  const create = (spec: object): string =>
    server.refusal({ verb: 'create', resource: PIES, body: pie('bad', spec) });
  const unchecked =
    '<nil>: Invalid value: "null": some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
  const invalid = 'Pie.bakery.example.com "bad" is invalid: ';
  expect(create({ size: 'x' })).toBe(
    `${invalid}[spec.size: Invalid value: "string": spec.size in body must be of type integer: "string", ${unchecked}]`,
  );
  expect(create({ code: 'abcde' })).toBe(
    `${invalid}[spec.size: Required value, spec.code: Too long: may not be more than 4 bytes, ${unchecked}]`,
  );
  expect(create({ size: 1, tags: ['a', 'a'] })).toBe(`${invalid}spec.tags[1]: Duplicate value: "a"`);
  expect(create({ size: 9 })).toBe(`${invalid}spec: Invalid value: "object": large ones are salty`);
});

test('an update is compared with what was there, and a status has its own door', () => {
  const server = bakery();
  const made = server.create(PIES, pie('apple', { size: 3 }) as never);
  expect(made).toMatchObject({ metadata: { generation: 1 }, spec: { size: 3, flavor: 'sweet' } });
  const patch = { verb: 'patch', resource: PIES, name: 'apple', patchType: 'merge' } as const;
  expect(server.refusal({ ...patch, body: { spec: { size: 2 } } })).toBe(
    'Pie.bakery.example.com "apple" is invalid: spec: Invalid value: "object": failed rule: self.size >= oldSelf.size',
  );
  const grown = server.request({ ...patch, body: { spec: { size: 4 }, status: { baked: true } } });
  expect(grown.ok && grown.value.body).toMatchObject({ metadata: { generation: 2 }, spec: { size: 4 } });
  expect(grown.ok && (grown.value.body as { status?: object }).status).toBe(undefined);
  const baked = server.request({ ...patch, subresource: 'status', body: { status: { baked: true } } });
  expect(baked.ok && baked.value.body).toMatchObject({
    metadata: { generation: 2 },
    status: { baked: true },
  });
});

test('unknown fields are refused, told or dropped as asked', () => {
  const server = bakery();
  const body = pie('apple', { size: 1, crust: { thick: true } });
  const create = (fieldValidation: 'Strict' | 'Warn') =>
    server.request({ verb: 'create', resource: PIES, body, options: { fieldValidation } });
  const strict = create('Strict');
  expect(strict.ok ? '' : strict.error.message).toBe(
    'Pie in version "v1" cannot be handled as a Pie: strict decoding error: unknown field "spec.crust"',
  );
  const warned = create('Warn');
  expect(warned.ok && warned.value.warnings).toEqual(['unknown field "spec.crust"']);
  expect(warned.ok && (warned.value.body as { spec: object }).spec).toEqual({ size: 1, flavor: 'sweet' });
});

test('server-side apply knows the fields of the schema', () => {
  const server = bakery();
  const apply = (manager: string, spec: object): string =>
    server.refusal({
      verb: 'patch',
      resource: PIES,
      name: 'apple',
      patchType: 'apply',
      body: pie('apple', spec),
      options: { fieldManager: manager },
    });
  expect(apply('one', { size: 1, code: 'a' })).toBe('accepted with 201');
  expect(apply('two', { size: 2 })).toBe('Apply failed with 1 conflict: conflict with "one": .spec.size');
  expect(apply('two', { crust: 1 })).toContain('.spec.crust: field not declared in schema');
});

test('a definition must make sense', () => {
  const server = new TestServer();
  const refusal = (change: object, name = DEFINITION.metadata.name): string =>
    server.refusal({
      verb: 'create',
      resource: 'customresourcedefinitions.apiextensions.k8s.io',
      namespace: '',
      body: { ...DEFINITION, metadata: { name }, spec: { ...DEFINITION.spec, ...change } },
    });
  const invalid = (name: string): string =>
    `CustomResourceDefinition.apiextensions.k8s.io "${name}" is invalid: `;
  expect(refusal({}, 'cakes.bakery.example.com')).toBe(
    `${invalid('cakes.bakery.example.com')}metadata.name: Invalid value: "cakes.bakery.example.com": must be spec.names.plural+"."+spec.group`,
  );
  const bare = [{ name: 'v1', served: true, storage: true }];
  expect(refusal({ versions: bare })).toBe(
    `${invalid(PIES)}spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required`,
  );
  const ruled = { type: 'object', properties: { a: { type: 'integer' } } };
  const rule = { rule: 'self.b > 1' };
  const schema = { openAPIV3Schema: { ...ruled, 'x-kubernetes-validations': [rule] } };
  expect(refusal({ versions: [{ ...bare[0], schema }] })).toBe(
    `${invalid(PIES)}spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule: Invalid value: ` +
      '{"Rule":"self.b \\u003e 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: ' +
      "compilation failed: ERROR: <input>:1:5: undefined field 'b'\n | self.b > 1\n | ....^",
  );
});

test('a schema is structural, and its defaults, patterns, lists and columns make sense', () => {
  const server = new TestServer();
  const refusal = (properties: object, change: object = {}): string[] =>
    server
      .refusal({
        verb: 'create',
        resource: 'customresourcedefinitions.apiextensions.k8s.io',
        namespace: '',
        body: {
          ...DEFINITION,
          spec: {
            ...DEFINITION.spec,
            versions: [
              {
                name: 'v1',
                served: true,
                storage: true,
                schema: { openAPIV3Schema: { type: 'object', properties } },
                ...change,
              },
            ],
          },
        },
      })
      .replace(/^.* is invalid: /, '')
      .replace(/^\[(.*)\]$/, '$1')
      .split(/, (?=spec|status)/);
  const at = 'spec.validation.openAPIV3Schema.properties';
  expect(
    refusal({
      a: { type: 'zebra' },
      b: { type: 'string', pattern: '[' },
      c: { type: 'array' },
      d: { anyOf: [{ type: 'string' }] },
    }),
  ).toEqual([
    `${at}[b].pattern: Invalid value: "[": must be a valid regular expression, but isn't: error parsing regexp: missing closing ]: \`[\``,
    `${at}[c].items: Required value: must be specified`,
    `${at}[d].anyOf[0].type: Forbidden: must be empty to be structural`,
    `${at}[d].type: Required value: must not be empty for specified object fields`,
    `${at}[a].type: Unsupported value: "zebra": supported values: "array", "boolean", "integer", "number", "object", "string"`,
  ]);
  expect(
    refusal({
      a: { type: 'integer', default: 'x' },
      b: { type: 'object', properties: { x: { type: 'string' } }, default: { z: 1 } },
      c: { type: 'string', enum: ['a', 'b'], default: 'c' },
    }),
  ).toEqual([
    `${at}[a].default: Invalid value: "string":  in body must be of type integer: "string"`,
    `${at}[b].default: Invalid value: {"z":1}: must not have unknown fields`,
    `${at}[c].default: Unsupported value: "c": supported values: "a", "b"`,
  ]);
  const list = { type: 'array', items: { type: 'object', properties: { x: { type: 'string' } } } };
  expect(
    refusal({ a: { ...list, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['x'] } }),
  ).toEqual([
    `${at}[a].items.properties[x].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property`,
  ]);
  const rules = [{ rule: 'self == oldSelf' }];
  expect(
    refusal({
      a: { type: 'array', items: { type: 'string', 'x-kubernetes-validations': rules } },
    }),
  ).toEqual([
    `${at}[a].items.x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ${at}[a]`,
  ]);
  expect(
    refusal(
      {},
      {
        storage: false,
        subresources: { scale: { specReplicasPath: '.foo', statusReplicasPath: '' } },
        additionalPrinterColumns: [{ name: 'A', type: 'text', jsonPath: 'spec.a' }],
      },
    ),
  ).toEqual([
    'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":false,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: must have exactly one version marked as storage version',
    'spec.subresources.scale.specReplicasPath: Invalid value: ".foo": should be a json path under .spec',
    'spec.subresources.scale.statusReplicasPath: Required value',
    'spec.additionalPrinterColumns[0].type: Invalid value: "text": must be one of boolean,date,integer,number,string',
    'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "spec.a": must be a simple json path starting with .',
    'status.storedVersions: Invalid value: []: must have at least one stored version',
  ]);
});

test('what a schema does not know goes, what it has by default comes', () => {
  const schema: Structure = {
    type: 'object',
    properties: {
      a: { type: 'object', properties: { b: { type: 'string', default: 'x' } }, default: {} },
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      map: { type: 'object', additionalProperties: { type: 'integer' } },
    },
  };
  const unknown: string[] = [];
  const read = pruned(schema, { kind: 'K', free: { y: [1] }, map: { z: 1 }, gone: 1 }, unknown);
  fillDefaults(schema, read);
  expect(read).toEqual({ kind: 'K', free: { y: [1] }, map: { z: 1 }, a: { b: 'x' } });
  expect(unknown).toEqual(['gone']);
});

test('columns read simple JSONPath', () => {
  const object = {
    spec: { list: [{ n: 1 }, { n: 2 }], 'a.b': 'dotted' },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  };
  const read = [
    '.spec.list[1].n',
    ".spec['a.b']",
    '.spec.a\\.b',
    '.status.conditions[?(@.type=="Ready")].status',
    '.spec.none.x',
  ];
  expect(read.map((path) => valueAt(object, path))).toEqual([2, 'dotted', 'dotted', 'True', undefined]);
});
