import { describe, expect, test } from 'vitest';
import { fieldsMatch, formatFieldSelector, parseFieldSelector } from './field-selector.ts';
import type { Node } from './generated/types.ts';
import {
  compileLabelSelector,
  formatLabelSelector,
  formatSelector,
  labelSelectorMatches,
  parseLabelSelector,
  selectorMatches,
} from './label-selector.ts';
import { nodeSelectorMatches } from './node-selector.ts';
import { findUntoleratedTaint, taintText, toleratesTaint } from './toleration.ts';

const selects = (text: string, labels: Record<string, string>): boolean => {
  const parsed = parseLabelSelector(text);
  return parsed.ok && selectorMatches(parsed.value, labels);
};

describe('label selectors', () => {
  test.each([
    ['app=web', true],
    ['app==web', true],
    ['app!=web', false],
    ['app', true],
    ['!app', false],
    [' app in (web,db)', true],
    ['app notin (web)', false],
    ['missing notin (web)', true],
    ['app=web,tier=front', true],
    ['app=web,tier=back', false],
    ['n>4,n<6', true],
    ['n>5', false],
    ['x in (,a)', false],
    ['', true],
  ])('%j', (text, want) => {
    expect(selects(text, { app: 'web', tier: 'front', n: '5' })).toBe(want);
  });

  test.each([
    [' app in web', "unable to parse requirement: found 'web' expected: '('"],
    [' =web', "found '=', expected: !, identifier, or 'end of string'"],
    [' app=a b', "found 'b', expected: ',' or 'end of string'"],
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['a,', "found '', expected: identifier after ','"],
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['a=(', "unable to parse requirement: found '(', expected: identifier"],
    [
      'a_=b',
      "unable to parse requirement: <nil>: Invalid value: \"a_\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
    [
      'n>x',
      "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
  ])('%j is refused', (text, error) => {
    expect(parseLabelSelector(text)).toEqual({ ok: false, error });
  });

  test('prints sorted by key, values sorted', () => {
    const parsed = parseLabelSelector('tier notin (b,a), app=web,!x,y');
    expect(parsed.ok && formatSelector(parsed.value)).toBe('app=web,tier notin (a,b),!x,y');
    const selector = {
      matchLabels: { b: '1', a: '2' },
      matchExpressions: [{ key: 'c', operator: 'In', values: ['y', 'x'] }],
    };
    expect(formatLabelSelector(selector)).toBe('a=2,b=1,c in (x,y)');
    expect(formatLabelSelector({})).toBe('<none>');
  });

  test('no selector matches nothing, an empty one everything', () => {
    expect(labelSelectorMatches(undefined, { a: 'b' })).toBe(false);
    expect(labelSelectorMatches({}, undefined)).toBe(true);
    const selector = { matchLabels: { a: 'b' } };
    expect(compileLabelSelector(selector)).toBe(compileLabelSelector(selector));
  });
});

describe('field selectors', () => {
  test('parse, match and print', () => {
    const parsed = parseFieldSelector('status.phase!=Running,metadata.name==a');
    const fields: Record<string, string> = { 'metadata.name': 'a', 'status.phase': 'Pending' };
    expect(parsed.ok && fieldsMatch(parsed.value, (field) => fields[field] ?? '')).toBe(true);
    expect(parsed.ok && formatFieldSelector(parsed.value)).toBe('metadata.name=a,status.phase!=Running');
  });

  test('errors', () => {
    expect(parseFieldSelector('status.phase')).toEqual({
      ok: false,
      error: "invalid selector: 'status.phase'; can't understand 'status.phase'",
    });
  });
});

test('node selector terms are ORed, their requirements ANDed; an empty term matches nothing', () => {
  const node: Node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n1', uid: '', labels: { zone: 'a', cpus: '8' } },
    spec: {},
  };
  expect(nodeSelectorMatches({ nodeSelectorTerms: [{}] }, node)).toBe(false);
  const many = {
    nodeSelectorTerms: [
      {
        matchExpressions: [
          { key: 'cpus', operator: 'Gt' as const, values: ['7'] },
          { key: 'zone', operator: 'In' as const, values: ['a'] },
        ],
      },
    ],
  };
  expect(nodeSelectorMatches(many, node)).toBe(true);
  const field = {
    nodeSelectorTerms: [
      { matchFields: [{ key: 'metadata.name', operator: 'NotIn' as const, values: ['n1'] }] },
    ],
  };
  expect(nodeSelectorMatches(field, node)).toBe(false);
  const broken = {
    nodeSelectorTerms: [{ matchExpressions: [{ key: 'cpus', operator: 'Gt' as const, values: ['x'] }] }],
  };
  expect(nodeSelectorMatches(broken, node)).toBe(false);
});

test('tolerations', () => {
  const taint = { key: 'a', value: 'v', effect: 'NoSchedule' } as const;
  expect(toleratesTaint({ operator: 'Exists' }, taint)).toBe(true);
  expect(toleratesTaint({ key: 'a', value: 'v' }, taint)).toBe(true);
  expect(toleratesTaint({ key: 'a', operator: 'Equal', value: 'w' }, taint)).toBe(false);
  expect(toleratesTaint({ key: 'a', operator: 'Exists', effect: 'NoExecute' }, taint)).toBe(false);
  expect(toleratesTaint({ key: 'a', operator: 'Gt', value: '1' }, { ...taint, value: '2' })).toBe(false);
  expect(findUntoleratedTaint([taint], undefined)).toBe(taint);
  expect(taintText(taint)).toBe('a=v:NoSchedule');
});
