import type { Json } from '../../base/json.ts';
import type { Random } from '../../base/rng.ts';

type Holder = Record<string, Json> | Json[];

interface Place {
  readonly holder: Holder;
  readonly key: string;
}

/** Values that have broken programs before, beside those of every wrong type. */
const NASTY: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2_147_483_648,
  9_007_199_254_740_991,
  1e308,
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '100m',
  '10%',
  '-5%',
  '__proto__',
  'constructor',
  'toString',
  'a/b/c',
  '../..',
  'A_b',
  '\u0000',
  '한글',
  'x'.repeat(300),
  '*',
  '::1',
  '10.96.0.1',
  '10.0.0.0/8',
  '0.0.0.0',
  '{}',
  '$(A)',
  '2026-11-30T09:00:00Z',
  [],
  [null],
  [[]],
  [{}],
  {},
  { a: null },
  { name: 'x' },
  { type: 'X' },
];
const NASTY_KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  'name',
  'spec',
  'metadata',
];

/** Every place of a value where something stands, the inner ones included. */
function placesOf(value: Json, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found;
  const holder = value as Holder;
  for (const key of Object.keys(holder)) {
    found.push({ holder, key });
    placesOf(Reflect.get(holder, key) as Json, found);
  }
  return found;
}

/** Sets a key as data, whatever it is called. */
function put(holder: Holder, key: string, value: Json): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function take({ holder, key }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}

/** Changes one thing in place. */
function mutateOnce(root: Json, random: Random): void {
  const places = placesOf(root);
  if (places.length === 0) return;
  const place = random.pick(places);
  const { holder, key } = place;
  const value = Reflect.get(holder, key) as Json;
  const other = random.pick(places);
  switch (random.int(8)) {
    case 0:
      return take(place);
    case 1:
      return put(holder, key, structuredClone(Reflect.get(other.holder, other.key) as Json));
    case 2:
      if (Array.isArray(value)) value.push(structuredClone((value[0] as Json | undefined) ?? null));
      else put(holder, key, [value]);
      return;
    case 3:
      // Under another name: one of this manifest, or one that every object answers to.
      if (!Array.isArray(holder)) put(holder, random.pick([...NASTY_KEYS, other.key]), value);
      return;
    case 4:
      if (typeof value === 'number')
        put(holder, key, random.pick([value + 1, -value, value * 1e6, value + 0.5]));
      else if (typeof value === 'string')
        put(holder, key, random.pick([`${value}!`, `${value}-x`, value.toUpperCase()]));
      else put(holder, key, random.pick(NASTY));
      return;
    default:
      put(holder, key, structuredClone(random.pick(NASTY)));
  }
}

/** A copy of a manifest with one to four things changed. */
export function mutated(manifest: Json, random: Random): Json {
  const copy = structuredClone(manifest);
  const changes = 1 + random.int(4);
  for (let change = 0; change < changes; change++) mutateOnce(copy, random);
  return copy;
}
