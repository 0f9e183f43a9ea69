import { describe, expect, it } from 'vitest';
import { Machine, sh } from '../../testing/machine.ts';

// Every expectation is what busybox's awk printed.
describe('awk', () => {
  it.each([
    [`awk 'BEGIN{printf "%d %s %5.2f|%-5s|%05d\\n",3.7,"x",3.14159,"ab",42}'`, '3 x  3.14|ab   |00042\n'],
    [`awk 'BEGIN{while(("echo hi; echo ho" | getline line)>0) print "got " line}'`, 'got hi\ngot ho\n'],
    [
      `printf '1\\n2\\n' > f; awk 'BEGIN{while((getline l < "f")>0) print "l=" l; print (getline l < "nope")}'`,
      'l=1\nl=2\n-1\n',
    ],
    [`awk 'function fib(n) { return n<2 ? n : fib(n-1)+fib(n-2) } BEGIN { print fib(15) }'`, '610\n'],
    [
      `awk 'function fill(a,n,  i) { for(i=1;i<=n;i++) a[i]=i*i } BEGIN { fill(x,3); print x[1],x[2],x[3]; print i=="" }'`,
      '1 4 9\n1\n',
    ],
    [
      `printf 'b 2\\na 1\\n' | awk '{ s[$1] += $2 } END { for (k in s) printf "%s=%d\\n", k, s[k] | "sort"; close("sort"); print "end" }'`,
      'a=1\nb=2\nend\n',
    ],
    [`awk 'BEGIN{print system("exit 3")}'`, '3\n'],
    [
      `printf 'a\\n\\nb c\\nd\\n\\n\\ne\\n' | awk 'BEGIN{RS=""}{print NR": "$1" "NF}'`,
      '1: a 1\n2: b 3\n3: e 1\n',
    ],
    [
      `echo 'hello' | awk '{ print match($0, "l+"), RSTART, RLENGTH; print match($0,/z/), RSTART, RLENGTH }'`,
      '3 3 2\n0 0 -1\n',
    ],
    [
      `awk 'BEGIN { a["x",1]=5; for (k in a) { split(k, p, SUBSEP); print p[1], p[2] } if (("x",1) in a) print "yes" }'`,
      'x 1\nyes\n',
    ],
    [`awk 'BEGIN{ENVIRON["A"]; print ENVIRON["HOME"], ARGC, ARGV[1]}' x`, '/root 2 x\n'],
    [`echo '5 apples' | awk '{ $2 = "pears"; print; $5="z"; print NF, $0 }'`, '5 pears\n5 5 pears   z\n'],
    [`printf 'x\\ny\\n' | awk 'v==1{print v, $0}' v=1 -`, '1 x\n1 y\n'],
    [
      `awk 'BEGIN{print 0.00001, 1e20, 123456789.123; print 10<9, "10"<"9"}'`,
      '1e-05 1e+20 1.23457e+08\n0 1\n',
    ],
  ])('%s', (script, expected) => {
    const { stdout, stderr } = sh(script);
    expect({ stdout, stderr }).toEqual({ stdout: expected, stderr: '' });
  });

  it.each([
    [`awk '{print'`, 1, 'awk: cmd. line:1: Unexpected token\n'],
    [`awk 'BEGIN { print nofunc(1) }'`, 1, 'awk: cmd. line:1: Call to undefined function\n'],
    [`awk 'BEGIN { print 1/0 }'`, 1, 'awk: cmd. line:1: Division by zero\n'],
    [`awk '{print}' nofile`, 1, 'awk: nofile: No such file or directory\n'],
    [`awk 'BEGIN { exit 3 }'`, 3, ''],
  ])('%s ends with %i', (script, code, stderr) => {
    expect(sh(script)).toMatchObject({ exit: code, stderr });
  });

  it('takes time instead of hanging when it loops without end', () => {
    const machine = new Machine();
    const run = machine.finish(machine.start(['awk', 'BEGIN { while (1) x++ }']), 60_000_000);
    expect(run.exit).toBe('running');
  });

  it('answers line by line while its input goes on', () => {
    const machine = new Machine();
    const script = '(echo a; sleep 5; echo b; sleep 3600) | awk \'{ print $0 "!"; fflush() }\'';
    machine.finish(machine.start(['sh', '-c', script]), 10_000_000);
    expect(machine.stdout).toBe('a!\nb!\n');
  });
});
