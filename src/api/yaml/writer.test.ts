import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCompactJson, toPrettyJson, toStructJson } from '../json-text.ts';
import { parseYaml } from './documents.ts';
import { compareKeys } from './key-order.ts';
import { toYaml } from './writer.ts';

describe('strings', () => {
  test.each([
    ['web', 'web'],
    ['', '""'],
    ['yes', '"yes"'],
    ['80', '"80"'],
    ['1.5', '"1.5"'],
    ['null', '"null"'],
    ['1:30', '"1:30"'],
    ['2024-01-02T03:04:05Z', '"2024-01-02T03:04:05Z"'],
    ['25%', '25%'],
    ['64Mi', '64Mi'],
    ['nginx:1.25', 'nginx:1.25'],
    ['a: b', "'a: b'"],
    ['a #b', "'a #b'"],
    ["it's", "it's"],
    ["'quoted'", "'''quoted'''"],
    ['- a', "'- a'"],
    ['-a', '-a'],
    ['*', "'*'"],
    ['@daily', "'@daily'"],
    ['*/5 * * * *', "'*/5 * * * *'"],
    ['{"a":1}', '\'{"a":1}\''],
    [' lead', "' lead'"],
    ['tail ', "'tail '"],
    ['tab\tin', '"tab\\tin"'],
    ['한글', '한글'],
    ['a\u0001', '"a\\x01"'],
    ['a\tb\n', '"a\\tb\\n"'],
    ['trail \nx\n', '"trail \\nx\\n"'],
  ])('%j', (text, want) => {
    expect(toYaml({ a: text })).toBe(`a: ${want}\n`);
  });

  test('several lines', () => {
    expect(toYaml({ a: 'x\ny\n', b: 'x\n\ny', c: '\n', d: '  x\ny\n', e: 'x\n\n' })).toBe(
      'a: |\n  x\n  y\nb: |-\n  x\n\n  y\nc: |2+\n\nd: |2\n    x\n  y\ne: |+\n  x\n\n',
    );
  });

  test('long text is folded at the first blank past column 80', () => {
    const message =
      '0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu. no new claims to deallocate';
    expect(toYaml({ status: { message } })).toBe(
      "status:\n  message: '0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient\n    cpu. no new claims to deallocate'\n",
    );
  });
});

test('a whole object', () => {
  const object = {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'web', labels: {}, annotations: { a10: 'x', a9: 'y' } },
    spec: {
      containers: [{ name: 'a', args: ['-c', 'sleep 1'], ports: [{ containerPort: 80 }] }],
      volumes: [],
      flags: [[1, 2], null, 1.5],
    },
    status: {},
    missing: undefined,
  };
  expect(toYaml(object)).toBe(`apiVersion: v1
kind: Pod
metadata:
  annotations:
    a9: "y"
    a10: x
  labels: {}
  name: web
spec:
  containers:
  - args:
    - -c
    - sleep 1
    name: a
    ports:
    - containerPort: 80
  flags:
  - - 1
    - 2
  - null
  - 1.5
  volumes: []
status: {}
`);
});

test('JSON', () => {
  const object = { b: [1, {}], a: '<x>', c: [] };
  expect(toPrettyJson(object)).toBe(
    '{\n    "a": "\\u003cx\\u003e",\n    "b": [\n        1,\n        {}\n    ],\n    "c": []\n}\n',
  );
  expect(toStructJson({ kind: 'Pod', apiVersion: 'v1' })).toBe(
    '{\n    "kind": "Pod",\n    "apiVersion": "v1"\n}\n',
  );
  expect(toCompactJson(object)).toBe('{"a":"\\u003cx\\u003e","b":[1,{}],"c":[]}');
});

test('keys in natural order', () => {
  expect(['b', 'a10', 'a9', 'A', '1', 'a/b', 'a.b', 'ab', 'a01'].sort(compareKeys)).toEqual([
    '1',
    'A',
    'a.b',
    'a/b',
    'a01',
    'a9',
    'a10',
    'ab',
    'b',
  ]);
});

test('what is written reads back', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc.string({ unit: fc.constantFrom(...Array.from('ab :#-\'"\n\t|>&*{}[],?!%@`\\~0195')), maxLength: 24 }),
    fc.constantFrom('y', 'no', '0x1f', '1e3', '---', '...', '<<', '~', '2024-01-02', '0o7'),
  );
  const leaf = fc.oneof(text, fc.boolean(), fc.constant(null), fc.integer());
  const tree = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(text, tie('node'), { maxKeys: 3 }),
    ),
  })).node;
  fc.assert(
    fc.property(tree, (value) => {
      const printed = toYaml(value);
      expect({ printed, result: parseYaml(printed) }).toEqual({ printed, result: { ok: true, value } });
    }),
    { numRuns: 3000 },
  );
});
