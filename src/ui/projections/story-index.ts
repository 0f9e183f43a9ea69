import type { KubeObject, ResourceName } from '../../api/object.ts';
import type { Level } from '../../trace/ids.ts';
import type { RecordOf, TraceRecord } from '../../trace/record.ts';
import { commandLine } from './names.ts';
import { countUpTo } from './sorted.ts';
import { type StoryMemory, storyLevel } from './story-level.ts';
import { beginsStory } from './story-roots.ts';

const keyOf = (resource: ResourceName, namespace: string, name: string): string =>
  `${resource}|${namespace}|${name}`;

/** Added to a record's level when it belongs to the story. */
const TOLD = 4;

/** What the index remembers of the records so far, for judging the next one. */
class Memory implements StoryMemory {
  before: KubeObject | undefined;
  command = '';
  private readonly objects = new Map<string, KubeObject>();
  private readonly requests = new Map<number, RecordOf<'request.send'>>();
  private readonly calls = new Map<number, RecordOf<'cri.call'>>();
  private readonly seen = new Set<string>();

  /** Takes a record in; afterwards `before` is the version it replaced. */
  take(record: TraceRecord): void {
    this.before = undefined;
    switch (record.kind) {
      case 'input.command': {
        const [first = '', second = ''] = commandLine(record.data).split(/\s+/);
        this.command = first === 'kubectl' || first === 'k' ? second : first;
        return;
      }
      case 'request.send':
        this.requests.set(record.data.request, record);
        return;
      case 'request.return':
        this.requests.delete(record.data.request);
        return;
      case 'cri.call':
        this.calls.set(record.seq, record);
        return;
      case 'object.put':
      case 'object.delete': {
        const { resource, namespace, name } = record.data;
        const key = keyOf(resource, namespace, name);
        this.before = this.objects.get(key);
        if (record.kind === 'object.put') this.objects.set(key, record.data.object);
        else this.objects.delete(key);
        return;
      }
      default:
    }
  }

  object(resource: ResourceName, namespace: string, name: string): KubeObject | undefined {
    return this.objects.get(keyOf(resource, namespace, name));
  }

  request(id: number): RecordOf<'request.send'> | undefined {
    return this.requests.get(id);
  }

  call(seq: number): RecordOf<'cri.call'> | undefined {
    return this.calls.get(seq);
  }

  first(key: string): boolean {
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    return true;
  }
}

/**
 * Which records belong to the story (they follow from an input or from a change of the world, not from a timer of the
 * resting cluster), and which are steps at which level of detail. Feed it every record in order; nothing before time 0 is told.
 */
export class StoryIndex {
  private readonly seqs: readonly [number[], number[], number[]] = [[], [], []];
  private told = new Uint8Array(1024);
  private length = 0;
  private readonly memory = new Memory();

  add(record: TraceRecord): void {
    this.memory.take(record);
    const told = record.at >= 0 && (this.tells(record.cause) || beginsStory(record, this.memory.before));
    const level = told ? storyLevel(record, this.memory) : undefined;
    this.keep(told, level);
    if (level === undefined) return;
    for (let at = level; at <= 3; at++) (this.seqs[at - 1] as number[]).push(record.seq);
  }

  /** Whether the record belongs to the story: its chain of causes leads to an input or a change of the world. */
  tells(seq: number | undefined): boolean {
    return seq !== undefined && seq < this.length && (this.told[seq] as number) >= TOLD;
  }

  /** The coarsest level at which the record is a step; undefined when it is none. */
  level(seq: number): Level | undefined {
    const level = seq < this.length ? (this.told[seq] as number) & 3 : 0;
    return level === 0 ? undefined : (level as Level);
  }

  /** The records that are steps at this level, in order. */
  steps(level: Level): readonly number[] {
    return this.seqs[level - 1] as number[];
  }

  /** Whether the record is a step at this level. */
  isStep(seq: number, level: Level): boolean {
    return (this.level(seq) ?? 4) <= level;
  }

  /** The first step after `seq`. */
  next(seq: number, level: Level): number | undefined {
    return this.steps(level)[this.countUntil(seq, level)];
  }

  /** The last step before `seq`. */
  previous(seq: number, level: Level): number | undefined {
    return this.steps(level)[this.countUntil(seq - 1, level) - 1];
  }

  /** How many steps have happened at `seq`: "record 31 of 58". */
  countUntil(seq: number, level: Level): number {
    return countUpTo(this.steps(level), seq);
  }

  private keep(told: boolean, level: Level | undefined): void {
    if (this.length === this.told.length) {
      const grown = new Uint8Array(this.told.length * 2);
      grown.set(this.told);
      this.told = grown;
    }
    this.told[this.length++] = (told ? TOLD : 0) + (level ?? 0);
  }
}
