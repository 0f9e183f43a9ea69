import { expect, it } from 'vitest';
import { withInputs } from './with-inputs.ts';

const document = {
  title: 'T',
  steps: [
    { at: '0s', kubectl: 'apply -f a.yaml' },
    { at: '9s', kubectl: 'get pods' },
  ],
};

it('puts inputs among the steps in order of time, and keeps the tabs and the seed', () => {
  const whole = withInputs(
    document,
    {
      inputs: [
        { at: '5s', step: { kubectl: 'delete pod a' } },
        { at: '2.5s', step: { fault: { node: 'worker-1', state: 'down' } } },
      ],
      seed: 7,
    },
    { 'a.yaml': 'x' },
  );
  expect(whole.steps.map(({ at }) => at)).toEqual(['0s', '2.5s', '5s', '9s']);
  expect(whole).toMatchObject({ files: { 'a.yaml': 'x' }, seed: 7 });
});

it('a file that was applied and edited since travels inside its step', () => {
  const apply = { kubectl: 'apply -f a.yaml' };
  const { steps } = withInputs(
    { title: 'T', steps: [] },
    {
      inputs: [
        { at: '1s', step: apply, files: { 'a.yaml': 'first' } },
        { at: '2s', step: apply, files: { 'a.yaml': 'second' } },
      ],
    },
    { 'a.yaml': 'second' },
  );
  expect(steps).toEqual([
    { at: '1s', apply: 'first' },
    { at: '2s', kubectl: 'apply -f a.yaml' },
  ]);
});

it('goes as far as the run did', () => {
  const input = (at: string) => ({ inputs: [{ at, step: { kubectl: 'get pods' } }] });
  expect(withInputs(document, input('5s'), {})).not.toHaveProperty('until');
  expect(withInputs({ ...document, until: '30s' }, input('31s'), {}).until).toBe('91s');
  expect(withInputs(document, input('601s'), {}).until).toBe('661s');
  expect(withInputs(document, { inputs: [], untilUs: 80_000_000 }, {}).until).toBe('80s');
});
