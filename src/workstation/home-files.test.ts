import { expect, it } from 'vitest';
import { Desk } from './testing/desk.ts';

it('a command tells which files of the home directory it left changed', () => {
  const desk = new Desk();
  const changedBy = (line: string): unknown => {
    desk.line(line);
    const last = desk.server.records.findLast(({ kind }) => kind === 'command.exit');
    return last?.kind === 'command.exit' ? last.data.files : undefined;
  };
  desk.workstation.writeFiles({ 'web.yaml': 'kind: Pod\n', 'base/a.yaml': 'a\n' });
  expect(changedBy('cat web.yaml')).toBeUndefined();
  expect(changedBy('echo one > out.txt')).toEqual({ 'out.txt': { text: 'one\n' } });
  expect(changedBy('echo two >> out.txt')).toEqual({ 'out.txt': { before: 'one\n', text: 'one\ntwo\n' } });
  expect(changedBy('sed -i s/a/b/ base/a.yaml')).toEqual({ 'base/a.yaml': { before: 'a\n', text: 'b\n' } });
  expect(
    changedBy('kubectl create cm x --from-literal=a=b --dry-run=client -o name > x.txt; rm out.txt'),
  ).toEqual({ 'x.txt': { text: 'configmap/x\n' }, 'out.txt': { before: 'one\ntwo\n' } });
});
