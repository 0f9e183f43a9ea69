import { describe, expect, it } from 'vitest';
import { yamlTokens } from './yaml-tokens.ts';

const kinds = (line: string): readonly string[] =>
  yamlTokens(line).map((token) => `${token.kind} ${token.text}`);

describe('yaml tokens', () => {
  it('parts keys, strings, numbers, marks and comments', () => {
    expect(kinds('apiVersion: v1')).toEqual(['key apiVersion', 'mark :', 'mark  ', 'string v1']);
    expect(kinds('    - name: nginx  # web')).toEqual([
      'mark     - ',
      'key name',
      'mark :',
      'mark  ',
      'string nginx',
      'mark   ',
      'comment # web',
    ]);
    expect(kinds('      image: nginx:1.29')).toEqual([
      'mark       ',
      'key image',
      'mark :',
      'mark  ',
      'string nginx:1.29',
    ]);
    expect(kinds('  containerPort: 80')).toEqual([
      'mark   ',
      'key containerPort',
      'mark :',
      'mark  ',
      'number 80',
    ]);
    expect(kinds('  cpu: 100m')).toEqual(['mark   ', 'key cpu', 'mark :', 'mark  ', 'string 100m']);
    expect(kinds('readOnly: true')).toEqual(['key readOnly', 'mark :', 'mark  ', 'number true']);
    expect(kinds('"a: b": "c # d"')).toEqual(['key "a: b"', 'mark :', 'mark  ', 'string "c # d"']);
    expect(kinds('app.kubernetes.io/name: web')).toEqual([
      'key app.kubernetes.io/name',
      'mark :',
      'mark  ',
      'string web',
    ]);
    expect(kinds('args: |')).toEqual(['key args', 'mark :', 'mark  ', 'mark |']);
    expect(kinds('  - sleep')).toEqual(['mark   - ', 'string sleep']);
    expect(kinds('  - --flag=x: y')).toEqual(['mark   - ', 'key --flag=x', 'mark :', 'mark  ', 'string y']);
    expect(kinds('# nothing: here')).toEqual(['comment # nothing: here']);
    expect(kinds('---')).toEqual(['string ---']);
    expect(kinds('')).toEqual([]);
  });

  it('loses nothing of a line', () => {
    for (const line of [
      'a:b: c',
      ' - - x',
      '  :',
      'key:',
      "'it''s': 1 ",
      '\t- x',
      '- ',
      '{a: 1, b: [2]}',
      'time: 10:21:07',
    ]) {
      expect(
        yamlTokens(line)
          .map((token) => token.text)
          .join(''),
      ).toBe(line);
    }
  });
});
