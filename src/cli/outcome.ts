/** Takes text for the screen. */
export type Print = (text: string) => void;

/** How a command ended: 0 good, 1 a difference or a failed run, 2 not understood (with what to say). */
export interface Outcome {
  readonly code: 0 | 1 | 2;
  readonly message?: string;
}

export const GOOD: Outcome = { code: 0 };

export function notUnderstood(message: string): Outcome {
  return { code: 2, message };
}
