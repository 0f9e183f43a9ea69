export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'plain';
  readonly text: string;
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|\b(?:true|false|null)\b)/g;

/** The runs of one line of JSON, for colour alone. */
export function jsonTokens(line: string): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  const plain = (text: string): void => {
    if (text !== '') tokens.push({ kind: 'plain', text });
  };
  let at = 0;
  for (const found of line.matchAll(TOKEN)) {
    plain(line.slice(at, found.index));
    const [all, quoted, colon, scalar] = found;
    if (scalar !== undefined) tokens.push({ kind: 'number', text: scalar });
    else tokens.push({ kind: colon === undefined ? 'string' : 'key', text: quoted ?? '' });
    plain(colon ?? '');
    at = found.index + all.length;
  }
  plain(line.slice(at));
  return tokens;
}
