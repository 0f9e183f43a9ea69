/** A line of set -x. */
export function traceLine(
  prefix: string,
  assigned: ReadonlyMap<string, string>,
  fields: readonly string[],
): string {
  const words = [...[...assigned].map(([name, value]) => `${name}=${value}`), ...fields.map(quoteForTrace)];
  return `${prefix}${words.join(' ')}\n`;
}

function quoteForTrace(text: string): string {
  return /^[+,\-./0-9:@A-Z\]^_a-z]*$/.test(text) ? text : `'${text.replace(/'/g, `'"'"'`)}'`;
}
