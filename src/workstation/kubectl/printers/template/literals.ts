const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

/** What a quoted string says. Models strconv.Unquote. */
export function stringOf(text: string): string {
  if (text.startsWith('`')) return text.slice(1, -1);
  return text
    .slice(1, -1)
    .replace(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[0-7]{3}|.)/g, (_, code: string) =>
      code.length === 1
        ? (ESCAPES[code] ?? code)
        : String.fromCharCode(numberOf(`0${code.replace('u', 'x')}`) ?? 0),
    );
}

/** A character's number. */
export const charOf = (text: string): number => stringOf(text).codePointAt(0) ?? 0;

/** A number as Go writes it; undefined when it is none. */
export function numberOf(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1;
  const bare = text.replace(/^[+-]/, '').replaceAll('_', '');
  if (bare === '' || bare === '.') return undefined;
  const value = Number(/^0\d+$/.test(bare) ? `0o${bare.slice(1)}` : bare);
  return Number.isNaN(value) ? undefined : sign * value;
}
