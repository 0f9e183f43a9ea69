import { expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { formatScenario } from '../format-scenario.ts';
import { checkScenario, parseScenario } from '../parse.ts';
import { CATALOGUE, DEFAULT_SCENARIO, catalogueEntry } from './index.ts';

it.each(CATALOGUE)(
  '$id is a scenario in both languages, and survives being exported',
  ({ document, shows }) => {
    const checked = checkScenario(document as unknown as Json);
    expect(checked).toMatchObject({ ok: true });
    if (!checked.ok) return;
    expect(parseScenario(formatScenario(checked.value))).toEqual(checked);
    expect(typeof checked.value.title).toBe('object');
    expect([shows.en, shows.ko].every((line) => line.length > 0)).toBe(true);
  },
);

it('ids are unique, and the default is one of them', () => {
  expect(new Set(CATALOGUE.map(({ id }) => id)).size).toBe(CATALOGUE.length);
  expect(catalogueEntry(DEFAULT_SCENARIO)?.document.files).toHaveProperty('nginx.yaml');
});
