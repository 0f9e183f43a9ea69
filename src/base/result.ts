/** What the world answers: a value, or a refusal with its reason. Mistakes of our own throw instead (see assert.ts). */
export type Result<T, E> = Ok<T> | Err<E>;
export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}
export interface Err<E> {
  readonly ok: false;
  readonly error: E;
}

const OK_VOID: Ok<void> = { ok: true, value: undefined };

/** A success; without an argument, the success that carries nothing. */
export function ok(): Ok<void>;
export function ok<T>(value: T): Ok<T>;
export function ok<T>(value?: T): Ok<T | void> {
  return value === undefined ? OK_VOID : { ok: true, value };
}

/** A refusal. */
export function err<E>(error: E): Err<E> {
  return { ok: false, error };
}
