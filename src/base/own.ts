/** A map's own value at a key a user chose: `constructor` is a name like any other. */
export function own<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  if (map === undefined) return undefined;
  const value = map[key];
  // What every object inherits is functions, and its prototype: only those need the slower question.
  if (typeof value !== 'function' && key !== '__proto__') return value;
  return Object.hasOwn(map, key) ? value : undefined;
}

/** Sets a member as data, whatever it is called: a plain assignment takes `__proto__` for the prototype. */
export function setOwn<V>(record: Record<string, V>, key: string, value: NoInfer<V>): void {
  if (key === '__proto__')
    Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true });
  else record[key] = value;
}
