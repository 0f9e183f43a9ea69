import { createStore } from 'zustand/vanilla';
import { keep, kept } from './storage.ts';

const KEY = 'podscope.preferences';

/** What is kept between visits. Add fields with a fallback in `read`; a new meaning needs a new `version`. */
export interface Preferences {
  readonly version: 1;
  /** Undefined: the browser's languages decide. */
  readonly lang: 'en' | 'ko' | undefined;
  readonly theme: 'system' | 'dark' | 'light';
  readonly motion: 'system' | 'full' | 'reduced';
  readonly contrast: 'system' | 'more';
  readonly singleKeys: boolean;
  /** Panel sizes in px, where the user moved a splitter. */
  readonly sizes: Readonly<Record<string, number>>;
}

const DEFAULTS: Preferences = {
  version: 1,
  lang: undefined,
  theme: 'system',
  motion: 'system',
  contrast: 'system',
  singleKeys: true,
  sizes: {},
};

const MOST_PX = 4000;

function oneOf<Value extends string | undefined>(known: readonly Value[], value: unknown): Value | undefined {
  return known.find((each) => each === value);
}

const isSize = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= MOST_PX;

function isSizes(value: unknown): value is Preferences['sizes'] {
  return typeof value === 'object' && value !== null && Object.values(value).every(isSize);
}

/** Field by field, by hand: every page begins with it, and a first screen needs no library for schemas otherwise. */
function read(stored: { readonly [Key in keyof Preferences]?: unknown }): Preferences {
  const { lang, theme, motion, contrast, singleKeys, sizes } = stored;
  return {
    version: 1,
    lang: oneOf(['en', 'ko'], lang),
    theme: oneOf(['system', 'dark', 'light'], theme) ?? DEFAULTS.theme,
    motion: oneOf(['system', 'full', 'reduced'], motion) ?? DEFAULTS.motion,
    contrast: contrast === 'more' ? contrast : DEFAULTS.contrast,
    singleKeys: typeof singleKeys === 'boolean' ? singleKeys : DEFAULTS.singleKeys,
    sizes: isSizes(sizes) ? { ...sizes } : DEFAULTS.sizes,
  };
}

/** Preferences from stored text; anything unreadable falls back, field by field. */
export function readPreferences(stored: string | null): Preferences {
  if (stored === null) return DEFAULTS;
  try {
    const parsed: unknown = JSON.parse(stored);
    const ours = typeof parsed === 'object' && parsed !== null && 'version' in parsed && parsed.version === 1;
    return ours ? read(parsed) : DEFAULTS;
  } catch (error) {
    if (error instanceof SyntaxError) return DEFAULTS;
    throw error;
  }
}

/** Language, theme, motion, contrast, keys and panel sizes. */
export const preferences = createStore<Preferences>(() => readPreferences(kept(KEY) ?? null));

interface Asked {
  readonly lang: Preferences['lang'];
  readonly theme: Preferences['theme'] | undefined;
  /** The language a link was made in: for whoever has chosen none. */
  readonly linkLang: Preferences['lang'];
}

/**
 * What an address or a host page asks for: it outranks the preferences until something else is chosen here, and is not
 * kept. A link's own language outranks only the browser's.
 */
export const asked = createStore<Asked>(() => ({ lang: undefined, theme: undefined, linkLang: undefined }));

/** Changes preferences and keeps them for the next visit; a full or forbidden storage only means they are not kept. */
export function setPreferences(change: Partial<Omit<Preferences, 'version'>>): void {
  if ('lang' in change) asked.setState({ lang: undefined });
  if ('theme' in change) asked.setState({ theme: undefined });
  preferences.setState(change);
  keep(KEY, JSON.stringify(preferences.getState()));
}
