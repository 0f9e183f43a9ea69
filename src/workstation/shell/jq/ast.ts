import type { Json } from '../../../base/json.ts';

/** A filter, taken apart. */
export type Filter =
  | { readonly kind: 'identity' }
  | { readonly kind: 'recurse' }
  | { readonly kind: 'literal'; readonly value: Json }
  /** Text with filters in it; `format` is `@base64` and the like. */
  | { readonly kind: 'text'; readonly parts: readonly (string | Filter)[]; readonly format: string }
  | { readonly kind: 'format'; readonly name: string }
  | { readonly kind: 'index'; readonly of: Filter; readonly key: Filter }
  | { readonly kind: 'slice'; readonly of: Filter; readonly from?: Filter; readonly to?: Filter }
  | { readonly kind: 'each'; readonly of: Filter }
  | { readonly kind: 'try'; readonly body: Filter; readonly otherwise?: Filter }
  | {
      readonly kind: 'pipe' | 'comma' | 'and' | 'or' | 'default';
      readonly left: Filter;
      readonly right: Filter;
    }
  | { readonly kind: 'binary' | 'assign'; readonly op: string; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'negative'; readonly of: Filter }
  | { readonly kind: 'array'; readonly of?: Filter }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: Filter, value: Filter])[] }
  | { readonly kind: 'if'; readonly when: Filter; readonly good: Filter; readonly otherwise: Filter }
  | {
      readonly kind: 'reduce';
      readonly of: Filter;
      readonly name: string;
      readonly start: Filter;
      readonly step: Filter;
    }
  | { readonly kind: 'as'; readonly of: Filter; readonly name: string; readonly body: Filter }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Filter[] };

export const IDENTITY: Filter = { kind: 'identity' };

/** What a filter says when it cannot go on: `jq: error`. */
export class JqError extends Error {
  readonly value: Json;
  constructor(value: Json) {
    super(typeof value === 'string' ? value : JSON.stringify(value));
    this.value = value;
  }
}

/** A filter that is none. */
export class JqSyntaxError extends Error {}
