import { expect, it } from 'vitest';
import { checkScenario } from '../../scenario/check-scenario.ts';
import { faultDocument } from '../../scenario/read-fault.ts';
import type { Fault } from '../../scenario/fault.ts';
import { endsFault, faultKey, isOneShot } from '../projections/faults/faults.ts';
import { endOf } from './faults.ts';
import { sameUntil } from './shared-prefix.ts';

const FAULTS: readonly Fault[] = [
  { kind: 'component', component: 'kubelet', node: 'worker-1', state: 'down' },
  { kind: 'component', component: 'etcd', state: 'slow', delayUs: 800_000 },
  { kind: 'node', node: 'worker-1', state: 'down' },
  { kind: 'partition', node: 'worker-1', from: ['worker-2'], state: 'on' },
  { kind: 'cni', node: 'worker-1', state: 'plugin-error' },
  { kind: 'registry-delay', image: '*', delayUs: 3_000_000 },
  { kind: 'registry-error', image: 'nginx', error: 'timeout' },
  { kind: 'static-pod', node: 'worker-1', name: 'web', image: 'nginx', state: 'present' },
  { kind: 'image-remove', image: 'nginx' },
  { kind: 'sandbox-kill', pod: 'web' },
  { kind: 'process', pod: 'web', container: 'app', signal: 'KILL' },
];

it.each(FAULTS)('$kind: what ends it is done to the same part, and both are steps of a scenario', (fault) => {
  const end = endOf(fault);
  expect(end === undefined).toBe(isOneShot(fault));
  expect(endsFault(fault)).toBe(false);
  for (const each of [fault, ...(end === undefined ? [] : [end])]) {
    const steps = [{ at: '0s', fault: faultDocument(each) }];
    expect(checkScenario({ title: 'x', steps })).toMatchObject({ value: { steps: [{ fault: each }] } });
  }
  if (end === undefined) return;
  expect(endsFault(end)).toBe(true);
  expect(faultKey(end)).toBe(faultKey(fault));
});

it('two runs are the same until the first input that one of them does not have', () => {
  const run = (...ats: readonly string[]) => ({
    scenario: 'x',
    inputs: ats.map((at) => ({ at, step: { kubectl: `at ${at}` } })),
  });
  expect(sameUntil(run('1s', '3s'), run('1s', '3s'))).toBe(Number.POSITIVE_INFINITY);
  expect(sameUntil(run('1s', '3s'), run('1s'))).toBe(3_000_000);
  expect(sameUntil(run('1s', '3s'), run('3s', '1s', '2s'))).toBe(2_000_000);
  expect(sameUntil({ ...run('1s'), seed: 2 }, run('1s'))).toBe(Number.NEGATIVE_INFINITY);
});
