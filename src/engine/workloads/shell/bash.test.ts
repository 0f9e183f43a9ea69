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
