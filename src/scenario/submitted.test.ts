import { expect, test } from 'vitest';
import { parseScenario } from './parse.ts';
import { submittedFiles } from './submitted.ts';

const pod = (image: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {labels: {name: x}, name: web}\nspec: {containers: [{name: a, image: ${image}}]}\n`;

const filesOf = (steps: readonly object[], files: Record<string, string> = {}) => {
  const parsed = parseScenario(JSON.stringify({ title: 'x', files, steps }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return submittedFiles(parsed.value);
};

test('the manifests in steps are files, called as their objects', () => {
  expect(
    filesOf([
      { at: '0s', apply: pod('a') },
      { at: '1s', kubectl: 'get pods' },
      { at: '2s', apply: pod('b') },
      { at: '3s', create: '{"kind": "List", "items": []}' },
      { at: '4s', kubectl: 'replace -f - --force', stdin: pod('c') },
      { at: '5s', kubectl: 'exec -i web -- cat', stdin: 'no manifest' },
      { at: '6s', create: 'metadata: {generateName: job-}\n' },
      { at: '7s', create: ': [' },
    ]),
  ).toEqual({
    'web.yaml': pod('a'),
    'web-2.yaml': pod('b'),
    'list.json': '{"kind": "List", "items": []}',
    'web-3.yaml': pod('c'),
    'job.yaml': 'metadata: {generateName: job-}\n',
    'manifest.yaml': ': [',
  });
});

test('a text is one file, and the scenario’s own come first', () => {
  const again = [
    { at: '0s', apply: pod('a') },
    { at: '9s', apply: pod('a') },
    { at: '10s', apply: pod('b') },
  ];
  expect(filesOf(again, { 'a.yaml': pod('a'), 'web.yaml': 'x' })).toEqual({ 'web-2.yaml': pod('b') });
});
