import type { Json } from '../../../base/json.ts';

/** The JSON values of a text, one behind another, and what stopped the reading. */
export interface Documents {
  readonly values: readonly Json[];
  readonly problem?: string;
}

const SPACE = /\s*/y;
const SCALAR = /-?\d[\d.eE+-]*|true|false|null|nan/y;

export function documents(text: string): Documents {
  const values: Json[] = [];
  let at = 0;
  for (;;) {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    at = SPACE.lastIndex;
    if (at >= text.length) return { values };
    const end = endOf(text, at);
    if (end === undefined) return { values, problem: unfinished(text) };
    try {
      values.push(JSON.parse(text.slice(at, end)) as Json);
    } catch {
      const line = text.slice(0, at).split('\n').length;
      return {
        values,
        problem: `Invalid literal at line ${line}, column ${end - text.lastIndexOf('\n', at) - 1}`,
      };
    }
    at = end;
  }
}

function unfinished(text: string): string {
  const lines = text.split('\n');
  return `Unfinished JSON term at EOF at line ${lines.length}, column ${lines.at(-1)?.length ?? 0}`;
}

/** Where the value ends that begins here. */
function endOf(text: string, start: number): number | undefined {
  const first = text[start] ?? '';
  if (first === '"') return endOfText(text, start);
  if (first !== '{' && first !== '[') {
    SCALAR.lastIndex = start;
    return SCALAR.exec(text) === null
      ? start + (/^\S+/.exec(text.slice(start))?.[0].length ?? 1)
      : SCALAR.lastIndex;
  }
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      const end = endOfText(text, at);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1;
  }
  return undefined;
}

function endOfText(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return undefined;
}
