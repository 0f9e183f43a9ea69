/** How a `$(NAME)` is looked up: undefined leaves it as written. */
export type Lookup = (name: string) => string | undefined;

/** Expands `$(NAME)`; `$$` is a dollar that expands nothing. Models third_party/forked/golang/expansion/expand.go. */
export function expand(text: string, lookup: Lookup): string {
  if (!text.includes('$')) return text;
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char !== '$' || at + 1 >= text.length) {
      out += char;
      continue;
    }
    const next = text[at + 1];
    if (next === '$') {
      out += '$';
      at++;
    } else if (next === '(') {
      const end = text.indexOf(')', at + 2);
      if (end < 0) {
        out += '$(';
        at++;
        continue;
      }
      const name = text.slice(at + 2, end);
      out += lookup(name) ?? `$(${name})`;
      at = end;
    } else {
      out += `$${next}`;
      at++;
    }
  }
  return out;
}

/** The first value found in a row of maps. */
export function lookupIn(...maps: readonly ReadonlyMap<string, string>[]): Lookup {
  return (name) => {
    for (const map of maps) {
      const value = map.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}
