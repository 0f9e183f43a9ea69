import { type CatalogueEntry, STAGES, type Stage } from '../../../scenario/catalogue/entry.ts';

/** Entries under one heading. `key` is a stage, a symptom, or `other`. */
export interface Shelf {
  readonly key: string;
  readonly entries: readonly CatalogueEntry[];
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** How well one word fits: what the user sees on their screen counts most. 0: not at all. */
function fit(entry: CatalogueEntry, word: string): number {
  const { document, symptoms, shows, id } = entry;
  const has = (texts: readonly string[]): boolean => texts.some((text) => plain(text).includes(word));
  if ([document.title.en, document.title.ko].some((title) => plain(title) === word)) return 10;
  const symptom = symptoms.findIndex((text) => plain(text) === word);
  // The first is what the STATUS column says.
  if (symptom >= 0) return symptom === 0 ? 9 : 8;
  if (has(symptoms)) return 5;
  if (has([document.title.en, document.title.ko])) return 4;
  if (has(document.tags ?? [])) return 3;
  if (has([shows.en, shows.ko, id])) return 2;
  return has(entry.end.flatMap(({ prints }) => prints)) || has(Object.values(document.files ?? {})) ? 1 : 0;
}

/**
 * The entries that fit a query, best first; among equals the shelf that has more of them. The whole query as one symptom
 * outranks its words; an empty one finds all.
 */
export function findEntries(entries: readonly CatalogueEntry[], query: string): readonly CatalogueEntry[] {
  const whole = plain(query);
  if (whole === '') return entries;
  const words = whole.split(' ');
  const ranked = entries.map((entry, place) => {
    const fits = words.map((word) => fit(entry, word));
    const all = fits.every((value) => value > 0) ? fits.reduce((sum, value) => sum + value, 0) : 0;
    return { entry, place, rank: Math.max(all, fit(entry, whole) * words.length) };
  });
  const found = ranked.filter(({ rank }) => rank > 0);
  const likeIt = ({ entry, rank }: (typeof found)[number]): number =>
    found.filter((other) => other.rank === rank && other.entry.stage === entry.stage).length;
  return found
    .map((one) => ({ ...one, like: likeIt(one) }))
    .sort((a, b) => b.rank - a.rank || b.like - a.like || a.place - b.place)
    .map(({ entry }) => entry);
}

/** One shelf a stage, in the order of a Pod's life; empty ones are left out. */
export function byStage(entries: readonly CatalogueEntry[]): readonly Shelf[] {
  return STAGES.map((stage: Stage) => ({
    key: stage,
    entries: entries.filter((entry) => entry.stage === stage),
  })).filter((shelf) => shelf.entries.length > 0);
}

/** What says that all is well is no symptom to look under. */
const WELL = /^(?:Running|Scheduled|Completed|Complete|Ready|([1-9]\d*)\/\1)$/;
const LEAST = 2;
export const OTHER = 'other';

/** A shelf a symptom that several entries share, the most frequent first; what shares none is under `other`. */
export function bySymptom(entries: readonly CatalogueEntry[]): readonly Shelf[] {
  const under = new Map<string, CatalogueEntry[]>();
  for (const entry of entries) {
    for (const symptom of entry.symptoms) {
      if (WELL.test(symptom)) continue;
      const list = under.get(symptom);
      if (list === undefined) under.set(symptom, [entry]);
      else list.push(entry);
    }
  }
  const shelves = [...under]
    .filter(([, list]) => list.length >= LEAST)
    .map(([key, list]) => ({ key, entries: list }))
    .sort((a, b) => b.entries.length - a.entries.length);
  const placed = new Set(shelves.flatMap((shelf) => shelf.entries));
  const rest = entries.filter((entry) => !placed.has(entry));
  return rest.length === 0 ? shelves : [...shelves, { key: OTHER, entries: rest }];
}
