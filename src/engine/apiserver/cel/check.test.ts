import { expect, test } from 'vitest';
import { celProblem, celType } from './check.ts';

const RULES = { names: ['object', 'request', 'variables'], returns: ['bool'] };

test.each([
  ['object.spec.replicas <= 5', undefined],
  ["has(object.metadata.labels) && object.metadata.labels.exists(k, k == 'team')", undefined],
  ["object.spec.containers.all(i, c, i < 3 && c.image.startsWith('registry/'))", undefined],
  ["type(object.spec.x) == string && sets.contains(['a'], [request.operation])", undefined],
  ['has(object.a) ? object.b : true', undefined],
  ['object.spec.paused', 'must evaluate to bool'],
  ["'text'", 'must evaluate to bool'],
  ['1 + 2', 'must evaluate to bool'],
  [
    'foo.bar == 1',
    "compilation failed: ERROR: <input>:1:1: undeclared reference to 'foo' (in container '')\n | foo.bar == 1\n | ^",
  ],
  [
    'true &&\n  nope(1)',
    "compilation failed: ERROR: <input>:2:7: undeclared reference to 'nope' (in container '')\n |   nope(1)\n | ......^",
  ],
  [
    '[1].all(x, y > x) && z',
    "compilation failed: ERROR: <input>:1:12: undeclared reference to 'y' (in container '')\n | [1].all(x, y > x) && z\n | ...........^\n" +
      "ERROR: <input>:1:22: undeclared reference to 'z' (in container '')\n | [1].all(x, y > x) && z\n | .....................^",
  ],
])('%s', (text, problem) => {
  expect(celProblem(text, RULES)).toBe(problem);
});

test('a variable has the type of its expression', () => {
  const variables = new Map([
    ['big', celType('object.spec.replicas > 5', RULES)],
    ['name', celType("string(object.spec.replicas) + 'x'", RULES)],
  ]);
  expect(celProblem('variables.big', { ...RULES, variables })).toBeUndefined();
  expect(celProblem('variables.name', { ...RULES, variables })).toBe('must evaluate to bool');
  expect(celProblem('1', { names: [], returns: ['string', 'null_type'] })).toBe(
    'must evaluate to one of [string null_type]',
  );
});
