import { isParticle, type Particle, withParticle } from './particle.ts';

/** What a placeholder may stand for. Numbers print as they are: format them first where units or grouping matter. */
export type Value = string | number;

type Slot<S extends string> = S extends `${infer Name}:${string}`
  ? Name
  : S extends `${infer Name}#${string}`
    ? Name
    : S;

/** The placeholder names of a template: `Names<'{a} of {n#Pod|Pods}'>` is `'a' | 'n'`. */
export type Names<S extends string> = S extends `${string}{${infer Inside}}${infer Rest}`
  ? Slot<Inside> | Names<Rest>
  : never;

/** The parameter object of a template. */
export type Params<S extends string> = { readonly [K in Names<S>]: Value };

type Style = 'plain' | 'strong' | 'code';

/** A run of text in one style. */
export interface Segment {
  readonly style: Style;
  readonly text: string;
}

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'value';
      readonly name: string;
      readonly particle: Particle | undefined;
      readonly nouns: readonly [string, string] | undefined;
    };

const cache = new Map<string, readonly Token[]>();

function parseSlot(inside: string): Token {
  const colon = inside.indexOf(':');
  if (colon !== -1) {
    const suffix = inside.slice(colon + 1);
    return {
      kind: 'value',
      name: inside.slice(0, colon),
      particle: isParticle(suffix) ? suffix : undefined,
      nouns: undefined,
    };
  }
  const hash = inside.indexOf('#');
  if (hash !== -1) {
    const [one = '', other = one] = inside.slice(hash + 1).split('|');
    return { kind: 'value', name: inside.slice(0, hash), particle: undefined, nouns: [one, other] };
  }
  return { kind: 'value', name: inside, particle: undefined, nouns: undefined };
}

function tokens(template: string): readonly Token[] {
  const known = cache.get(template);
  if (known !== undefined) return known;
  const made: Token[] = [];
  let rest = template;
  for (;;) {
    const open = rest.indexOf('{');
    const close = open === -1 ? -1 : rest.indexOf('}', open);
    if (close === -1) break;
    if (open > 0) made.push({ kind: 'text', text: rest.slice(0, open) });
    made.push(parseSlot(rest.slice(open + 1, close)));
    rest = rest.slice(close + 1);
  }
  if (rest !== '') made.push({ kind: 'text', text: rest });
  cache.set(template, made);
  return made;
}

function print(token: Token, params: Readonly<Record<string, Value>>): string {
  if (token.kind === 'text') return token.text;
  const value = params[token.name];
  if (value === undefined) return `{${token.name}}`;
  const text = String(value);
  if (token.particle !== undefined) return withParticle(text, token.particle);
  if (token.nouns !== undefined) return `${text} ${token.nouns[text === '1' ? 0 : 1]}`;
  return text;
}

/** Fills a template as plain text; its `**` and backticks are dropped. A missing parameter shows as its placeholder. */
export function fill(template: string, params: Readonly<Record<string, Value>>): string {
  let out = '';
  for (const segment of fillRich(template, params)) out += segment.text;
  return out;
}

/** Fills a template as styled runs. Markup is read from the template alone: values are never parsed for it. */
export function fillRich(template: string, params: Readonly<Record<string, Value>>): readonly Segment[] {
  const out: Segment[] = [];
  let style = 'plain' as Style;
  let run = '';
  const toggle = (mark: Style): void => {
    if (run !== '') out.push({ style, text: run });
    run = '';
    style = style === mark ? 'plain' : mark;
  };
  for (const token of tokens(template)) {
    if (token.kind === 'value') {
      run += print(token, params);
      continue;
    }
    for (const piece of token.text.split(/(\*\*|`)/)) {
      if (piece === '**') toggle('strong');
      else if (piece === '`') toggle('code');
      else run += piece;
    }
  }
  if (run !== '') out.push({ style, text: run });
  return out;
}

/** The placeholder names of a template at run time, sorted: what the tests compare between languages. */
export function placeholders(template: string): readonly string[] {
  const names = new Set<string>();
  for (const token of tokens(template)) if (token.kind === 'value') names.add(token.name);
  return [...names].sort();
}
