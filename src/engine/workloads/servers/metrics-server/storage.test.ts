import { expect, it } from 'vitest';
import { type Point, Storage } from './storage.ts';

const S = 1_000_000;
const point = (at: number, cpuSeconds: number, started = 0): Point => ({
  startedUs: started * S,
  atUs: at * S,
  cpuSeconds,
  memoryBytes: at,
});
const batch = (node: Point, container?: Point) => ({
  nodes: new Map([['n', node]]),
  pods: container === undefined ? new Map() : new Map([['ns/p', new Map([['c', container]])]]),
});

it('tells nothing before two rounds, then what was used between the last two', () => {
  const storage = new Storage(15 * S);
  storage.store(batch(point(100, 10)));
  expect(storage.ready).toBe(false);
  expect(storage.node('n')).toBeUndefined();
  storage.store(batch(point(115, 13)));
  expect(storage.ready).toBe(true);
  expect(storage.node('n')).toEqual({
    cpuNanos: 200_000_000,
    memoryBytes: 115,
    atUs: 115 * S,
    windowUs: 15 * S,
  });
});

it('measures a container of 10 to 15 s from its start', () => {
  const storage = new Storage(15 * S);
  storage.store(batch(point(100, 0), point(100, 6, 88)));
  expect(storage.pod('ns/p')?.get('c')).toMatchObject({ cpuNanos: 500_000_000, windowUs: 12 * S });
});

it('waits another round for a container that has just started', () => {
  const storage = new Storage(15 * S);
  storage.store(batch(point(100, 0), point(100, 1, 95)));
  expect(storage.pod('ns/p')).toBeUndefined();
  storage.store(batch(point(115, 0), point(115, 4, 95)));
  expect(storage.pod('ns/p')?.get('c')).toMatchObject({ cpuNanos: 200_000_000, windowUs: 15 * S });
});

it('compares a container that restarted with nothing of its earlier life', () => {
  const storage = new Storage(15 * S);
  storage.store(batch(point(100, 0), point(100, 50, 10)));
  storage.store(batch(point(115, 0), point(115, 1, 110)));
  expect(storage.pod('ns/p')).toBeUndefined();
});
