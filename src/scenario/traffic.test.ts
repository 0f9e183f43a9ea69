import { expect, it } from 'vitest';
import { formatScenario } from './format-scenario.ts';
import { parseScenario } from './parse.ts';
import { problemText } from './problem.ts';

const read = (traffic: string): ReturnType<typeof parseScenario> =>
  parseScenario(`title: x\nsteps:\n- at: 1s\n  traffic: ${traffic}\n`);

it('a traffic step has its defaults, and survives being written', () => {
  const short = read('{to: web, rate: 20}');
  expect(short).toMatchObject({
    value: {
      steps: [
        { kind: 'traffic', traffic: { name: 'users', to: 'web', path: '/', rate: 20, timeoutUs: 1_000_000 } },
      ],
    },
  });
  const long = read(
    '{name: shop, to: "web.prod:8080", path: /cart, rate: 0.5, keepAlive: 4, timeout: 500ms, for: 30s, node: worker-2}',
  );
  for (const each of [short, long]) {
    if (!each.ok) throw new Error(each.error.map(problemText).join('\n'));
    expect(parseScenario(formatScenario(each.value))).toEqual(each);
  }
});

it.each([
  ['{rate: 1}', 'line 4, steps[0].traffic: to is missing'],
  ['{to: web}', 'line 4, steps[0].traffic: rate is missing'],
  ['{to: "http://web/", rate: 1}', 'line 4, steps[0].traffic.to: must be HOST or HOST:PORT'],
  ['{to: web, rate: 5000}', 'line 4, steps[0].traffic.rate: must be at most 1000 requests a second'],
  [
    '{to: web, rate: 1, keepalive: 2}',
    'line 4, steps[0].traffic.keepalive: unknown key; did you mean keepAlive?',
  ],
])('%s is refused', (traffic, problem) => {
  const wrong = read(traffic);
  expect(wrong.ok ? [] : wrong.error.map(problemText)).toEqual([problem]);
});
