import { expect, it } from 'vitest';
import { CATALOGUE } from '../scenario/catalogue/all.ts';
import { readArguments } from './args.ts';
import { main } from './main.ts';

it.each([
  [['verfy'], 'there is no command "verfy"; there are run, record, verify, serve, lives, race, bench'],
  [['run'], 'run needs SCENARIO'],
  [['run', 'a', 'b'], 'run takes one SCENARIO, not 2'],
  [['record', '--out'], '--out needs a value: --out DIR'],
  [
    ['run', 'a', '--untill', '3s'],
    'run has no option --untill; it has --until, --seed, --level, --json, --digest',
  ],
  [['bench', '--fast'], 'bench has no option --fast; it has none'],
])('%j is refused in plain words', (argv, message) => {
  expect(readArguments(argv)).toEqual({ ok: false, error: message });
});

it('options go before or after what they are for', () => {
  expect(
    readArguments(['verify', '--show=5', 'node', '--only-failing', '--facet', 'rows,cri', 'api']),
  ).toEqual({
    ok: true,
    value: {
      command: 'verify',
      positionals: ['node', 'api'],
      options: { show: '5', 'only-failing': true, facet: 'rows,cri' },
    },
  });
});

it.each([
  [[], 'all'],
  [['--help'], 'all'],
  [['help'], 'all'],
  [['verify', '--help'], 'verify'],
  [['run', '-h'], 'run'],
  [['help', 'run'], 'run'],
])('%j asks for help', (argv, help) => {
  expect(readArguments(argv)).toEqual({ ok: true, value: { help } });
});

it('help with a command is its own', async () => {
  const printed: string[] = [];
  expect(await main(['race', '--help'], (text) => printed.push(text))).toEqual({ code: 0 });
  expect(printed.join('')).toBe(
    `usage: npm run -s podscope -- race [AREA|DIR|FILE...]

Plays the recordings that count failed requests with many seeds, and prints how often each count comes out.

    --seeds N         seeds to play with (default 200)
`,
  );
});

it.each([
  [['run', 'first-pod', '--level', '9'], '--level must be 1, 2 or 3, is "9"'],
  [['run', 'first-pod', '--until', 'soon'], '--until must be a time such as 30s or 2m, is "soon"'],
  [['run', 'first-pod', '--seed', '-1'], '--seed must be a whole number, is "-1"'],
  [
    ['run', 'nosuch.yaml'],
    `there is no file nosuch.yaml, and no built-in scenario of that name (there are ${CATALOGUE.map(({ id }) => id).join(', ')})`,
  ],
  [['verify', '--jobs', '0'], '--jobs must be 1 to 64, is 0'],
  [['verify', '--jobs', '1000'], '--jobs must be 1 to 64, is 1000'],
  [['record', 'first-pod'], 'record needs --out DIR'],
  [['verify', 'nosuch'], 'there is no file, folder or area nosuch'],
  [
    ['verify', '--facet', 'row'],
    'there is no facet row; there are commands, rows, fields, events, conditions, final, requests, cri, pods, attempts, nodes, claims, otherEvents, distribution, ranges',
  ],
])('%j is not understood', async (argv, message) => {
  const printed: string[] = [];
  expect(await main(argv, (text) => printed.push(text))).toEqual({ code: 2, message });
  expect(printed).toEqual([]);
});
