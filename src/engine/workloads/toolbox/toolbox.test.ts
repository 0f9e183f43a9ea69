import { describe, expect, it } from 'vitest';
import { Machine, sh } from '../testing/machine.ts';

function prints(script: string, options: ConstructorParameters<typeof Machine>[0] = {}): string {
  const ran = new Machine(options).sh(script);
  return ran.stdout + ran.stderr + (ran.exit === 0 ? '' : `[${ran.exit}]`);
}

describe('texts', () => {
  it.each([
    [
      'printf "b 2\\na 10\\nc 1\\n" | sort; printf "b 2\\na 10\\n" | sort -k2 -n; printf "1\\n2\\n1\\n" | sort -ru',
      'a 10\nb 2\nc 1\nb 2\na 10\n2\n1\n',
    ],
    ['echo "Hello from web version v1" | cut -d" " -f3; echo drwxr-xr-x | cut -c1-4', 'web\ndrwx\n'],
    ['printf "a\\nb\\n" | wc -l; printf "one two" | wc', '2\n        0         2         7\n'],
    [
      'seq 3 | head -n 1; seq 5 | tail -n 2; seq 10 | head -2 | tail -1; seq 3 | tail -n +2',
      '1\n4\n5\n2\n2\n3\n',
    ],
    [
      'printf "x=1\\ny=2\\n" | grep -c ^x; printf "a\\nb\\n" | grep -v a; grep -n root: /etc/passwd',
      '1\nb\n1:root:x:0:0:root:/root:/bin/sh\n',
    ],
    [
      'echo nothing | grep -q some; echo $?; grep x /nosuch; echo $?',
      '1\n2\ngrep: /nosuch: No such file or directory\n',
    ],
    ['env | grep -e ^HOME -e ^PATH | sort', 'HOME=/root\nPATH=/sbin:/usr/sbin:/bin:/usr/bin\n'],
    [
      "echo 'foo bar foo' | sed 's/foo/X/'; echo 'foo bar foo' | sed -e 's/\\(b\\)ar/[\\1&]/g'; seq 4 | sed -n '2,3p'; seq 3 | sed '/2/d'",
      'X bar foo\nfoo [bbar] foo\n2\n3\n1\n3\n',
    ],
    ["echo a,b | tr ',a-z' ' A-Z'; echo aabb | tr -s ab; echo a1b2 | tr -d 0-9", 'A B\nab\nab\n'],
    ['printf "a\\na\\nb\\n" | uniq -c', '      2 a\n      1 b\n'],
    ["printf 'a 1\\nb 2\\n' | awk '{ s += $2; print $1 } END { print NR, s }'", 'a\nb\n2 3\n'],
    ["printf 'x:10\\ny:20\\n' | awk -F: '$2 > 15 { printf \"%s=%d\\n\", $1, $2 }'", 'y=20\n'],
    [
      'awk \'BEGIN { for (i = 0; i < 3; i++) a[i] = i * i; print length(a), a[2], substr("hello", 2, 3); exit 4 }\'',
      '3 4 ell\n[4]',
    ],
    [
      'seq 3 | xargs echo n; echo a b | xargs -n 1 echo; seq 2 | xargs -I{} echo [{}]',
      'n 1 2 3\na\nb\n[1]\n[2]\n',
    ],
    [
      'echo hello | tee /tmp/t > /dev/null; cat /tmp/t; expr 2 + 3 \\* 4; basename /a/b.txt .txt; dirname /a/b',
      'hello\n14\nb\n/a\n',
    ],
    ['echo -n hello | base64; echo aGVsbG8= | base64 -d; echo; echo -e "a\\tb"', 'aGVsbG8=\nhello\na\tb\n'],
  ])('%s', (script, expected) => {
    expect(prints(script)).toBe(expected);
  });
});

describe('files', () => {
  it.each([
    [
      'mkdir /tmp/d; touch /tmp/d/b /tmp/d/a; ls /tmp/d; ls -A /tmp/d | wc -l; ls -ld /tmp/d | cut -c1-10',
      'a\nb\n2\ndrwxr-xr-x\n',
    ],
    ['ls /nosuch', 'ls: /nosuch: No such file or directory\n[1]'],
    [
      'mkdir /etc; mkdir -p /tmp/x/y && rmdir /tmp/x',
      "mkdir: can't create directory '/etc': File exists\nrmdir: '/tmp/x': Directory not empty\n[1]",
    ],
    [
      'rm /nosuch; rm -f /nosuch; rm /tmp',
      "rm: can't remove '/nosuch': No such file or directory\nrm: can't remove '/tmp': Is a directory\n[1]",
    ],
    [
      'echo a > /tmp/a; cp /tmp/a /tmp/b; cmp -s /tmp/a /tmp/b && echo same; cp /nosuch /tmp/c',
      "same\ncp: can't stat '/nosuch': No such file or directory\n[1]",
    ],
    [
      'echo a > /tmp/a; mv /tmp/a /tmp/b; ls /tmp; chmod 640 /tmp/b; stat -c "%a %u %g %s %n" /tmp/b',
      'b\n640 0 0 2 /tmp/b\n',
    ],
    [
      'ln -s /etc/passwd /tmp/l; readlink /tmp/l; stat -c %F /tmp/l; stat -L -c %F /tmp/l',
      '/etc/passwd\nsymbolic link\nregular file\n',
    ],
    [
      'touch /tmp/a.log /tmp/b; find /tmp ! -name "*.log" -type f -exec echo got {} \\;; find /tmp -name "*.log" -delete; ls /tmp',
      'got /tmp/b\nb\n',
    ],
    [
      'printf "1\\n2\\n3\\n" | sed ":a;N;\\$!ba;s/\\n/,/g"; printf "1\\n2\\n" | sed -n "/2/{s/2/two/;p}"; echo hello | md5sum; echo hello | sha256sum | cut -c1-8; echo hello | sha1sum | cut -c1-8',
      '1,2,3\ntwo\nb1946ac92492d2347c6235b4d2611184  -\n5891b5b5\nf572d396\n',
    ],
    ['find /tmp -type d; touch /tmp/a.log; find / -name "*.log"', '/tmp\n/tmp/a.log\n'],
    [
      'dd if=/dev/zero of=/tmp/z bs=1M count=60 2>/dev/null; stat -c %s /tmp/z; ls -lh /tmp/z | cut -c34-43',
      '62914560\n     60.0M\n',
    ],
  ])('%s', (script, expected) => {
    expect(prints(script)).toBe(expected);
  });

  it('refuses what a user may not do', () => {
    expect(prints('id -u; touch /x; cat /root/x; mkdir /etc/x', { uid: 1000 })).toBe(
      "1000\ntouch: /x: Permission denied\ncat: can't open '/root/x': Permission denied\nmkdir: can't create directory '/etc/x': Permission denied\n[1]",
    );
  });
});

describe('processes and the system', () => {
  it.each([
    [
      'sleep 3600 & sleep 1; ps; true',
      'PID   USER     TIME  COMMAND\n    1 root      0:00 sh -c sleep 3600 & sleep 1; ps; true\n    2 root      0:00 sleep 3600\n    4 root      0:00 ps\n',
    ],
    [
      'hostname; id; whoami; pwd; date; date -u +%Y-%m-%dT%H:%M:%SZ',
      'web\nuid=0(root) gid=0(root) groups=0(root)\nroot\n/\nFri Jan  2 03:04:05 UTC 2026\n2026-01-02T03:04:05Z\n',
    ],
    ['timeout 2 sleep 10; echo $?; timeout 5 true; echo $?', '143\n0\nTerminated\n'],
    ['env -i A=1 sh -c "echo \\$A"; nohup echo x; which ls nosuch', '1\nx\n/bin/ls\n[1]'],
    ['kill 999', "sh: can't kill pid 999: No such process\n[1]"],
    ['busybox nosuch', 'nosuch: applet not found\n[127]'],
  ])('%s', (script, expected) => {
    expect(prints(script)).toBe(expected);
  });

  it('takes the time it should', () => {
    expect(Math.round(sh('sleep 1.5; sleep 2').tookUs / 100_000)).toBe(35);
  });
});
