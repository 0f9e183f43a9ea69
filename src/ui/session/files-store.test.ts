import { expect, it } from 'vitest';
import { createFilesStore } from './files-store.ts';

const OWN = { 'web.yaml': 'kind: Pod' };

it('files of a scenario are not edited; what somebody made of them is, also when it comes back', () => {
  const files = createFilesStore();
  files.load(OWN);
  expect(files.isEdited()).toBe(false);
  files.load(OWN, { 'web.yaml': 'kind: Pod # mine' });
  expect(files.isEdited()).toBe(true);
  expect(files.store.getState()).toMatchObject({
    files: { 'web.yaml': 'kind: Pod # mine' },
    open: 'web.yaml',
    loaded: OWN,
  });
});

it("somebody's own file is in front, not the scenario's", () => {
  const files = createFilesStore();
  files.load({ 'nginx.yaml': 'a' }, { 'nginx.yaml': 'a', 'untitled.yaml': 'b' });
  expect(files.store.getState().open).toBe('untitled.yaml');
});
