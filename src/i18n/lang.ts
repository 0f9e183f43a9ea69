/** The languages of the product. English is the source of every key. */
export type Lang = 'en' | 'ko';

export const LANGS: readonly Lang[] = ['en', 'ko'];

/** The language for a list of BCP 47 tags in order of preference (`navigator.languages`); English when none is spoken. */
export function pickLang(tags: readonly string[]): Lang {
  for (const tag of tags) {
    const primary = tag.toLowerCase().split('-')[0];
    if (primary === 'ko' || primary === 'en') return primary;
  }
  return 'en';
}
