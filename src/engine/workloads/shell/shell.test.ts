import { describe, expect, it } from 'vitest';
import { baseTree } from '../images/rootfs.ts';
import { Machine, sh } from '../testing/machine.ts';

/** What a script prints, with its exit code when that is not 0. */
function prints(script: string, ...args: string[]): string {
  const ran = sh(script, ...args);
  return ran.stdout + ran.stderr + (ran.exit === 0 ? '' : `[${ran.exit}]`);
}

describe('expansion', () => {
  it.each([
    ['echo $((1 + 2 * 3)) $(( 7 / 2 )) $((7 % 4)) $((1 << 4)) $((5 > 3 && 2 < 1))', '7 3 3 16 0\n'],
    ['n=5; n=$((n+1)); echo $n; echo $((n++)) $n', '6\n6 7\n'],
    ['x=a.b.c; echo ${x%.*} ${x%%.*} ${x#*.} ${x##*.} ${#x}', 'a.b a b.c c 5\n'],
    ['echo ${u:-none} ${u-none} ${u:=set} $u ${u:+yes}', 'none none set set yes\n'],
    ['e=; echo "[${e:-x}]" "[${e-x}]" "[${e:+y}]"', '[x] [] []\n'],
    ['echo ${x:?must be set}; echo not reached', 'sh: line 0: x: must be set\n[2]'],
    ['x=hello; echo ${x:1:3} ${x/l/L} ${x//l/L}', 'ell heLlo heLLo\n'],
    ['a="1 2  3"; set -- $a; echo $#; set -- "$a"; echo $#', '3\n1\n'],
    ['set -- "a b" c; for i in "$@"; do echo "<$i>"; done; echo "$*"', '<a b>\n<c>\na b c\n'],
    ['f() { for i in "$@" "${@}" ""; do echo "<$i>"; done; }; f; f a', '<>\n<a>\n<a>\n<>\n'],
    ['IFS=:; p=a:b::c; set -- $p; echo $#', '4\n'],
    ['echo "$(echo one; echo two)" | wc -l', '2\n'],
    ['echo `echo back``echo quote`', 'backquote\n'],
    ['cd /tmp; touch b.txt a.txt .h; echo *.txt *.none "*"', 'a.txt b.txt *.none *\n'],
    ['echo \'single $x\' "double \\$x" un\\ escaped', 'single $x double $x un escaped\n'],
    ['echo ~ $0 $$', '/root sh 1\n'],
    ['echo $1 $2 $#', 'two three 2\n', 'one', 'two', 'three'],
    ["cat <<EOF\nvalue $((2*3)) $HOME\nEOF\ncat <<'EOF'\nplain $HOME\nEOF", 'value 6 /root\nplain $HOME\n'],
    ['cat <<-END\n\tindented\n\tEND', 'indented\n'],
    ['echo $((08))', 'sh: line 0: arithmetic syntax error\n[2]'],
    ['echo $((1/0))', 'sh: line 0: divide by zero\n[2]'],
  ])('%s', (script, expected, ...args) => {
    expect(prints(script, ...args)).toBe(expected);
  });
});

describe('control', () => {
  it.each([
    ['if [ -f /etc/passwd ]; then echo file; elif true; then echo no; else echo no; fi', 'file\n'],
    ['i=0; while [ $i -lt 3 ]; do i=$((i+1)); [ $i = 2 ] && continue; echo $i; done', '1\n3\n'],
    ['until false; do echo once; break; done', 'once\n'],
    ['for i in 1 2; do for j in a b; do [ $j = b ] && continue 2; echo $i$j; done; done', '1a\n2a\n'],
    ['case foo.txt in *.md) echo md;; f*|g*) echo f;; *) echo other;; esac', 'f\n'],
    ['f() { local x=in; echo $x $1; return 3; }; x=out; f arg; echo $? $x', 'in arg\n3 out\n'],
    ['f() { [ $1 -le 0 ] && return 0; f $(($1-1)); echo $1; }; f 3', '1\n2\n3\n'],
    ['! true; echo $?; ! false; echo $?', '1\n0\n'],
    ['false || echo or; true && echo and; false && echo no; echo $?', 'or\nand\n1\n'],
    ['set -e; false || true; if false; then :; fi; echo still; false; echo gone', 'still\n[1]'],
    ['set -e; f() { false; echo in; }; f; echo out', '[1]'],
    ['set -u; echo $nothing', 'sh: line 0: nothing: parameter not set\n[2]'],
    ['set -x; a=1; echo $a', '1\n+ a=1\n+ echo 1\n'],
    ['(exit 4); echo $?; (cd /tmp; pwd); pwd', '4\n/tmp\n/\n'],
    ['{ echo a; echo b; } | wc -l', '2\n'],
    ['echo a; exit 7; echo b', 'a\n[7]'],
    ['trap "echo bye" EXIT; echo hi', 'hi\nbye\n'],
    ['eval "x=5; echo \\$x"', '5\n'],
    ['while read a b; do echo "$b-$a"; done <<E\n1 2 3\n4 5\nE', '2 3-1\n5-4\n'],
    ['set -o pipefail; false | true; echo $?', '1\n'],
    ['x=1; x=2 sh -c "echo \\$x"; echo $x', '2\n1\n'],
    ['readonly r=1; r=2; echo no', 'sh: line 0: r: is read only\n[2]'],
    ['getopts ab: o -b val; echo $o $OPTARG', 'b val\n'],
    ['printf "%s-%03d|" a 7 b 8; echo', 'a-007|b-008|\n'],
    ['command -v echo cat >/dev/null && command -v cat', '/bin/cat\n'],
  ])('%s', (script, expected) => {
    expect(prints(script)).toBe(expected);
  });
});

describe('redirections and processes', () => {
  it.each([
    ['echo out; echo err >&2', 'out\nerr\n'],
    ['{ echo o; echo e >&2; } > /tmp/f 2>&1; cat /tmp/f', 'o\ne\n'],
    ['echo a > /tmp/f; echo b >> /tmp/f; cat < /tmp/f', 'a\nb\n'],
    ['ls /nosuch 2>/dev/null; echo $?', '1\n'],
    ['cat /nosuch', "cat: can't open '/nosuch': No such file or directory\n[1]"],
    ['echo x > /no/such', "sh: line 0: can't create /no/such: nonexistent directory\n[1]"],
    ['cat < /nosuch', "sh: line 0: can't open /nosuch: no such file\n[1]"],
    ['sleep 5 && command-that-does-not-exist', 'sh: line 0: command-that-does-not-exist: not found\n[127]'],
    ['touch /tmp/x; /tmp/x', 'sh: line 0: /tmp/x: Permission denied\n[126]'],
    ['printf "#!/bin/sh\\necho script \\$1\\n" > /tmp/s; chmod +x /tmp/s; /tmp/s arg', 'script arg\n'],
    ['echo echo inner > /tmp/s; chmod +x /tmp/s; /tmp/s', 'inner\n'],
    ['sleep 60 & sleep 2; kill -9 $!; wait $!', 'Killed\n[137]'],
    ['false & wait $!; echo $?; true & wait; echo $?', '1\n0\n'],
    ['sleep 1 & echo $!; wait', '2\n'],
    ['exec 3>/tmp/f; echo three >&3; exec 3>&-; cat /tmp/f', 'three\n'],
    ['yes | head -n 2', 'y\ny\n'],
    ['if', 'sh: line 0: syntax error: unexpected end of file (expecting "then")\n[2]'],
    ['echo one\nif', 'one\nsh: line 1: syntax error: unexpected end of file (expecting "then")\n[2]'],
    ['while true; do done', 'sh: line 0: syntax error: unexpected "done"\n[2]'],
    ['echo a; done', 'sh: line 0: syntax error: unexpected "done"\n[2]'],
    [
      'function f { echo fn $1; }; f a; ls /nosuch &> /tmp/o; cat /tmp/o',
      'fn a\nls: /nosuch: No such file or directory\n',
    ],
    ['[ 1 -eq x ]; echo $?', '2\nsh: x: bad number\n'],
    [
      'set -e; f() { false; echo on; }; f && echo and; f || echo or; if eval false; then :; fi; f',
      'on\nand\non\n[1]',
    ],
    ["[[ abc == a* && abc =~ c$ ]] && echo $'a\\tb' ~nobody", 'a\tb /home\n'],
    ['sh -c "kill -TERM \\$\\$"; echo $?', '143\nTerminated\n'],
  ])('%s', (script, expected) => {
    expect(prints(script)).toBe(expected);
  });
});

describe('bash', () => {
  const image = baseTree('debian');

  it.each([
    ['items=(foo bar "b z"); echo ${items[1]} ${#items[@]} "${items[@]}"', 'bar 3 foo bar b z\n'],
    ['a=(); a+=(x y); a[3]=z; for i in "${a[@]}"; do echo "<$i>"; done', '<x>\n<y>\n<>\n<z>\n'],
    ['i=1; a=(p q r); echo ${a[$i]} ${a[i+1]} ${a[-1]} $a', 'q r r p\n'],
    ['[[ mysql-2 =~ -([0-9]+)$ ]] || exit 1; echo ${BASH_REMATCH[1]}', '2\n'],
    ['[[ `echo pod-x` =~ -([0-9]+)$ ]] || echo none', 'none\n'],
    ['[[ "a  b" =~ ^(.*?)[[:space:]]+(.*?)$ ]] && echo "${BASH_REMATCH[2]}"', 'b\n'],
    ['echo one > /tmp/f; echo "x$(</tmp/f)"', 'xone\n'],
    ['x=a; x+=b; echo $x; y=Ab; echo ${y,,} ${y^^}; echo n{1..3}', 'ab\nab AB\nn1 n2 n3\n'],
    ['a=(x.sh y.sh); echo ${a[@]%.sh}; (a=(1)); echo ${#a[@]}', 'x y\n2\n'],
  ])('%s', (script, expected) => {
    const machine = new Machine({ image });
    const ran = machine.finish(machine.start(['bash', '-c', script]));
    expect(ran.stdout + ran.stderr).toBe(expected);
  });

  it('alone reads arrays: dash and ash do not', () => {
    const machine = new Machine();
    expect(machine.sh('items=(foo)').stderr).toContain('syntax error: unexpected "("');
    expect(machine.sh('echo n{1..3}').stdout).toContain('n{1..3}');
  });
});

describe('PID 1 and signals', () => {
  /** Starts the script, sends SIGTERM after 3.5 s and SIGKILL after 13.5 s; answers the exit code and when it ended. */
  function stop(script: string): string {
    const machine = new Machine();
    const handle = machine.start(['sh', '-c', script]);
    let endedAt = 0;
    handle.done.subscribe(() => (endedAt = machine.kernel.now()));
    machine.kernel.after(3_500_000, () => handle.kill('SIGTERM'));
    machine.kernel.after(13_500_000, () => handle.kill('SIGKILL'));
    machine.finish(handle, 20_000_000);
    return `${handle.done.settled ? handle.done.value().code : 'running'} after ${Math.round(endedAt / 1e5) / 10}s ${machine.stdout}`.trim();
  }

  it.each([
    ['sleep 3600', '137 after 13.5s'],
    ['trap "exit 0" TERM; sleep 3600', '137 after 13.5s'],
    ['trap "exit 0" TERM; sleep 3600 & wait', '0 after 3.5s'],
    ['trap "exit 0" TERM; while true; do sleep 1; done', '0 after 4s'],
    ['trap "" TERM; while true; do sleep 1; done', '137 after 13.5s'],
    ['trap "echo bye; exit 0" TERM; echo up; while true; do sleep 1; done', '0 after 4s up\nbye'],
    ['trap "sleep 4; exit 5" TERM; while true; do sleep 1; done', '5 after 8s'],
    [
      "trap 'kill -TERM $CHILD; wait $CHILD; exit 0' TERM; sh -c 'trap \"exit 9\" TERM; sleep 60 & wait' & CHILD=$!; wait $CHILD",
      '0 after 3.5s',
    ],
    ["sleep 60 & c=$!; trap 'kill -TERM $c' TERM; wait $c", '143 after 3.5s'],
  ])('%s', (script, expected) => {
    expect(stop(script)).toBe(expected);
  });

  it('puts the last command of -c in its own place, except with a trap, in a loop or in a pipeline', () => {
    const tree = (script: string): string => {
      const machine = new Machine();
      machine.start(['sh', '-c', script]);
      machine.kernel.advance({ until: 1_000_000 });
      return machine.table
        .list()
        .map(({ pid, argv }) => `${pid} ${argv[0]}`)
        .join(', ');
    };
    expect(tree('sleep 60')).toBe('1 sleep');
    expect(tree('true; sleep 60')).toBe('1 sleep');
    expect(tree('true && X=1 sleep 60 > /dev/null')).toBe('1 sleep');
    expect(tree('if true; then sleep 60; fi')).toBe('1 sleep');
    expect(tree('trap "exit 0" TERM; sleep 60')).toBe('1 sh, 2 sleep');
    expect(tree('while true; do sleep 60; done')).toBe('1 sh, 2 sleep');
    expect(tree('sleep 60 | sleep 60')).toBe('1 sh, 2 sleep, 3 sleep');
    expect(tree('sleep 60; exit 0')).toBe('1 sh, 2 sleep');
  });
});

describe('bounds', () => {
  it('charges virtual CPU for a loop that never ends, and little of the engine', () => {
    const machine = new Machine();
    machine.start(['sh', '-c', 'while true; do i=1; done']);
    expect(machine.kernel.advance({ until: 600_000_000, maxTurns: 20_000 })).toBe('until');
    expect(machine.table.get(1)?.cpuUs ?? 0).toBeGreaterThan(500_000_000);
  });

  it('ends recursion, refuses forks beyond the limit, and stops patterns that backtrack without end', () => {
    expect(prints('f() { f; }; f')).toBe('[139]');
    expect(prints('i=0; while [ $i -lt 300 ]; do sleep 9 & i=$((i+1)); done')).toBe(
      "sh: line 0: can't fork: Resource temporarily unavailable\n[2]",
    );
    expect(prints('echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab | grep -E "(a+)+c"')).toBe('[1]');
  });
});
