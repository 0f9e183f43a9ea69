import { describe, expect, it } from 'vitest';
import { baseTree } from '../images/rootfs.ts';
import { Machine } from '../testing/machine.ts';

const DEBIAN = baseTree('debian');

function prints(shell: string, script: string): string {
  const machine = new Machine({ image: DEBIAN });
  const ran = machine.finish(machine.start([shell, '-c', script]));
  return ran.stdout + ran.stderr + (ran.exit === 0 ? '' : `[${ran.exit}]`);
}

describe('the shells of a Debian image', () => {
  it.each([
    ['sh', 'nosuch', 'sh: 1: nosuch: not found\n[127]'],
    ['sh', 'true\ncd /nope', "sh: 2: cd: can't cd to /nope\n[2]"],
    ['sh', 'echo x > /no/such', 'sh: 1: cannot create /no/such: Directory nonexistent\n[2]'],
    ['sh', 'if', 'sh: 1: Syntax error: end of file unexpected (expecting "then")\n[2]'],
    ['sh', '[[ a = a ]]', 'sh: 1: [[: not found\n[127]'],
    ['sh', 'source /dev/null', 'sh: 1: source: not found\n[127]'],
    ['sh', 'set -o pipefail', 'sh: 1: set: Illegal option -o pipefail\n[2]'],
    ['sh', 'x=abc; echo ${x:1}', 'sh: 1: Bad substitution\n[2]'],
    ['sh', 'echo -e "a\\tb"; echo "a\\\\n\\cno"', '-e a\tb\na\n'],
    ['bash', 'nosuch', 'bash: line 1: nosuch: command not found\n[127]'],
    ['bash', './nosuch', 'bash: line 1: ./nosuch: No such file or directory\n[127]'],
    ['bash', 'set -u; echo $x', 'bash: line 1: x: unbound variable\n[127]'],
    ['bash', 'cd /nope; echo $?', '1\nbash: line 1: cd: /nope: No such file or directory\n'],
    ['bash', 'echo -e "a\\tb"; x=abc; echo ${x:1}', 'a\tb\nbc\n'],
  ])('%s: %s', (shell, script, expected) => {
    expect(prints(shell, script)).toBe(expected);
  });
});
