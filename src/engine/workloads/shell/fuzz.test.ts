import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../base/rng.ts';
import { Machine } from '../testing/machine.ts';

const WORDS = (
  'echo $x "$@" $( ` ) ( { } ; & && || | if then else fi while do done for in case esac *) ;; x=1 x=$((x+1)) " \' < > >> 2>&1 <<E E ' +
  'true false cat /etc/passwd ls grep -E (a+)+$ sed s/a/b/g awk seq 100000 yes head -n kill -9 $$ $! wait trap TERM exec exit 3 read f() f set -e -u -x eval [ ] test ' +
  '${x:-y} ${x%%*} $(( )) xargs sort uniq unset export shift return break continue local ! \\ # ~ ? [a-z] ps env id stat find / cp -r /etc /tmp mv mkdir -p /a/b rm -rf date timeout 1 watch time'
).split(' ');

function script(seed: number): string {
  const random = randomStream(seed, 'shell-fuzz');
  let text = '';
  for (let i = 1 + random.int(25); i > 0; i--)
    text += random.pick(WORDS) + random.pick([' ', ' ', ' ', '', '\n']);
  return text;
}

describe('any text at all', () => {
  it('is run or refused within bounds, and leaves nothing behind when it is killed', () => {
    const left: string[] = [];
    for (let seed = 0; seed < 200; seed++) {
      const machine = new Machine({ memoryLimitBytes: 64_000_000 });
      const handle = machine.start(['sh', '-c', script(seed), 'sh', 'a', 'b']);
      machine.kernel.advance({ until: 60_000_000, maxTurns: 40_000 });
      handle.kill('SIGKILL');
      machine.kernel.advance({ until: 61_000_000, maxTurns: 5_000 });
      if (!handle.done.settled || machine.table.size > 0) left.push(script(seed));
    }
    expect(left).toEqual([]);
  });

  it.each([
    [
      'a folder copied into itself',
      'cp -r /etc /tmp; cp -r /tmp /tmp; echo $?',
      "cp: recursion detected, omitting directory '/tmp'",
    ],
    ['a child that ended before its parent', 'env > /dev/null & wait; true & sleep 1; echo over', ''],
  ])('%s', (_, text, stderr) => {
    const machine = new Machine();
    const ran = machine.sh(text);
    expect([ran.stderr.trim(), machine.table.size]).toEqual([stderr, 0]);
  });
});
