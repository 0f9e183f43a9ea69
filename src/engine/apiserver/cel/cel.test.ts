import { expect, test } from 'vitest';
import { evaluateCel } from './cel.ts';

const OBJECT = {
  metadata: { name: 'web', labels: { app: 'web', 'team.example.com/name': 'a' } },
  spec: {
    replicas: 3,
    template: {
      spec: {
        containers: [
          { name: 'web', image: 'registry.example.com/web:1.2', resources: { limits: { memory: '512Mi' } } },
          { name: 'side', image: 'docker.io/side:latest' },
        ],
      },
    },
  },
};

const scope = new Map<string, unknown>([
  ['object', OBJECT],
  ['oldObject', null],
]);

const value = (text: string): unknown => {
  const result = evaluateCel(text, scope);
  return result.ok ? result.value : `error: ${result.error}`;
};

test.each([
  ['object.spec.replicas <= 5', true],
  ["has(object.metadata.labels) && 'team' in object.metadata.labels", false],
  ["object.metadata.labels['team.example.com/name'] == 'a'", true],
  ["object.spec.template.spec.containers.all(c, c.image.startsWith('registry.example.com/'))", false],
  ["object.spec.template.spec.containers.exists(c, c.image.endsWith(':latest'))", true],
  ["object.spec.template.spec.containers.filter(c, !has(c.resources)).map(c, c.name).join(',')", 'side'],
  ["oldObject == null ? 'created' : 'updated'", 'created'],
  ['object.spec.?paused.orValue(false)', false],
  [
    "quantity(object.spec.template.spec.containers[0].resources.limits.memory).isLessThan(quantity('1Gi'))",
    true,
  ],
  ["'%s has %d'.format([object.metadata.name, object.spec.replicas])", 'web has 3'],
  ['7 / 2 == 3 && 7 % 2 == 1 && 7.0 / 2.0 == 3.5', true],
  ["object.metadata.name.matches('^[a-z]+$')", true],
  ["size(object.metadata.labels) == 2 && {'a': 1}['a'] == 1 && [1, 2].exists_one(x, x > 1)", true],
  ['object.nope == 1 || true', true],
  ["duration('1h30m') > duration('90s')", true],
  [
    "timestamp('2026-11-30T09:05:07Z').getMonth() == 10 && timestamp('2026-11-30T09:05:07Z').getDayOfWeek() == 1",
    true,
  ],
  ["url('https://example.com:80/a?x=y').getHostname() + url('/a').getHost()", 'example.com'],
  ["isURL('not a url') || isURL('')", false],
  ["ip('10.1.2.3').isGlobalUnicast() && !ip('::1').isGlobalUnicast() && ip('::1').family() == 6", true],
  ["cidr('10.0.0.0/8').containsIP('10.1.1.1') && !cidr('10.0.0.0/8').containsCIDR('0.0.0.0/0')", true],
  ["type(1) == int && type('a') == string && type([]) != map", true],
  ["{'a': 1}.all(k, v, k == 'a' && v == 1) && ['x'].exists(i, v, i == 0 && v == 'x')", true],
  ['lists.range(3).sum() == 3 && math.abs(-2) == 2', true],
])('%s', (text, expected) => {
  expect(value(text)).toBe(expected);
});

test('says why there is no value', () => {
  expect(value('object.spec.paused')).toBe('error: no such key: paused');
  expect(value('object.spec.template.spec.containers[5].name')).toBe('error: index out of bounds: 5');
  expect(value('1 / 0')).toBe('error: division by zero');
  expect(value("object.spec.replicas > 'a'")).toBe('error: no such overload');
  expect(value('object.spec.(')).toBe("error: Syntax error: no viable alternative at input '.('");
});
