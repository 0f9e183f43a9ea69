import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { formatScenario } from '../format-scenario.ts';
import { checkScenario } from '../check-scenario.ts';
import { parseScenario } from '../parse.ts';
import { CATALOGUE, catalogueEntry } from './all.ts';
import { STAGES } from './entry.ts';
import { DEFAULT_SCENARIO, entryAtHand } from './index.ts';

describe.each(CATALOGUE)('$id', ({ document, shows, symptoms, end }) => {
  it('is a scenario, and survives being exported', () => {
    const checked = checkScenario(document as unknown as Json);
    expect(checked).toMatchObject({ ok: true });
    if (checked.ok) expect(parseScenario(formatScenario(checked.value))).toEqual(checked);
  });

  it('is told in both languages, can be searched, and says how it ends', () => {
    for (const { en, ko } of [document.title, shows]) {
      expect(en).toMatch(/\w/);
      expect(ko).not.toBe('');
    }
    expect(shows.ko).toMatch(/[가-힣].*\.$/);
    expect(shows.en.length).toBeLessThanOrEqual(130);
    expect(symptoms.length).toBeGreaterThan(0);
    expect(end.some(({ prints }) => prints.length > 0)).toBe(true);
  });
});

it('there are sixty at least, with ids of their own, on every shelf', () => {
  expect(CATALOGUE.length).toBeGreaterThanOrEqual(60);
  expect(new Set(CATALOGUE.map(({ id }) => id)).size).toBe(CATALOGUE.length);
  expect(new Set(CATALOGUE.map(({ document }) => document.title.en)).size).toBe(CATALOGUE.length);
  expect(STAGES.filter((stage) => !CATALOGUE.some((entry) => entry.stage === stage))).toEqual([]);
});

it('the default is at hand, the others are found', () => {
  expect(entryAtHand(DEFAULT_SCENARIO)?.document.files).toHaveProperty('nginx.yaml');
  expect(catalogueEntry('oom-killed')).toMatchObject({ stage: 'start' });
  expect(catalogueEntry('no-such')).toBeUndefined();
});
