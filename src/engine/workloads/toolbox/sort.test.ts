import { describe, expect, it } from 'vitest';
import { sh } from '../testing/machine.ts';

describe('sort and uniq', () => {
  it.each([
    ['printf "1.10.0\\n1.9.3\\n1.9.20\\n" | sort -t. -k1,1n -k2,2n -k3,3n', '1.9.3\n1.9.20\n1.10.0\n'],
    ['printf "b 2\\na 10\\nc 2\\n" | sort -k2,2nr -k1,1r', 'a 10\nc 2\nb 2\n'],
    ['printf "5:three\\n3:one\\n3:two\\n" | sort -t: -k1,1nr -k2', '5:three\n3:one\n3:two\n'],
    ['printf "b\\nA\\na\\nB\\n" | sort -f; printf "v1.10\\nv1.9\\n" | sort -V', 'A\na\nB\nb\nv1.9\nv1.10\n'],
    ['printf "a  b\\na b\\n" | sort -s -k2; printf "Feb\\nJan\\n" | sort -M', 'a  b\na b\nJan\nFeb\n'],
    ['printf "b\\na\\n" | sort -c; echo $?; printf "1K\\n2M\\n3\\n" | sort -h', '1\n3\n1K\n2M\n'],
    [
      'printf "1 a\\n2 a\\n3 b\\n" | uniq -f1; printf "xa\\nya\\n" | uniq -s1; printf "aX\\naY\\n" | uniq -w1',
      '1 a\n3 b\nxa\naX\n',
    ],
  ])('%s', (script, expected) => {
    expect(sh(script).stdout).toBe(expected);
  });
});
