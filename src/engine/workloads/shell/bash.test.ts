import { expect, it } from 'vitest';
import { baseTree } from '../images/rootfs.ts';
import { Machine } from '../testing/machine.ts';

const DEBIAN = baseTree('debian');

it.each([
  ['for ((i=0;i<3;i++)); do [ $i = 1 ] && continue; echo $i; done; echo end $i', '0\n2\nend 3\n'],
  [
    'echo {1..3} a{b,c}d {a,b}{1,2} "{x,y}" {01..03} {c..a} x{y} {}',
    '1 2 3 abd acd a1 a2 b1 b2 {x,y} 01 02 03 c b a x{y} {}\n',
  ],
  ['n=5; ((n++)); if ((n > 5)); then echo $n; fi; ((0)) || echo zero', '6\nzero\n'],
  ['read -r x y <<< "one two"; echo $y; ( (echo nested) ); for ((;;)); do break; done', 'two\nnested\n'],
])('bash: %s', (script, expected) => {
  const machine = new Machine({ image: DEBIAN });
  const ran = machine.finish(machine.start(['/usr/bin/bash', '-c', script]));
  expect(ran.stdout + ran.stderr).toBe(expected);
});

it.each([
  ['sleep 60', '1 sleep'],
  ['true; sleep 60', '1 sleep'],
  ['true && X=1 sleep 60', '1 sleep'],
  ['true\nsleep 60', '1 sleep'],
  ['sleep 60 > /tmp/out', '1 bash, 2 sleep'],
  ['true && sleep 60 > /tmp/out', '1 bash, 2 sleep'],
  ['{ sleep 60; }', '1 bash, 2 sleep'],
  ['if true; then sleep 60; fi', '1 bash, 2 sleep'],
  ['while true; do sleep 60; done', '1 bash, 2 sleep'],
  ['sleep 60 | sleep 61', '1 bash, 2 sleep, 3 sleep'],
  ['f() { sleep 60; }; f', '1 bash, 2 sleep'],
  ['sleep 60 > /tmp/out & wait', '1 bash, 2 sleep'],
])('bash gives its place to a last simple command without redirections only: %s', (script, processes) => {
  const machine = new Machine({ image: DEBIAN });
  machine.start(['/usr/bin/bash', '-c', script]);
  machine.kernel.advance({ until: 1_000_000 });
  const tree = machine.table.list().map(({ pid, argv }) => `${pid} ${argv[0]?.split('/').pop()}`);
  expect(tree.join(', ')).toBe(processes);
});
