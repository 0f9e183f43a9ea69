/** Where an Event is about: upstream's ObjectReference, as far as events carry it. */
export interface EventReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly fieldPath?: string;
}

export interface EventSource {
  readonly component: string;
  readonly host: string;
}

/** What happened, before correlation. */
export interface EventDraft {
  readonly source: EventSource;
  readonly about: EventReference;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** Of the Event itself. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What to send: a new Event, another count on one sent before, or nothing. */
export type Correlation =
  | { readonly action: 'create'; readonly key: string; readonly message: string }
  | {
      readonly action: 'patch';
      readonly key: string;
      readonly message: string;
      readonly count: number;
      readonly name: string;
    }
  | { readonly action: 'drop' };

const MAX_SIMILAR = 10;
const SIMILAR_WINDOW_US = 600_000_000;
const BURST = 25;
const REFILL_US = 300_000_000;
const CACHE_ENTRIES = 4096;

interface Similar {
  messages: Set<string>;
  lastUs: number;
}

interface Seen {
  count: number;
  name: string;
}

interface Bucket {
  tokens: number;
  atUs: number;
}

/**
 * Aggregates, deduplicates and rate-limits one component's Events.
 * Models client-go tools/record/events_cache.go EventCorrelator (1.36).
 */
export class EventCorrelator {
  private readonly similar = new Map<string, Similar>();
  private readonly seen = new Map<string, Seen>();
  private readonly buckets = new Map<string, Bucket>();

  /** Decides what becomes of `event` at virtual time `nowUs`. */
  correlate(event: EventDraft, nowUs: number): Correlation {
    const aggregate = aggregateKey(event);
    const { message, combined } = this.aggregate(aggregate, event.message, nowUs);
    const key = combined ? aggregate : `${aggregate}|${event.about.fieldPath ?? ''}|${message}`;
    const seen = this.seen.get(key);
    if (seen !== undefined) seen.count++;
    if (!this.spend(spamKey(event), nowUs)) return { action: 'drop' };
    if (seen === undefined || seen.name === '') return { action: 'create', key, message };
    return { action: 'patch', key, message, count: seen.count, name: seen.name };
  }

  /** Remembers the Event that was created for `key`. */
  created(key: string, name: string): void {
    bounded(this.seen, key, { count: this.seen.get(key)?.count ?? 1, name });
  }

  private aggregate(key: string, message: string, nowUs: number): { message: string; combined: boolean } {
    let record = this.similar.get(key);
    if (record === undefined || nowUs - record.lastUs > SIMILAR_WINDOW_US) {
      record = { messages: new Set(), lastUs: nowUs };
      bounded(this.similar, key, record);
    }
    record.lastUs = nowUs;
    record.messages.add(message);
    if (record.messages.size < MAX_SIMILAR) return { message, combined: false };
    // Upstream evicts one message so that the set stays below the threshold plus one.
    const [oldest] = record.messages;
    if (record.messages.size > MAX_SIMILAR && oldest !== undefined) record.messages.delete(oldest);
    return { message: `(combined from similar events): ${message}`, combined: true };
  }

  private spend(key: string, nowUs: number): boolean {
    let bucket = this.buckets.get(key);
    if (bucket === undefined) {
      bucket = { tokens: BURST, atUs: nowUs };
      bounded(this.buckets, key, bucket);
    }
    bucket.tokens = Math.min(BURST, bucket.tokens + (nowUs - bucket.atUs) / REFILL_US);
    bucket.atUs = nowUs;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}

function aggregateKey(event: EventDraft): string {
  const { apiVersion, kind, namespace = '', name, uid = '' } = event.about;
  const { component, host } = event.source;
  return `${component}|${host}|${kind}|${namespace}|${name}|${uid}|${apiVersion}|${event.type}|${event.reason}`;
}

function spamKey(event: EventDraft): string {
  const { apiVersion, kind, namespace = '', name, uid = '' } = event.about;
  const { component, host } = event.source;
  return `${component}|${host}|${kind}|${namespace}|${name}|${uid}|${apiVersion}|${event.type}`;
}

/** Sets an entry of a cache that forgets its oldest entries. */
function bounded<V>(cache: Map<string, V>, key: string, value: V): void {
  cache.delete(key);
  cache.set(key, value);
  if (cache.size <= CACHE_ENTRIES) return;
  for (const oldest of cache.keys()) {
    cache.delete(oldest);
    return;
  }
}
