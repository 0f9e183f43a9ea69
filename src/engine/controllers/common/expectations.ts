import type { Kernel } from '../../kernel/kernel.ts';

const TIMEOUT_US = 5 * 60_000_000;

interface Expected {
  creations: number;
  readonly deletions: Set<string>;
  readonly at: number;
}

/**
 * What a controller has asked for and its cache has not shown yet, by owner key.
 * Models pkg/controller UIDTrackingControllerExpectations (1.36).
 */
export class Expectations {
  private readonly kernel: Kernel;
  private readonly expected = new Map<string, Expected>();

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  expectCreations(key: string, count: number): void {
    this.expected.set(key, { creations: count, deletions: new Set(), at: this.kernel.now() });
  }

  /** `objects` are keys of what is being deleted. */
  expectDeletions(key: string, objects: readonly string[]): void {
    this.expected.set(key, { creations: 0, deletions: new Set(objects), at: this.kernel.now() });
  }

  /** Both at once, for controllers that create and delete in one sync. */
  expect(key: string, creations: number, deletions: readonly string[]): void {
    this.expected.set(key, { creations, deletions: new Set(deletions), at: this.kernel.now() });
  }

  creationObserved(key: string, count = 1): void {
    const expected = this.expected.get(key);
    if (expected !== undefined) expected.creations -= count;
  }

  deletionObserved(key: string, object: string): void {
    this.expected.get(key)?.deletions.delete(object);
  }

  forget(key: string): void {
    this.expected.delete(key);
  }

  /** Whether everything asked for has been seen, or five minutes have passed. */
  satisfied(key: string): boolean {
    const expected = this.expected.get(key);
    if (expected === undefined) return true;
    if (expected.creations <= 0 && expected.deletions.size === 0) return true;
    return this.kernel.now() - expected.at > TIMEOUT_US;
  }
}
