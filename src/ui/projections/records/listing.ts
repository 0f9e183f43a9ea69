import type { Level } from '../../../trace/ids.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import { type Role, roleOf } from '../actors.ts';
import { countUpTo } from '../sorted.ts';
import type { StoryIndex } from '../story-index.ts';

/** Which records a listing has. `story`: the steps of a level; `cluster`: everything, the resting cluster's own work too. */
export interface Asked {
  readonly scope: 'story' | 'cluster';
  readonly level: Level;
  /** Words that must all occur in what a record names; empty for any. */
  readonly words: string;
}

/** The numbers of the records asked for, in order. */
export function listing(trace: Trace, story: StoryIndex, { scope, level, words }: Asked): readonly number[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (scope === 'story') {
    const steps = story.steps(level);
    // The index grows in place; a listing stays as it was made.
    return wanted.length === 0 ? [...steps] : steps.filter((seq) => names(trace.at(seq), wanted));
  }
  const found: number[] = [];
  for (const record of trace.all()) if (names(record, wanted)) found.push(record.seq);
  return found;
}

/** The place in a listing of the last record that has happened at `seq`; -1 before the first. */
export function placeOf(seqs: readonly number[], seq: number): number {
  return countUpTo(seqs, seq) - 1;
}

/** Who acts in a record, for its glyph. */
export function roleOfRecord(record: TraceRecord): Role {
  if (record.kind === 'request.send') return roleOf(record.data.client);
  return record.kind === 'object.put' || record.kind === 'object.delete' ? 'etcd' : roleOf(record.actor);
}

const texts = new WeakMap<TraceRecord, string>();

function names(record: TraceRecord, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  let text = texts.get(record);
  if (text === undefined) {
    text = namesOf(record).toLowerCase();
    texts.set(record, text);
  }
  return wanted.every((word) => text?.includes(word));
}

/** Kind, actor, and every name and short text that the record's data carries. */
function namesOf({ kind, actor, data }: TraceRecord): string {
  const found: string[] = [kind, actor];
  for (const value of Object.values<unknown>(data)) {
    if (typeof value === 'string') found.push(value);
    else if (Array.isArray(value)) found.push(...value.filter((each) => typeof each === 'string'));
    else if (isNamed(value)) found.push(`${value.namespace ?? ''}/${value.name}`);
  }
  return found.join(' ');
}

function isNamed(value: unknown): value is { readonly name: string; readonly namespace?: string } {
  return (
    typeof value === 'object' && value !== null && typeof (value as { name?: unknown }).name === 'string'
  );
}
