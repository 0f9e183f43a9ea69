/** `at`: where in the text. */
export interface SyntaxIssue {
  readonly message: string;
  readonly at: number;
}

/** Why an expression has no value. Thrown inside cel/ only. */
export class CelError extends Error {
  override readonly name = 'CelError';
  /** Everything that is wrong with a text that cannot be read, in order of places. */
  readonly issues: readonly SyntaxIssue[];

  constructor(message: string, issues: readonly SyntaxIssue[] = []) {
    super(message);
    this.issues = issues;
  }
}
