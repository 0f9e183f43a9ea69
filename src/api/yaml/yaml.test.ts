import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse as referenceParse } from 'yaml';
import { parseYaml, readManifests } from './documents.ts';
import { positionOf } from './positions.ts';

const value = (text: string): unknown => {
  const result = parseYaml(text);
  return result.ok ? result.value : result.error;
};

describe('values', () => {
  test.each<[string, unknown]>([
    ['a: y\nb: off\nc: "yes"\nd: True', { a: true, b: false, c: 'yes', d: true }],
    [
      'a: 0644\nb: 0o644\nc: 644\nd: 0x1F\ne: 1_000\nf: 08\ng: 1.50\nh: 1:30\ni: -0b11',
      { a: 420, b: 420, c: 644, d: 31, e: 1000, f: 8, g: 1.5, h: '1:30', i: -3 },
    ],
    ['date: 2024-01-02\ntime: 2024-01-02T03:04:05Z', { date: '2024-01-02', time: '2024-01-02T03:04:05Z' }],
    ['a: ~\nb:\nc: null\nd: ""', { a: null, b: null, c: null, d: '' }],
    ['y: "1"\non: "2"\n80: "3"\n1.5: "4"', { true: '2', '80': '3', '1.5': '4' }],
    ['a: 1\na: 2', { a: 2 }],
    [
      'a: |\n  x\n  y\n\nb: |-\n  x\nc: >\n  x\n  y\n\n  z\nd: |+\n  x\n\n',
      { a: 'x\ny\n', b: 'x', c: 'x y\nz\n', d: 'x\n\n' },
    ],
    [
      'a: \'it\'\'s\'\nb: "tab\\tand\\u00e9"\nc: "folded\n  line"',
      { a: "it's", b: 'tab\tandé', c: 'folded line' },
    ],
    ['a: {b: [1, "2", {c: d}], e: f}', { a: { b: [1, '2', { c: 'd' }], e: 'f' } }],
    ['- a\n- - b\n  - c\n-\n  d: e', ['a', ['b', 'c'], { d: 'e' }]],
    ['l:\n- a: 1\n  b: 2\n- c: 3', { l: [{ a: 1, b: 2 }, { c: 3 }] }],
    [
      'base: &b\n  x: 1\n  z: 2\nuse:\n  <<: *b\n  z: 3\nagain: *b',
      { base: { x: 1, z: 2 }, use: { x: 1, z: 3 }, again: { x: 1, z: 2 } },
    ],
    ['a: !!str 5\nb: !local 5', { a: '5', b: '5' }],
    ['a: b # comment\n# another\nc: d#e', { a: 'b', c: 'd#e' }],
    ['key with spaces: a b  c\nurl: http://x:80/a', { 'key with spaces': 'a b  c', url: 'http://x:80/a' }],
    ['hello', 'hello'],
    ['# nothing', null],
    ['__proto__: a', JSON.parse('{"__proto__":"a"}')],
  ])('%#', (text, want) => {
    expect(value(text)).toEqual(want);
  });
});

describe("refusals, in go-yaml's words", () => {
  const error = (text: string): unknown => readManifests(text).error;

  test.each([
    [
      'apiVersion: v1\nkind: Pod\nmetadata:\n\tname: web\n',
      'line 4: found character that cannot start any token',
    ],
    [
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: web\n   image: nginx\n',
      'line 7: did not find expected key',
    ],
    [
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: "web\nspec:\n  containers: []\n',
      'line 7: found unexpected end of stream',
    ],
    [
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web: a\n',
      'line 4: mapping values are not allowed in this context',
    ],
    [
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: @web\n',
      'line 4: found character that cannot start any token',
    ],
    ['a: b\n c: d\n', 'line 2: mapping values are not allowed in this context'],
    ['a: b: c\n', 'mapping values are not allowed in this context'],
    ['a:\n- b\nc\n', "line 4: could not find expected ':'"],
    ['a: [b, c\nd: e\n', "line 1: did not find expected ',' or ']'"],
    ['a: {b: c\n', "line 1: did not find expected ',' or '}'"],
    ['a: *nobody\n', "unknown anchor 'nobody' referenced"],
    ['a: * b\n', 'did not find expected alphabetic or numeric character'],
    ['x: 1\na: "\\q"\n', 'line 2: found unknown escape character'],
    ['a: &x [*x]\n', "anchor 'x' value contains itself"],
    [
      'image: {{ .Values.image }}\n',
      'invalid map key: map[interface {}]interface {}{".Values.image":interface {}(nil)}',
    ],
    ['a: %b\n', 'found character that cannot start any token'],
    ['a: - b\n', 'block sequence entries are not allowed in this context'],
    ['a: \u0001\n', 'control characters are not allowed'],
    ['x: 1\na: |\n\tb\n', 'line 3: found a tab character where an indentation space is expected'],
    ['- a\nb: c\n', "line 1: did not find expected '-' indicator"],
  ])('%j', (text, problem) => {
    expect(error(text)).toBe(`error converting YAML to JSON: yaml: ${problem}`);
  });

  test('a null key', () => {
    expect(error('null: x\n')).toBe(
      'error converting YAML to JSON: unsupported map key of type: %!s(<nil>), key: <nil>, value: "x"',
    );
  });

  test('an alias bomb is refused before it is built', () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) =>
        `l${i}: &l${i} [${Array.from({ length: 9 }, () => (i === 0 ? 'x' : `*l${i - 1}`)).join(',')}]`,
    );
    expect(error(levels.join('\n'))).toBe(
      'error converting YAML to JSON: yaml: document contains excessive aliasing',
    );
  });

  test('nesting without end', () => {
    expect(error('['.repeat(20_000))).toBe(
      'error converting YAML to JSON: yaml: exceeded max depth of 10000',
    );
  });
});

describe('files', () => {
  test('documents are apart at ---, empty ones are left out, lines are counted in the file', () => {
    const file = readManifests('---\na: 1\n--- # next\n# nothing\n---\nb:\n  c: 2\n');
    expect(file.error).toBeUndefined();
    expect(file.documents.map((document) => document.value)).toEqual([{ a: 1 }, { b: { c: 2 } }]);
    const second = file.documents[1];
    expect(second && positionOf(second, 'b.c')).toEqual({ line: 7, column: 3 });
  });

  test('lines of an error are counted in its document', () => {
    const file = readManifests('a: 1\n---\nb: c: d\n');
    expect(file.documents).toHaveLength(1);
    expect(file.error).toBe(
      'error converting YAML to JSON: yaml: mapping values are not allowed in this context',
    );
    expect(file.errorPosition).toEqual({ line: 3, column: 5 });
    expect(readManifests('a: 1\n---\nb: 2\n--- c\n').documents).toHaveLength(1);
    expect(readManifests('a: 1\n--- b\n').error).toBe('invalid Yaml document separator: b');
  });

  test('JSON, several values, a comma too many, cut off', () => {
    expect(readManifests('{"a":1,"a":2}\n{"b":1}').documents.map(({ value: item }) => item)).toEqual([
      { a: 2 },
      { b: 1 },
    ]);
    expect(readManifests('{"a":1,}').documents.map(({ value: item }) => item)).toEqual([{ a: 1 }]);
    expect(readManifests('{"a":').error).toBe('unexpected EOF');
  });

  test('places of fields', () => {
    const [document] = readManifests(
      'spec:\n  containers:\n  - name: a\n    ports: [{containerPort: 80}]\n',
    ).documents;
    const at = (path: string) => document && positionOf(document, path);
    expect(at('spec.containers[0].name')).toEqual({ line: 3, column: 5 });
    expect(at('spec.containers[0].ports[0].containerPort')).toEqual({ line: 4, column: 14 });
    expect(at('spec.containers[0].image')).toEqual({ line: 3, column: 5 });
    expect(at('spec.containers[name="a"].ports')).toEqual({ line: 4, column: 5 });
    expect(at('metadata.name')).toEqual({ line: 1, column: 1 });
  });
});

test('every JSON text reads as itself', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 2), (data, indent) => {
      const text = JSON.stringify(data, undefined, indent);
      fc.pre(!/\\u00[0189]|\x7f/.test(text) && !/[\u0080-\u009f\ufffe\uffff]|\d{16}|\de/.test(text));
      expect(value(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test('agrees with another reader on text of plain parts', () => {
  const word = fc
    .stringMatching(/^[a-z][a-z0-9]{0,6}( [a-z]{2,4})?$/)
    .filter((text) => !/^(y|n|on|off|yes|no|null|true|false|e[0-9]+)$/.test(text));
  const line = fc.tuple(fc.nat(3), fc.constantFrom('k', 'i', 'ik'), word, word);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const text = lines
        .map(([depth, form, key, item]) => {
          const body = form === 'k' ? `${key}: ${item}` : form === 'i' ? `- ${item}` : `- ${key}:`;
          return `${'  '.repeat(depth)}${body}`;
        })
        .join('\n');
      let want: unknown;
      try {
        want = referenceParse(text, { version: '1.1', uniqueKeys: false, logLevel: 'silent' });
      } catch {
        return;
      }
      const result = parseYaml(text);
      if (result.ok) expect(result.value).toEqual(want);
    }),
    { numRuns: 1500 },
  );
});

test('a damaged manifest is read or refused, never thrown at', () => {
  const manifest =
    'apiVersion: v1\nkind: Pod\nmetadata: {name: "web", labels: &l {a: b}}\nspec:\n  containers:\n  - name: a # c\n    args: [\'x\', |]\n    env: *l\n    text: |-\n      one\n\n      two\n---\na: >\n  b\n';
  const damage = fc.tuple(
    fc.nat(manifest.length),
    fc.nat(4),
    fc.string({ unit: fc.constantFrom(...Array.from(':-?[]{}&*!|>%@`"\' \n\t#,a0\\')), maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(damage, { maxLength: 4 }), (damages) => {
      let text = manifest;
      for (const [at, length, insert] of damages) text = text.slice(0, at) + insert + text.slice(at + length);
      const { error } = readManifests(text);
      const known = [
        'error converting YAML to JSON: ',
        'invalid Yaml document separator: ',
        'unexpected EOF',
      ];
      expect(error === undefined || known.some((start) => error.startsWith(start))).toBe(true);
    }),
    { numRuns: 3000 },
  );
});
