import { expect, it } from 'vitest';
import { sortFiles, wanted } from './files.ts';

it('reads text of a sensible size, and nothing hidden', () => {
  expect(wanted('k8s/web.yaml', 900)).toBe(true);
  expect(wanted('web.YML', 900)).toBe(true);
  for (const path of ['photo.png', '.git/config.yaml', 'a/.env/x.yaml', 'node_modules/a/b.json'])
    expect(wanted(path, 10), path).toBe(false);
  expect(wanted('web.yaml', 2_000_000)).toBe(false);
});

it('tells a scenario from manifests', () => {
  const scenario = { name: 's.yaml', text: 'title: T\nsteps:\n- at: 0s\n  kubectl: get pods\n' };
  const pod = { name: 'pod.yaml', text: 'apiVersion: v1\nkind: Pod\nspec: {}\n' };
  const tekton = { name: 't.yaml', text: 'apiVersion: tekton.dev/v1\nkind: Task\nspec:\n  steps: []\n' };
  const binary = { name: 'x.txt', text: 'a\0b' };
  expect(sortFiles([pod, scenario, binary, tekton])).toEqual({ scenario, tabs: [pod, tekton] });
  expect(sortFiles([{ name: 's.json', text: '{"title":"T","steps":[]}' }]).scenario?.name).toBe('s.json');
});
