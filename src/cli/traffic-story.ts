import type { RecordOf } from '../trace/record.ts';
import { momentText } from './story.ts';

/** Requests are told together for so long, in µs. */
const WINDOW_US = 1_000_000;

/** Who asks whom, and what became of it within a window. */
interface Window {
  readonly since: number;
  readonly counts: Map<string, number>;
}

/** Tells requests: not each, but what comes of them, a second at a time and only when that is something new. */
export class TrafficStory {
  private readonly open = new Map<string, Window>();
  private readonly told = new Map<string, string>();
  private readonly totals = new Map<string, Map<string, number>>();
  /** When the next window is over. */
  private nextUs = Number.POSITIVE_INFINITY;

  /** What is to be told by a moment: the windows that are over. Virtual µs. */
  until(at: number): readonly string[] {
    if (at < this.nextUs) return [];
    const over = [...this.open].filter(([, { since }]) => since + WINDOW_US <= at);
    for (const [key] of over) this.open.delete(key);
    this.nextUs = Math.min(...[...this.open.values()].map(({ since }) => since + WINDOW_US));
    return over.flatMap(([key, window]) => this.close(key, window));
  }

  /** Takes a request, after `until` its time. */
  take({ at, data }: RecordOf<'traffic'>): void {
    const key = `${data.from} -> ${data.rule ?? data.to}`;
    const outcome = outcomeOf(data);
    more(
      known(this.totals, key, () => new Map()),
      outcome,
    );
    more(known(this.open, key, () => ({ since: at, counts: new Map() })).counts, outcome);
    this.nextUs = Math.min(this.nextUs, at + WINDOW_US);
  }

  /** What is still to be told when a run is over, and the sums. */
  end(): readonly string[] {
    const lines = [...this.open].flatMap(([key, window]) => this.close(key, window));
    this.open.clear();
    const sums = [...this.totals].map(([key, counts]) => `${key}: ${sumOf(counts)} in all, ${tally(counts)}`);
    return [...lines, ...sums];
  }

  private close(key: string, { counts, since }: Window): readonly string[] {
    const outcomes = [...counts.keys()].sort().join(', ');
    if (this.told.get(key) === outcomes) return [];
    this.told.set(key, outcomes);
    return [`${key}: ${tally(counts)} in the second from ${momentText(since)} on`];
  }
}

const outcomeOf = ({ result, status }: RecordOf<'traffic'>['data']): string =>
  result === 'ok' && status !== undefined ? String(status) : result;

const tally = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([outcome, n]) => `${n} x ${outcome}`).join(', ');

const sumOf = (counts: ReadonlyMap<string, number>): string => {
  const sum = [...counts.values()].reduce((total, n) => total + n, 0);
  return `${sum} ${sum === 1 ? 'request' : 'requests'}`;
};

const more = (counts: Map<string, number>, outcome: string): void =>
  void counts.set(outcome, (counts.get(outcome) ?? 0) + 1);

function known<T>(all: Map<string, T>, key: string, make: () => T): T {
  const found = all.get(key) ?? make();
  all.set(key, found);
  return found;
}
