import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../scenario/catalogue/all.ts';
import { STAGES } from '../../../scenario/catalogue/entry.ts';
import { byStage, bySymptom, findEntries, OTHER } from './find.ts';

const ids = (query: string): string[] => findEntries(CATALOGUE, query).map(({ id }) => id);

describe('search', () => {
  it.each([
    ['ImagePullBackOff', 'image-tag-missing'],
    ['exit 137', 'oom-killed'],
    ['502', 'rollout-502'],
    ['0/1', 'readiness-never'],
    ['toomanyrequests', 'image-rate-limit'],
    ['스케줄러', 'scheduler-scores'],
    ['connection refused', 'service-selector-mismatch'],
    ['pvc', 'pvc-pending'],
    ['FINALIZER', 'finalizer-holds'],
    ['unbound immediate', 'pvc-pending'],
  ])('%s finds %s', (query, id) => {
    expect(ids(query)).toContain(id);
  });

  it('puts what the user sees before what is written about it', () => {
    expect(CATALOGUE.find(({ id }) => id === ids('OOMKilled')[0])?.symptoms).toContain('OOMKilled');
  });

  it.each([
    ['CrashLoopBackOff', 'crash-loop'],
    ['ImagePullBackOff', 'image-tag-missing'],
    ['OOMKilled', 'oom-killed'],
    ['first pod', 'first-pod'],
    ['롤링 업데이트', 'rolling-update'],
  ])('%s finds first what has it for its title or its STATUS', (query, id) => {
    expect(ids(query)[0]).toBe(id);
  });

  it('an empty query finds all, nonsense none', () => {
    expect(ids('  ')).toHaveLength(CATALOGUE.length);
    expect(ids('xyzzy plugh')).toEqual([]);
  });
});

it('by stage every entry stands once, in the order of a life', () => {
  const shelves = byStage(CATALOGUE);
  expect(shelves.map(({ key }) => key)).toEqual([...STAGES]);
  expect(shelves.reduce((sum, { entries }) => sum + entries.length, 0)).toBe(CATALOGUE.length);
});

it('by symptom every entry is somewhere, and success is no symptom', () => {
  const shelves = bySymptom(CATALOGUE);
  expect(new Set(shelves.flatMap(({ entries }) => entries)).size).toBe(CATALOGUE.length);
  expect(shelves.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['Pending', 'CrashLoopBackOff', '0/1']),
  );
  expect(shelves.map(({ key }) => key)).not.toContain('Running');
  expect(shelves.at(-1)?.key).toBe(OTHER);
});
