interface Entry {
  readonly delayUs: number;
  readonly updatedAt: number;
}

/** Delays that double per key and are forgotten after twice the cap. Models client-go util/flowcontrol/backoff.go (1.36). Times in µs. */
export class BackOff {
  private readonly entries = new Map<string, Entry>();
  private readonly initialUs: number;
  private readonly maxUs: number;

  constructor(initialUs: number, maxUs: number) {
    this.initialUs = initialUs;
    this.maxUs = maxUs;
  }

  /** The stored delay, 0 without one. */
  get(key: string): number {
    return this.entries.get(key)?.delayUs ?? 0;
  }

  /** Stores the next longer delay; `eventTime` is when what is backed off from happened. */
  next(key: string, eventTime: number, now: number): number {
    const entry = this.entries.get(key);
    const fresh = entry === undefined || this.expired(eventTime, entry.updatedAt);
    const delayUs = fresh ? this.initialUs : Math.min(entry.delayUs * 2, this.maxUs);
    this.entries.set(key, { delayUs, updatedAt: now });
    return delayUs;
  }

  /** Whether less than the delay has passed since `eventTime`. */
  isInBackOffSince(key: string, eventTime: number, now: number): boolean {
    const entry = this.entries.get(key);
    if (entry === undefined || this.expired(eventTime, entry.updatedAt)) return false;
    return now - eventTime < entry.delayUs;
  }

  /** Whether less than the delay has passed since the entry was last stored. */
  isInBackOffSinceUpdate(key: string, now: number): boolean {
    const entry = this.entries.get(key);
    if (entry === undefined || this.expired(now, entry.updatedAt)) return false;
    return now - entry.updatedAt < entry.delayUs;
  }

  /** Drops what is expired. */
  collect(now: number): void {
    for (const [key, { updatedAt }] of this.entries)
      if (this.expired(now, updatedAt)) this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  private expired(eventTime: number, updatedAt: number): boolean {
    return eventTime - updatedAt > this.maxUs * 2;
  }
}
