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
    "request.user == 'x'",
    "compilation failed: ERROR: <input>:1:8: undefined field 'user'\n | request.user == 'x'\n | .......^",
  ],
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

const STARTERS =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

// As cel-go's own tests and Kubernetes' have them, without the picture of the line.
test.each<[string, ...string[]]>([
  [
    '*@a | b',
    `1:1: Syntax error: extraneous input '*' expecting ${STARTERS}`,
    "1:2: Syntax error: token recognition error at: '@'",
    "1:5: Syntax error: token recognition error at: '| '",
    "1:7: Syntax error: extraneous input 'b' expecting <EOF>",
  ],
  [
    '1 + $',
    "1:5: Syntax error: token recognition error at: '$'",
    `1:6: Syntax error: mismatched input '<EOF>' expecting ${STARTERS}`,
  ],
  ['foo.', "1:5: Syntax error: no viable alternative at input '.'"],
  ['{"a": 1}."a"', '1:10: Syntax error: no viable alternative at input \'."a"\''],
  [
    '-',
    "1:2: Syntax error: no viable alternative at input '-'",
    `1:2: Syntax error: mismatched input '<EOF>' expecting ${STARTERS}`,
  ],
  [
    '{',
    "1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '}', '(', '.', ',', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
  ],
  ['{1:305 2:569}', "1:8: Syntax error: mismatched input '2' expecting {'}', ','}"],
  ['(a){}', "1:4: Syntax error: mismatched input '{' expecting <EOF>"],
  ["'asdf'.contains('x'", "1:20: Syntax error: missing ')' at '<EOF>'"],
  ['a.filter(l, !(lin resource.labels))', "1:19: Syntax error: mismatched input 'resource' expecting ')'"],
  ['"%s".format(variables.missing])', "1:30: Syntax error: extraneous input ']' expecting ')'"],
  [
    'object.spec.replicas = 5',
    "1:22: Syntax error: token recognition error at: '= '",
    "1:24: Syntax error: extraneous input '5' expecting <EOF>",
  ],
])('%s is told as the parser tells it', (text, ...problems) => {
  const said = celProblem(text, { names: ['a', 'b', 'foo', 'object', 'variables'] }) ?? '';
  const lines = said
    .replace('compilation failed: ', '')
    .split('\n')
    .filter((line) => line.startsWith('ERROR'));
  expect(lines).toEqual(problems.map((problem) => `ERROR: <input>:${problem}`));
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
