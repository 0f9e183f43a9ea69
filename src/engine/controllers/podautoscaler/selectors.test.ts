import { expect, it } from 'vitest';
import type { Pod } from '../../../api/generated/types.ts';
import { TargetSelectors } from './selectors.ts';

const pod = (namespace: string, labels: Record<string, string>): Pod =>
  ({ metadata: { namespace, name: 'p', labels } }) as Pod;

it('tells of all autoscalers whose targets select one of the Pods', () => {
  const selectors = new TargetSelectors();
  const shared = pod('default', { app: 'web', tier: 'front' });
  const pods = [shared, pod('other', { app: 'web' })];
  expect(selectors.select('default/web', 'app=web', pods)).toEqual([shared]);
  expect(selectors.of([shared])).toEqual(['default/web']);
  selectors.select('default/front', 'tier=front', pods);
  selectors.select('other/web', 'app=web', pods);
  expect(selectors.of([shared])).toEqual(['default/front', 'default/web']);
  selectors.forget('default/web');
  expect(selectors.of([shared])).toEqual(['default/front']);
});
