/** Joins class names, leaving out what is absent. */
export function cx(...names: readonly (string | false | undefined)[]): string {
  let out = '';
  for (const name of names)
    if (name !== undefined && name !== false && name !== '') out += out === '' ? name : ` ${name}`;
  return out;
}
