/** Functions, and texts that run texts, one within the other: beyond, the shell is out of stack. */
export const MAX_NESTING = 1_000;
