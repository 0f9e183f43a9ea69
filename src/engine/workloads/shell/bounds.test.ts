import { describe, expect, it } from 'vitest';
import { Machine, sh } from '../testing/machine.ts';

/** Why a virtual minute of the script ends: 'until' when it did within so many turns. */
function minute(script: string, maxTurns: number): string {
  const machine = new Machine();
  machine.start(['sh', '-c', script]);
  return machine.kernel.advance({ until: 60_000_000, maxTurns });
}

describe('what a script may cost', () => {
  it.each([
    ['i=0; while [ $i -lt 150 ]; do i=$((i+1)); sh -c "while :; do :; done" & done; wait'],
    ['f() { f | f & }; f; while :; do sleep 1; done'],
    ['echo a > f; cat f >> f'],
    ['yes | grep -v y | sed s/y/n/'],
    ['echo a | sed ":a;ba"'],
    ['seq 1 1000000000000 > /dev/null'],
    ['tail -f /dev/zero > /dev/null'],
    ['f() { f & }; f; while :; do : & wait; done'],
  ])('%s', (script) => {
    expect(minute(script, 60_000)).toBe('until');
  });

  it.each([
    ['f() { eval f; }; f', 139],
    ['f() { f; }; f', 139],
    ['echo ". ./f" > f; . ./f', 139],
    ['f() { [ $1 = 500 ] || f $(($1+1)); }; f 1', 0],
    ['printf "%-1000000000d%0999999999d" 1 2 > /dev/null', 0],
    ["awk 'function f(n) { return n == 0 ? 0 : 1 + f(n - 1) } BEGIN { exit f(900) - 900 }'", 0],
  ])('%s goes no deeper or wider than there is room', (script, code) => {
    expect(sh(script).exit).toBe(code);
  });

  it('takes the memory of a container for text that only grows', () => {
    const machine = new Machine({ memoryLimitBytes: 16_000_000 });
    const ran = machine.sh('i=0; while :; do i=$((i+1)); eval "v$i=\\$(seq $i 100000)"; done');
    expect(ran.exit).toBe(137);
  });

  it('counts what files beyond the bound take and does not hold it', () => {
    const ran = sh('yes 0123456789 | head -c 6000000 > f; stat -c %s f; cat f | wc -c');
    expect(ran.stdout).toBe('6000000\n3999012\n');
  });

  it('works on long texts in proportion', () => {
    const ran = sh(
      'x=$(seq 1 100000 | tr "\\n" /); y=${x##*/9}; echo ${#y} ${#x}; z=${x%%/5*}; echo ${z##*/}; z=${x//\\//}; echo ${#z}',
    );
    expect(ran.stdout).toBe('12 588895\n4\n488895\n');
  });
});

describe('filters show what comes as it comes', () => {
  it.each([
    ['grep', '(for i in 1 2; do seq 1 500; sleep 1; done) | grep 1 | (read x; date +%S)', '06\n'],
    ['sed', '(seq 1 500; sleep 9) | sed s/1/x/ | (read x; echo $x; date +%S)', 'x\n05\n'],
    ['tail -f', 'echo a > f; (sleep 2; echo b >> f; sleep 2) & tail -n 0 -f f | (read x; echo $x)', 'b\n'],
  ])('%s', (_, script, expected) => {
    expect(sh(script).stdout).toBe(expected);
  });
});

describe('whose process the last command is', () => {
  it.each([
    [`/bin/sleep 9`, 1],
    [`true; /bin/sleep 9`, 1],
    [`true && /bin/sleep 9 > /dev/null`, 1],
    [`{ /bin/sleep 9; }`, 1],
    [`(/bin/sleep 9) > /dev/null`, 1],
    [`if true; then /bin/sleep 9; fi`, 1],
    [`case a in a) /bin/sleep 9;; esac`, 1],
    [`command sleep 9`, 1],
    [`sleep 9 & exec /bin/sleep 9`, 2],
    [`/bin/sleep 9\n`, 2],
    [`{ /bin/sleep 9; } > /dev/null`, 2],
    [`for i in 1; do /bin/sleep 9; done`, 2],
    [`f() { /bin/sleep 9; }; f`, 2],
    [`! /bin/sleep 9`, 2],
    [`eval '/bin/sleep 9'`, 2],
    [`trap : TERM; /bin/sleep 9`, 2],
    [`trap '' TERM; /bin/sleep 9`, 1],
    [`echo '/bin/sleep 9' > s; exec sh s`, 2],
  ])('%j: %i processes', (script, processes) => {
    const machine = new Machine();
    machine.start(['sh', '-c', script]);
    machine.kernel.advance({ until: 5_000_000 });
    expect(machine.table.size).toBe(processes);
  });
});
