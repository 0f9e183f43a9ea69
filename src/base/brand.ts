/** A nominal type: `Brand<number, 'Seq'>` is a number that no other branded number may stand in for. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name };

/** The same data with every `readonly` taken off, all the way down: what one holds while building an object. */
export type Draft<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends readonly (infer E)[]
    ? Draft<E>[]
    : T extends object
      ? { -readonly [K in keyof T]: Draft<T[K]> }
      : T;
