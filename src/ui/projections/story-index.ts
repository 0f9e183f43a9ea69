import type { Level } from '../../trace/ids.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { storyLevel } from './story-level.ts';

/** Which records are steps at which level of detail, for stepping, counting and the playhead. Feed it every record in order. */
export class StoryIndex {
  private readonly seqs: readonly [number[], number[], number[]] = [[], [], []];

  add(record: TraceRecord): void {
    const level = storyLevel(record);
    if (level === undefined) return;
    for (let at = level; at <= 3; at++) (this.seqs[at - 1] as number[]).push(record.seq);
  }

  /** The records that are steps at this level, in order. */
  steps(level: Level): readonly number[] {
    return this.seqs[level - 1] as number[];
  }

  /** The first step after `seq`. */
  next(seq: number, level: Level): number | undefined {
    const steps = this.steps(level);
    return steps[this.countUntil(seq, level)];
  }

  /** The last step before `seq`. */
  previous(seq: number, level: Level): number | undefined {
    const steps = this.steps(level);
    return steps[this.countUntil(seq - 1, level) - 1];
  }

  /** How many steps have happened at `seq`: "record 31 of 58". */
  countUntil(seq: number, level: Level): number {
    const steps = this.steps(level);
    let low = 0;
    let high = steps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((steps[middle] as number) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
