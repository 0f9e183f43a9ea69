import { expect, it } from 'vitest';
import type { Pod, PodDisruptionBudget } from '../../../api/generated/types.ts';
import { formatTime } from '../../../api/time.ts';
import { selectorText } from '../common/selector-text.ts';
import { budgetStatus, disrupted, expectedPods, healthyPods, needsScale } from './decide.ts';

const SECOND_US = 1_000_000;
const NOW_US = 1_767_225_600 * SECOND_US;
const pdb = (spec: object, disruptedPods: object = {}): PodDisruptionBudget =>
  ({
    metadata: { name: 'web', generation: 1 },
    spec,
    status: { disruptedPods },
  }) as unknown as PodDisruptionBudget;
const pod = (name: string, ready = true, meta: object = {}): Pod =>
  ({
    metadata: { name, ...meta },
    status: { conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  }) as unknown as Pod;

it.each([
  [{ minAvailable: 1 }, 2, { expected: 2, desired: 1 }, false],
  [{ minAvailable: '50%' }, 3, { expected: 3, desired: 2 }, true],
  [{ maxUnavailable: 1 }, 3, { expected: 3, desired: 2 }, true],
  [{ maxUnavailable: '34%' }, 3, { expected: 3, desired: 1 }, true],
  [{ maxUnavailable: 5 }, 3, { expected: 3, desired: 0 }, true],
  [{}, 3, { expected: 3, desired: 0 }, false],
])('%j of %i', (spec, total, expected, scale) => {
  expect(expectedPods(pdb(spec), total)).toEqual(expected);
  expect(needsScale(pdb(spec))).toBe(scale);
});

it('Pods that are evicted do not count, and are late after two minutes', () => {
  const at = (secondsAgo: number): string => formatTime(NOW_US - secondsAgo * SECOND_US);
  const pods = [pod('a'), pod('b'), pod('c'), pod('d', false), pod('e', true, { deletionTimestamp: at(0) })];
  const found = disrupted(pdb({}, { a: at(20), b: at(121), e: at(5) }), pods, NOW_US);
  expect(found.pending).toEqual({ a: at(20) });
  expect(found.late.map(({ metadata }) => metadata.name)).toEqual(['b']);
  expect(found.recheckUs).toBe(100 * SECOND_US);
  expect(healthyPods(pods, found.pending)).toBe(2);
});

it.each([
  [{ expected: 3, desired: 2 }, 3, 1, 'True', 'SufficientPods'],
  [{ expected: 3, desired: 2 }, 2, 0, 'False', 'InsufficientPods'],
  [{ expected: 0, desired: 0 }, 1, 0, 'False', 'InsufficientPods'],
])('%j with %i healthy', (expected, healthy, allowed, status, reason) => {
  const made = budgetStatus(pdb({}), expected, { healthy, pending: {} }, NOW_US);
  expect(made.disruptionsAllowed).toBe(allowed);
  expect(made.conditions).toMatchObject([{ type: 'DisruptionAllowed', status, reason, message: '' }]);
});

it('a selector is told as Go prints it', () => {
  expect(selectorText({ matchLabels: { app: 'web' } })).toBe(
    '&LabelSelector{MatchLabels:map[string]string{app: web,},MatchExpressions:[]LabelSelectorRequirement{},}',
  );
});
