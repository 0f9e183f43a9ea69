import { expect, it } from 'vitest';
import { partOf, WHOLE } from './link-to.ts';

const command = (run: string) => ({ at: '1s', step: { run } });
const FAULT = { at: '1s', step: { fault: { node: 'worker-1', state: 'down' } } };

const SOURCE = {
  scenario: '{}',
  place: 1,
  from: 0,
  inputs: [FAULT, command('a'), command('b')],
  twin: { place: 2, from: 1, inputs: [FAULT, command('t')] },
  branches: [{ same: 2, inputs: [command('c'), FAULT] }],
};

it('a link without faults holds none of any branch, and they still share what they shared', () => {
  expect(partOf(SOURCE, { ...WHOLE, faults: false })).toEqual({
    ...SOURCE,
    inputs: [command('a'), command('b')],
    twin: { ...SOURCE.twin, inputs: [command('t')] },
    branches: [{ same: 1, inputs: [command('c')] }],
  });
});

it('a link without the other branches names no places among them: the twin would have left itself', () => {
  const { scenario, inputs, twin } = SOURCE;
  expect(partOf(SOURCE, { ...WHOLE, branches: false })).toEqual({
    scenario,
    inputs,
    twin: { inputs: twin.inputs },
  });
});
