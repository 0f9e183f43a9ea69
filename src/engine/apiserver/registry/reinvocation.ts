import { type ObjectDraft, copyOf, deepEqual } from './draft.ts';

/** Most requests meet no webhook. */
const NONE: ReadonlySet<string> = new Set();

/**
 * What mutating webhooks leave behind for a second round: when one changed the object, the chain runs once more, and in
 * it those webhooks that asked for it. Models admission/reinvocation.go and webhook/mutating/reinvocationcontext.go (1.36).
 */
export class Reinvocation {
  /** The second round. */
  again = false;
  /** A webhook changed the object: there is to be a second round. */
  wanted = false;
  private called: ReadonlySet<string> = NONE;
  private due: ReadonlySet<string> = NONE;
  private left: ObjectDraft | undefined;

  /** Before the webhooks of a round. */
  begin(object: ObjectDraft | undefined): void {
    if (this.again && !deepEqual(this.left, object)) this.callAllAgain();
  }

  /** After them. */
  end(object: ObjectDraft | undefined): void {
    this.left = copyOf(object);
  }

  /** Nobody is called for the first time in the second round. */
  mayCall(webhook: string): boolean {
    return !this.again || this.due.has(webhook);
  }

  changed(): void {
    this.callAllAgain();
    this.wanted = true;
  }

  /** A webhook with reinvocationPolicy IfNeeded was called. */
  remember(webhook: string): void {
    this.called = new Set([...this.called, webhook]);
  }

  private callAllAgain(): void {
    this.due = new Set([...this.due, ...this.called]);
    this.called = NONE;
  }
}
