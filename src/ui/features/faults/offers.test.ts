import { expect, it } from 'vitest';
import type { Fault } from '../../../scenario/fault.ts';
import { faultKey } from '../../projections/faults/faults.ts';
import { standingLike } from './offers.ts';

const down = { kind: 'component', component: 'kubelet', state: 'down' } as const satisfies Fault;
const on = (fault: Fault) => [{ key: faultKey(fault), seq: 1, fault }];

it('a component that is down on every node is down on each', () => {
  expect(standingLike(on(down), { ...down, node: 'worker-1' })?.fault).toEqual(down);
  expect(standingLike(on({ ...down, node: 'worker-2' }), { ...down, node: 'worker-1' })).toBeUndefined();
  expect(standingLike(on({ ...down, node: 'worker-1' }), down)).toBeUndefined();
});

it('stopped is not slowed', () => {
  expect(standingLike(on(down), { ...down, state: 'slow', delayUs: 5 })).toBeUndefined();
});
