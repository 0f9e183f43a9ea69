import { expect, it } from 'vitest';
import { Desk } from '../../testing/desk.ts';

const PODS = JSON.stringify({
  items: [
    {
      metadata: { name: 'a', labels: { app: 'x', tier: 'f' } },
      status: { phase: 'Running', n: 3 },
      spec: { nodeName: 'w1', containers: [{ image: 'nginx:1.2' }] },
    },
    {
      metadata: { name: 'b' },
      status: { phase: 'Pending', n: 1 },
      spec: { containers: [{ image: 'busybox' }, { image: 'redis:7' }] },
    },
  ],
});

const desk = new Desk();

/** What jq prints, with its exit code when that is not 0. Each case was run by jq 1.6 too. */
function prints(words: string): string {
  const { exit, stdout, stderr } = desk.run({ run: { line: `jq ${words}` }, stdin: PODS });
  return stdout + stderr + (exit === 0 ? '' : `[${exit}]`);
}

it.each([
  [`-r '.items[].metadata.name'`, 'a\nb\n'],
  [`-r '.items[] | "\\(.metadata.name)\\t\\(.status.phase)"'`, 'a\tRunning\nb\tPending\n'],
  [`-r '.items[] | select(.status.phase!="Running" and .status.n>0) | .metadata.name'`, 'b\n'],
  [
    `-c '.items[] | {name: .metadata.name, images: [.spec.containers[].image]}'`,
    '{"name":"a","images":["nginx:1.2"]}\n{"name":"b","images":["busybox","redis:7"]}\n',
  ],
  [
    `-c '.items | group_by(.status.phase) | map({phase: .[0].status.phase, count: length})'`,
    '[{"phase":"Pending","count":1},{"phase":"Running","count":1}]\n',
  ],
  [`-r '.items[0].metadata.labels | to_entries[] | "\\(.key)=\\(.value)"'`, 'app=x\ntier=f\n'],
  [`-r '.items[] | [.metadata.name, (.spec.nodeName // "<none>")] | @tsv'`, 'a\tw1\nb\t<none>\n'],
  [`-r '.items[].spec.containers[].image | split(":")[1] // "latest"'`, '1.2\nlatest\n7\n'],
  [`-c '.items[0] | del(.spec, .status)'`, '{"metadata":{"name":"a","labels":{"app":"x","tier":"f"}}}\n'],
  [`-c '[.. | .image? // empty]'`, '["nginx:1.2","busybox","redis:7"]\n'],
  [`-c '.items |= map(.metadata.name)'`, '{"items":["a","b"]}\n'],
  [`'reduce .items[] as $i (0; . + $i.status.n)'`, '4\n'],
  [`--arg n b -r '.items[] | select(.metadata.name==$n).status.phase'`, 'Pending\n'],
  [`-c '.items | map({(.metadata.name): .status.phase}) | add'`, '{"a":"Running","b":"Pending"}\n'],
  [`'if .items|length > 2 then "many" elif 1 then "few" else "none" end'`, '"few"\n'],
  [`'.items[0].metadata.labels'`, '{\n  "app": "x",\n  "tier": "f"\n}\n'],
  [`-n '[1,2] - [2], ("abc" | test("B"; "i")), 1 + 2 * 3 - 4 / 2' -c`, '[1]\ntrue\n5\n'],
  [`-n '{} | .a.b = 1 | .c[1] = 2' -c`, '{"a":{"b":1},"c":[null,2]}\n'],
  [`-e '.nope'`, 'null\n[1]'],
  [`'.items.foo'`, 'jq: error (at <stdin>:0): Cannot index array with string "foo"\n[5]'],
  [`'.items[] | .metadata.name | keys'`, 'jq: error (at <stdin>:0): string ("a") has no keys\n[5]'],
  [
    `'nosuch'`,
    'jq: error: nosuch/0 is not defined at <top-level>, line 1:\nnosuch\njq: 1 compile error\n[3]',
  ],
  [
    `'{'`,
    'jq: error: syntax error, unexpected $end (Unix shell quoting issues?) at <top-level>, line 1:\n{\njq: 1 compile error\n[3]',
  ],
])('jq %s', (words, expected) => expect(prints(words)).toBe(expected));

it('reads several values, lines and files, and stops where nothing ends', () => {
  const run = (line: string): string => desk.line(line).stdout;
  expect(run(`printf '1 [2]\\n"x"' | jq -c .`)).toBe('1\n[2]\n"x"\n');
  expect(run(`printf 'a\\nb\\n' | jq -R -c .`)).toBe('"a"\n"b"\n');
  expect(run(`echo '{"a":1}' > f.json; jq .a f.json; jq -s length f.json f.json`)).toBe('1\n2\n');
  expect(desk.line(`echo '{"a":' | jq .`)).toMatchObject({
    exit: 2,
    stderr: 'jq: error (at <stdin>:0): Unfinished JSON term at EOF at line 2, column 0\n',
  });
  for (const endless of [
    '[recurse(. + 1)]',
    '[range(1e9)]',
    '"a" * 1e9',
    'reduce range(60) as $i ([1]; . + .)',
    '[] | .[1e9] = 1',
  ])
    expect(desk.line(`jq -n '${endless}'`).stderr, endless).toContain('this simulation stops a filter');
});
