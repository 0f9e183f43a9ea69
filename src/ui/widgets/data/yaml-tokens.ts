export type YamlTokenKind = 'key' | 'string' | 'number' | 'comment' | 'mark';

/** A run of one kind; runs of a line join to the line itself. */
export interface YamlToken {
  readonly kind: YamlTokenKind;
  readonly text: string;
}

const NUMBER =
  /^(?:[-+]?(?:0x[\da-f]+|0o[0-7]+|(?:\d[\d_]*)?\.?\d+(?:e[-+]?\d+)?)|true|false|null|~|yes|no|on|off)$/i;
const KEY =
  /^((?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#:,[\]{}"'&*!|>%@`-][^#:]*?|-(?!\s)[^#:]*?|[^\s#:]*?[^\s:#](?=:)))(\s*:)(?=\s|$)/;

/** Where a comment starts: a # at the start or after a space, outside quotes. -1 for none. */
function commentAt(text: string): number {
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quote !== '') {
      if (c === '\\' && quote === '"') i++;
      else if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '#' && (i === 0 || text[i - 1] === ' ')) return i;
  }
  return -1;
}

function value(text: string, out: YamlToken[]): void {
  const at = commentAt(text);
  const body = at === -1 ? text : text.slice(0, at);
  const inner = body.trim();
  if (inner !== '') {
    const start = body.indexOf(inner);
    if (start > 0) out.push({ kind: 'mark', text: body.slice(0, start) });
    const kind = NUMBER.test(inner)
      ? 'number'
      : /^[|>][+-]?\d*$/.test(inner) || inner === '{}' || inner === '[]'
        ? 'mark'
        : 'string';
    out.push({ kind, text: inner });
    const rest = body.slice(start + inner.length);
    if (rest !== '') out.push({ kind: 'mark', text: rest });
  } else if (body !== '') out.push({ kind: 'mark', text: body });
  if (at !== -1) out.push({ kind: 'comment', text: text.slice(at) });
}

/** The runs of one line of block-style YAML, for colour alone. Lines of a block scalar look like strings. */
export function yamlTokens(line: string): readonly YamlToken[] {
  const out: YamlToken[] = [];
  const lead = /^\s*(?:- +|-$)*/.exec(line)?.[0] ?? '';
  if (lead !== '') out.push({ kind: 'mark', text: lead });
  const rest = line.slice(lead.length);
  const key = rest.startsWith('#') ? null : KEY.exec(rest);
  if (key === null) value(rest, out);
  else {
    out.push({ kind: 'key', text: key[1] ?? '' }, { kind: 'mark', text: key[2] ?? '' });
    value(rest.slice(key[0].length), out);
  }
  return out;
}
