import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import { followed } from '../follow.ts';
import { lastBySeq } from '../sorted.ts';
import type { StoryIndex } from '../story-index.ts';

/** What controllers said they did, in the story. */
class LoopIndex {
  private readonly steps: RecordOf<'step'>[] = [];
  private readonly rules = new Map<string, RecordOf<'rule.sync'>[]>();

  add(record: TraceRecord, story: StoryIndex): void {
    if (record.kind === 'step' && record.data.track.startsWith('controller/') && story.tells(record.seq))
      this.steps.push(record);
    if (record.kind !== 'rule.sync' || !story.tells(record.seq)) return;
    const known = this.rules.get(record.data.node);
    if (known === undefined) this.rules.set(record.data.node, [record]);
    else known.push(record);
  }

  /** The controllers' last step. */
  last(seq: number): RecordOf<'step'> | undefined {
    return lastBySeq(this.steps, seq);
  }

  /** The last time a node's kube-proxy wrote its rules. */
  lastRules(node: string, seq: number): RecordOf<'rule.sync'> | undefined {
    return lastBySeq(this.rules.get(node) ?? [], seq);
  }
}

/** The controllers' steps of a trace. */
export const loopIndex = followed<LoopIndex, StoryIndex>(() => new LoopIndex());
