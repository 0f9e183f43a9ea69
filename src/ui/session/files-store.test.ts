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
