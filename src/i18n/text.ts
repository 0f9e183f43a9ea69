import type { Lang } from './lang.ts';
import { fill, fillRich, type Params, type Segment, type Value } from './template.ts';

/** A catalogue in one language: key → template. */
export type Catalogue = { readonly [key: string]: string };

/** What a second language must be: the same keys, and no placeholder that English does not have. */
export type Translation<En extends Catalogue, Ko extends { readonly [K in keyof En]: string }> = {
  readonly [K in keyof Ko]: K extends keyof En
    ? keyof Params<Ko[K]> extends keyof Params<En[K]>
      ? string
      : `a placeholder of ${K & string} is not in English`
    : 'not a key of English';
};

/** The messages of one feature in every language. */
export interface Text<En extends Catalogue> {
  readonly en: En;
  readonly ko: { readonly [K in keyof En]: string };
}

/** Joins the two catalogues of a feature; a missing key or a stray placeholder is a type error here. */
export function defineText<const En extends Catalogue, const Ko extends { readonly [K in keyof En]: string }>(
  en: En,
  ko: Ko & Translation<En, Ko>,
): Text<En> {
  return { en, ko };
}

type Args<S extends string> = keyof Params<S> extends never ? [] : [params: Params<S>];

/** Messages of one feature in one language: `t('key', { name })`, and `t.rich` for styled runs. */
export interface Translate<En extends Catalogue> {
  <K extends keyof En & string>(key: K, ...args: Args<En[K]>): string;
  rich<K extends keyof En & string>(key: K, ...args: Args<En[K]>): readonly Segment[];
  /** Whether `key` is one of this catalogue's: for keys that come from data, such as a reason. */
  has(key: string): key is keyof En & string;
  readonly lang: Lang;
}

const made = new WeakMap<object, Map<Lang, unknown>>();

/** The messages of `source` in `lang`. The same two always give the same function, so it may be a hook's dependency. */
export function text<En extends Catalogue>(source: Text<En>, lang: Lang): Translate<En> {
  let perLang = made.get(source);
  if (perLang === undefined) {
    perLang = new Map();
    made.set(source, perLang);
  }
  const known = perLang.get(lang);
  if (known !== undefined) return known as Translate<En>;
  const catalogue: { readonly [key: string]: string } = source[lang];
  const template = (key: string): string => catalogue[key] ?? source.en[key] ?? key;
  const plain = (key: string, params: Readonly<Record<string, Value>> = {}): string =>
    fill(template(key), params);
  const rich = (key: string, params: Readonly<Record<string, Value>> = {}): readonly Segment[] =>
    fillRich(template(key), params);
  const has = (key: string): boolean => Object.hasOwn(source.en, key);
  const translate = Object.assign(plain, { rich, has, lang });
  perLang.set(lang, translate);
  return translate as unknown as Translate<En>;
}
