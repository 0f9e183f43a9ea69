import { expect, it } from 'vitest';
import { readAsk } from './messages.ts';

it('understands every ask', () => {
  for (const ask of [
    { ask: 'load', link: '#1.abc' },
    { ask: 'seek', record: 4 },
    { ask: 'seek', at: 2.5 },
    { ask: 'step', by: -1 },
    { ask: 'play' },
    { ask: 'pause' },
  ])
    expect(readAsk({ podscope: 1, ...ask })).toEqual({ podscope: 1, ...ask });
  expect(readAsk({ podscope: 1, ask: 'step' })).toMatchObject({ by: 1 });
});

it('leaves other messages alone, and says what is wrong with its own', () => {
  for (const data of [null, 'x', 1, {}, { podscope: 2, ask: 'play' }, { type: 'webpack' }])
    expect(readAsk(data)).toBeUndefined();
  for (const ask of [{ ask: 'apply', text: 'x' }, { ask: 'seek', record: -1 }, { ask: 'load' }])
    expect(readAsk({ podscope: 1, ...ask })).toHaveProperty('wrong');
});
