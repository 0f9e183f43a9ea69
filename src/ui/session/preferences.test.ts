import { describe, expect, it } from 'vitest';
import { asked, readPreferences, setPreferences } from './preferences.ts';

describe('preferences', () => {
  it('keeps what is sound and falls back field by field', () => {
    expect(
      readPreferences(
        '{"version":1,"lang":"ko","theme":"pink","motion":"reduced","contrast":"more","singleKeys":false,"sizes":{"left":300}}',
      ),
    ).toEqual({
      version: 1,
      lang: 'ko',
      theme: 'system',
      motion: 'reduced',
      contrast: 'more',
      singleKeys: false,
      sizes: { left: 300 },
    });
  });

  it('starts over on what it cannot read', () => {
    const fresh = {
      version: 1,
      lang: undefined,
      theme: 'system',
      motion: 'system',
      contrast: 'system',
      singleKeys: true,
      sizes: {},
    };
    for (const stored of [null, '', '{', '[]', '{"version":2,"lang":"ko"}'])
      expect(readPreferences(stored)).toEqual(fresh);
  });
});

describe('what an address asks for', () => {
  it('holds until something else is chosen', () => {
    asked.setState({ lang: 'ko', theme: 'dark' });
    setPreferences({ sizes: {} });
    expect(asked.getState()).toEqual({ lang: 'ko', theme: 'dark' });
    setPreferences({ lang: 'en' });
    expect(asked.getState()).toEqual({ lang: undefined, theme: 'dark' });
  });
});
