/** Breaks lines at blanks so that none is longer than `limit`, where it can. Models mitchellh/go-wordwrap WrapString. */
export function wrapWords(text: string, limit: number): string {
  let out = '';
  let current = 0;
  let word = '';
  let space = '';
  const flush = (): void => {
    current += space.length + word.length;
    out += space + word;
    space = '';
    word = '';
  };
  for (const char of text) {
    if (char === '\n') {
      if (word !== '') flush();
      else if (current + space.length <= limit) out += space;
      space = '';
      out += char;
      current = 0;
    } else if (char === ' ' || char === '\t') {
      if (space === '' || word !== '') flush();
      space += char;
    } else {
      word += char;
      if (current + word.length + space.length > limit && word.length < limit) {
        out += '\n';
        current = 0;
        space = '';
      }
    }
  }
  if (word !== '') return out + space + word;
  return current + space.length <= limit ? out + space : out;
}

/** Puts blanks before every line. */
export function indent(text: string, by: number): string {
  const pad = ' '.repeat(by);
  return pad + text.replaceAll('\n', `\n${pad}`);
}
