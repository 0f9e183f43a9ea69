import { describe, expect, it } from 'vitest';
import { baseTree } from '../images/rootfs.ts';
import { Machine, sh } from '../testing/machine.ts';

// Expectations are what busybox, diffutils and jq printed.
describe('tools', () => {
  it.each([
    [
      `printf 'a\\nb\\n' > 1; printf 'a\\nc\\n' > 2; diff 1 2; echo $?`,
      '--- 1\n+++ 2\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n1\n',
    ],
    [
      'seq 1 9 > 1; seq 1 9 | sed 2d > 2; echo x >> 2; diff -U1 1 2 | tail -n +3',
      '@@ -1,3 +1,2 @@\n 1\n-2\n 3\n@@ -9 +8,2 @@\n 9\n+x\n',
    ],
    [
      `printf 'a\\nb\\nc\\n' >1; printf 'b\\nc\\nd\\n' >2; comm 1 2; comm -12 1 2`,
      'a\n\t\tb\n\t\tc\n\td\nb\nc\n',
    ],
    [
      'echo hello > f; gzip f; ls f.gz; zcat f.gz; gunzip f.gz; cat f; echo a | gzip | gunzip',
      'f.gz\nhello\nhello\na\n',
    ],
    [
      'mkdir d; echo x > d/a; tar czf t.tgz d; rm -r d; tar xzf t.tgz; cat d/a; tar tzf t.tgz',
      'x\nd/\nd/a\n',
    ],
    ['echo -n hello | sha512sum | cut -c1-20', '9b71d224bd62f3785d96\n'],
    [
      `printf 'hello' | xxd -p; printf 'ab\\0cdefg\\1hijkl' | strings; printf 'a\\tb\\n' | expand`,
      '68656c6c6f\ncdefg\nhijkl\na       b\n',
    ],
    [
      'adduser -D -u 1000 app; id app; su app -c "id -u; whoami"; su -s /bin/sh nobody -c "echo $0"',
      'uid=1000(app) gid=1000(app) groups=1000(app)\n1000\napp\nsh\n',
    ],
  ])('%s', (script, expected) => {
    expect(sh(script).stdout).toBe(expected);
  });

  it.each([
    [`printf 'a\\nb\\nc\\n' | sed -e '/b/a after' -e '$!N;P;D'`, 'a\nafter\nb\nc\n'],
    [`echo hi > f; printf 'a\\nb\\n' | sed '/a/r f'`, 'a\nhi\nb\n'],
    [
      `seq 9 | sed '2,+5d'; seq 5 | sed -n '1~2p'; printf 'x\\nx\\n' | sed '0,/x/s//y/'`,
      '1\n8\n9\n1\n3\n5\ny\nx\n',
    ],
    [`seq 3 | sed 'N;N;N;s/\\n/,/g'; seq 3 | sed n\\;d`, '1\n2\n3\n1\n3\n'],
  ])('%s', (script, expected) => {
    expect(sh(script).stdout).toBe(expected);
  });

  it('ends a sed whose text only grows', () => {
    expect(sh("echo a | sed ':a;s/.*/&&/;ta'")).toMatchObject({ exit: 1, stderr: 'sed: out of memory\n' });
  });

  it('lets nobody but root become somebody else', () => {
    const machine = new Machine({ uid: 1000 });
    const run = machine.finish(machine.start(['su', 'nobody', '-c', 'id']));
    expect(run).toMatchObject({ exit: 1, stderr: 'su: must be suid to work properly\n' });
  });

  it('prints plain differences in a Debian', () => {
    const machine = new Machine({ image: baseTree('debian') });
    const run = machine.finish(machine.start(['sh', '-c', 'cd /tmp; seq 1 3 > a; seq 2 4 > b; diff a b']));
    expect(run).toMatchObject({ exit: 1, stdout: '1d0\n< 1\n3a3\n> 4\n' });
  });
});

describe('jq', () => {
  const filtered = (filter: string, input: string, flags = '-c'): string => {
    const machine = new Machine({ image: baseTree('alpine') });
    const script = `apk add jq >/dev/null; printf '%s' "$INPUT" | jq ${flags} "$FILTER"`;
    const env = { PATH: '/usr/bin:/bin:/sbin', INPUT: input, FILTER: filter };
    const run = new Machine({ image: baseTree('alpine'), env });
    void machine;
    const { stdout, stderr } = run.finish(run.start(['sh', '-c', script]));
    return stdout + stderr;
  };

  it.each([
    [
      '.items[].metadata.name',
      '{"items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}]}',
      '"a"\n"b"\n',
    ],
    ['[.[] | select(.n > 1) | {n, twice: (.n * 2)}]', '[{"n":1},{"n":2}]', '[{"n":2,"twice":4}]\n'],
    ['.a.b // "none"', '{"a":null}', '"none"\n'],
    ['.a |= . + 1 | .b = "x" | del(.c)', '{"a":1,"c":2}', '{"a":2,"b":"x"}\n'],
    ['to_entries | map("\\(.key)=\\(.value)") | join(",")', '{"a":1,"b":2}', '"a=1,b=2"\n'],
    [
      'group_by(.k) | map({k: .[0].k, n: length})',
      '[{"k":"x"},{"k":"y"},{"k":"x"}]',
      '[{"k":"x","n":2},{"k":"y","n":1}]\n',
    ],
    [
      'if .a then "y" else "n" end, (.b | length), (.c[1:] | first)',
      '{"a":true,"b":"héé","c":[1,2,3]}',
      '"y"\n3\n2\n',
    ],
    ['.x | @base64, (.|@base64|@base64d)', '{"x":"hi"}', '"aGk="\n"hi"\n'],
    ['reduce .[] as $n (0; . + $n)', '[1,2,3]', '6\n'],
    ['.a[0].b', '{"a":"text"}', 'jq: error (at <stdin>:1): Cannot index string with number\n'],
  ])('%s', (filter, input, expected) => {
    expect(filtered(filter, input)).toBe(expected);
  });

  it('prints texts raw and objects over lines', () => {
    expect(filtered('.a', '{"a":"x y"}', '-r')).toBe('x y\n');
    expect(filtered('.', '{"a":[1,{}]}', '')).toBe('{\n  "a": [\n    1,\n    {}\n  ]\n}\n');
  });
});
