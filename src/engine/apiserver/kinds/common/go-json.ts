import { goQuote } from '../../../../api/go-text.ts';

// The complaints of Go's encoding/json about a text that should be one JSON object.

function quoteChar(char: string): string {
  if (char === "'") return `'\\''`;
  if (char === '"') return `'"'`;
  return `'${goQuote(char).slice(1, -1)}'`;
}

/** undefined when the text is a JSON object; else Go's words. Only the first character's errors are told apart. */
export function jsonObjectError(text: string): string | undefined {
  const start = text.trimStart();
  if (start === '') return 'unexpected end of JSON input';
  const first = String.fromCodePoint(start.codePointAt(0) ?? 0);
  if (!/[{["\-0-9tfn]/.test(first))
    return `invalid character ${quoteChar(first)} looking for beginning of value`;
  const value = parse(start);
  if (value === undefined) return firstProblem(start);
  if (value.json === null || (typeof value.json === 'object' && !Array.isArray(value.json))) return undefined;
  const what = Array.isArray(value.json)
    ? 'array'
    : typeof value.json === 'boolean'
      ? 'bool'
      : typeof value.json;
  return `json: cannot unmarshal ${what} into Go value of type map[string]interface {}`;
}

function parse(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Finds the first character that no JSON text could have there, by trying ever longer beginnings. */
function firstProblem(text: string): string {
  const match = /^\{\s*([^"}\s])/.exec(text);
  if (match)
    return `invalid character ${quoteChar(match[1] ?? '')} looking for beginning of object key string`;
  const word = /^(t(?!rue)|f(?!alse)|n(?!ull))/.exec(text)?.[0];
  if (word !== undefined) {
    const literal = word === 't' ? 'true' : word === 'f' ? 'false' : 'null';
    let at = 1;
    while (at < literal.length && text[at] === literal[at]) at += 1;
    if (at >= text.length) return 'unexpected end of JSON input';
    return `invalid character ${quoteChar(text[at] ?? '')} in literal ${literal} (expecting ${quoteChar(literal[at] ?? '')})`;
  }
  return 'unexpected end of JSON input';
}
