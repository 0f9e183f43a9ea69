import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import { keep, kept } from './storage.ts';

const KEY = 'podscope.preferences';

/** What is kept between visits. Add fields with a fallback; a new meaning needs a new `version`. */
const schema = v.object({
  version: v.literal(1),
  /** Absent: the browser's languages decide. */
  lang: v.fallback(v.optional(v.picklist(['en', 'ko'])), undefined),
  theme: v.fallback(v.picklist(['system', 'dark', 'light']), 'system'),
  motion: v.fallback(v.picklist(['system', 'full', 'reduced']), 'system'),
  singleKeys: v.fallback(v.boolean(), true),
  /** Panel sizes in px, where the user moved a splitter. */
  sizes: v.fallback(v.record(v.string(), v.pipe(v.number(), v.minValue(0), v.maxValue(4000))), {}),
});

export type Preferences = Readonly<v.InferOutput<typeof schema>>;

const DEFAULTS: Preferences = {
  version: 1,
  lang: undefined,
  theme: 'system',
  motion: 'system',
  singleKeys: true,
  sizes: {},
};

/** Preferences from stored text; anything unreadable falls back, field by field. */
export function readPreferences(stored: string | null): Preferences {
  if (stored === null) return DEFAULTS;
  try {
    const parsed = v.safeParse(schema, JSON.parse(stored));
    return parsed.success ? parsed.output : DEFAULTS;
  } catch (error) {
    if (error instanceof SyntaxError) return DEFAULTS;
    throw error;
  }
}

/** Language, theme, motion, keys and panel sizes. */
export const preferences = createStore<Preferences>(() => readPreferences(kept(KEY) ?? null));

interface Asked {
  readonly lang: Preferences['lang'];
  readonly theme: Preferences['theme'] | undefined;
}

/** What an address or a host page asks for: it outranks the preferences until something else is chosen here, and is not kept. */
export const asked = createStore<Asked>(() => ({ lang: undefined, theme: undefined }));

/** Changes preferences and keeps them for the next visit; a full or forbidden storage only means they are not kept. */
export function setPreferences(change: Partial<Omit<Preferences, 'version'>>): void {
  if ('lang' in change) asked.setState({ lang: undefined });
  if ('theme' in change) asked.setState({ theme: undefined });
  preferences.setState(change);
  keep(KEY, JSON.stringify(preferences.getState()));
}
