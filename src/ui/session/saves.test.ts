import { expect, it } from 'vitest';
import { putSave, readSaves, type Saved, savesStore, withSave } from './saves.ts';

const save = (id: string, savedAt: number, auto = false): Saved => ({
  id,
  name: id,
  savedAt,
  auto,
  source: { catalogue: 'first-pod', inputs: [{ at: '1s', step: { kubectl: 'get pods' } }] },
  seq: 4,
  at: 1000,
});
const file = (saves: readonly unknown[]): string => JSON.stringify({ version: 1, saves });

it('comes back newest first; one bad entry does not take the others along', () => {
  const back = readSaves(file([save('a', 1), { id: 'bad' }, save('b', 2), null]));
  expect(back).toEqual([save('b', 2), save('a', 1)]);
});

it('text that is not ours is left alone', () => {
  for (const text of ['', '{', '[]', '{"version":2,"saves":[]}']) expect(readSaves(text)).toBeUndefined();
});

it('a save replaces itself; named ones are never pushed out by automatic ones', () => {
  let saves: readonly Saved[] = [save('mine', 1)];
  for (let time = 2; time < 12; time++) saves = withSave(saves, save(`auto-${time}`, time, true));
  saves = withSave(saves, save('auto-11', 20, true));
  expect(saves.map(({ id }) => id)).toEqual(['auto-11', 'auto-10', 'auto-9', 'auto-8', 'auto-7', 'mine']);
});

it('without a storage every save is held as long as the page is there', () => {
  expect(putSave(save('mine', 1))).toBe(false);
  putSave(save('auto', 2, true));
  expect(savesStore.getState()).toMatchObject({ full: true, saves: [{ id: 'auto' }, { id: 'mine' }] });
});
