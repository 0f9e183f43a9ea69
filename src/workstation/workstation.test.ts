import { expect, it } from 'vitest';
import { Desk } from './testing/desk.ts';

const POD =
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: web\n    image: nginx:1.25\n';

it('apply creates, get shows, delete removes; each is recorded with its text and exit code', () => {
  const desk = new Desk();
  expect(desk.kubectl('apply -f -', POD)).toEqual({ exit: 0, stdout: 'pod/web created\n', stderr: '' });
  expect(desk.kubectl('get pods').stdout).toBe(
    'NAME   READY   STATUS    RESTARTS   AGE\nweb    0/1     Pending   0          0s\n',
  );
  expect(desk.kubectl('get pod nosuch')).toEqual({
    exit: 1,
    stdout: '',
    stderr: 'Error from server (NotFound): pods "nosuch" not found\n',
  });
  const commands = desk.server.records.filter((record) => record.kind === 'input.command');
  expect(commands.map((record) => record.data)).toEqual([
    { index: 0, argv: ['kubectl', 'apply', '-f', '-'], stdin: POD },
    { index: 1, argv: ['kubectl', 'get', 'pods'] },
    { index: 2, argv: ['kubectl', 'get', 'pod', 'nosuch'] },
  ]);
});

it('requests are those of kubectl: the object, its namespace, then the creation', () => {
  const desk = new Desk();
  desk.kubectl('apply -f -', POD);
  const sent = desk.server.records.filter((record) => record.kind === 'request.send');
  expect(sent.map(({ data }) => `${data.verb} ${data.resource}/${data.name}`)).toEqual([
    'get pods/web',
    'get namespaces/default',
    'create pods/web',
  ]);
});
