import { type ObjectDraft, copyOf, deepEqual } from './draft.ts';

/**
 * What mutating webhooks leave behind for a second round: when one changed the object, the chain runs once more, and in
 * it those webhooks that asked for it. Models admission/reinvocation.go and webhook/mutating/reinvocationcontext.go (1.36).
 */
export class Reinvocation {
  /** The second round. */
  again = false;
  /** A webhook changed the object: there is to be a second round. */
  wanted = false;
  private readonly called = new Set<string>();
  private readonly due = new Set<string>();
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
    this.called.add(webhook);
  }

  private callAllAgain(): void {
    for (const webhook of this.called) this.due.add(webhook);
    this.called.clear();
  }
}
