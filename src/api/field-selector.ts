import { type Result, err, ok } from '../base/result.ts';

// Models k8s.io/apimachinery/pkg/fields selector.go of 1.36.

export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Requirements that must all hold. Empty = everything. */
export type FieldSelector = readonly FieldRequirement[];

/** Splits at commas that no backslash escapes. */
function splitTerms(text: string): readonly string[] {
  if (text === '') return [];
  const terms: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === ',') {
      terms.push(text.slice(start, i));
      start = i + 1;
    }
  }
  terms.push(text.slice(start));
  return terms;
}

function unescape(value: string): Result<string, string> {
  let out = '';
  for (let i = 0; i < value.length; i++) {
    const char = value[i] ?? '';
    if (char === '\\') {
      const next = value[i + 1];
      if (next !== '\\' && next !== ',' && next !== '=') {
        return err(`invalid field selector: invalid escape sequence: \\${next ?? ''}`);
      }
      out += next;
      i += 1;
    } else if (char === ',' || char === '=') {
      return err(`invalid field selector: unescaped character in value: ${char.charCodeAt(0)}`);
    } else {
      out += char;
    }
  }
  return ok(out);
}

function splitTerm(
  term: string,
): { readonly field: string; readonly sign: string; readonly value: string } | undefined {
  for (let i = 0; i < term.length; i++) {
    for (const sign of ['!=', '==', '=']) {
      if (term.startsWith(sign, i))
        return { field: term.slice(0, i), sign, value: term.slice(i + sign.length) };
    }
  }
  return undefined;
}

/** Reads `metadata.name=a,status.phase!=Running`; the error is upstream's text. Models fields.ParseSelector. */
export function parseFieldSelector(text: string): Result<FieldSelector, string> {
  const requirements: FieldRequirement[] = [];
  for (const term of [...splitTerms(text)].sort()) {
    if (term === '') continue;
    const split = splitTerm(term);
    if (split === undefined) return err(`invalid selector: '${text}'; can't understand '${term}'`);
    const value = unescape(split.value);
    if (!value.ok) return value;
    requirements.push({ field: split.field, operator: split.sign === '!=' ? '!=' : '=', value: value.value });
  }
  return ok(requirements);
}

/** `fieldOf` gives the object's value of a field, '' when unset. */
export function fieldsMatch(selector: FieldSelector, fieldOf: (field: string) => string): boolean {
  return selector.every(({ field, operator, value }) => (fieldOf(field) === value) === (operator === '='));
}

function escape(value: string): string {
  return value.replace(/[\\,=]/g, (char) => `\\${char}`);
}

/** Models Selector.String. */
export function formatFieldSelector(selector: FieldSelector): string {
  return selector.map(({ field, operator, value }) => `${field}${operator}${escape(value)}`).join(',');
}
