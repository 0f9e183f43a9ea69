import { expect, it } from 'vitest';
import { hasWords } from './has-words.ts';

it.each([
  ['Available=True of any Deployment', 'available true', true],
  ['Available=True of any Deployment', 'true deploy', true],
  ['Available=True of any Deployment', 'available false', false],
  ['Event BackOff', ' backoff ', true],
])('%s is found by %j: %s', (text, query, found) => {
  expect(hasWords(text, query)).toBe(found);
});
