import { expect, it } from 'vitest';
import type { Pod, Taint } from '../../../api/generated/types.ts';
import { tolerationUs } from './decide.ts';

const taint = (key: string): Taint => ({ key, effect: 'NoExecute' });
const tolerates = (key: string, tolerationSeconds?: number): object => ({
  key,
  operator: 'Exists',
  effect: 'NoExecute',
  ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
});
const pod = (tolerations: readonly object[]): Pod =>
  ({ spec: { containers: [], tolerations } }) as unknown as Pod;

it.each([
  ['for ever without taints', [], [], undefined],
  ['not at all with one it does not tolerate', [tolerates('a')], [taint('a'), taint('b')], 0],
  ['for ever when no toleration ends', [tolerates('a')], [taint('a')], undefined],
  [
    'as long as the shortest of its tolerations',
    [tolerates('a', 300), tolerates('b', 10)],
    [taint('a'), taint('b')],
    10_000_000,
  ],
  ['as long as the one that ends', [tolerates('a'), tolerates('b', 7)], [taint('a'), taint('b')], 7_000_000],
  ['not at all for less than a second', [tolerates('a', -5)], [taint('a')], 0],
])('a Pod may stay %s', (_, tolerations, taints, us) => {
  expect(tolerationUs(pod(tolerations), taints)).toBe(us);
});
