/** A mistake of Podscope's own: it stops the engine, and the page says so without losing the user's work. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** Throws AssertionError unless `condition` holds. For what only a bug can break, never for bad input. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** Closes a switch over a union: a new member is a type error here before it is a crash. */
export function assertUnreachable(value: never): never {
  throw new AssertionError(`unreachable: ${JSON.stringify(value)}`);
}

/** The value, or AssertionError when it is absent. For indexes that the code itself made sure of. */
export function present<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new AssertionError(`absent: ${what}`);
  return value;
}
