import type { Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { narrationText } from '../../../i18n/catalogue/narration.ts';
import type { Lang } from '../../../i18n/lang.ts';
import type { Segment } from '../../../i18n/template.ts';
import { type Translate, text } from '../../../i18n/text.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import { roleOf } from '../actors.ts';
import { type RunFacts, runFacts } from '../run-facts.ts';
import type { StoryIndex } from '../story-index.ts';

/** A run and a place in it. */
export interface Moment {
  readonly trace: Trace;
  readonly world: WorldIndex;
  readonly story: StoryIndex;
  /** The last record that has happened; -1 before the first. */
  readonly seq: number;
  /** Virtual time of the playhead: at or after that record. */
  readonly timeUs: number;
  readonly lang: Lang;
}

export type Words = Translate<(typeof narrationText)['en']>;

/** What the narrator says at a moment. */
export interface Said {
  readonly sentence: readonly Segment[];
  readonly detail?: readonly Segment[];
  /** The red tag: nothing goes on by itself, or only a retry. */
  readonly stopped?: boolean;
}

/** A moment with what telling it needs. */
export interface Telling extends Moment {
  readonly t: Words;
  readonly facts: RunFacts;
}

export function telling(moment: Moment): Telling {
  return { ...moment, t: text(narrationText, moment.lang), facts: runFacts(moment.trace) };
}

/** Text of Kubernetes' own, as it is: never read for markup. */
export function verbatim(words: string): readonly Segment[] {
  return [{ style: 'plain', text: words }];
}

/** The name a reader knows an actor or client by, as it begins a sentence. */
export function whoOf(actor: string, t: Words): string {
  switch (roleOf(actor)) {
    case 'kubectl':
      return t('who.kubectl');
    case 'apiserver':
      return t('who.apiserver');
    case 'scheduler':
      return t('who.scheduler');
    case 'controller':
      return t('who.controllers');
    case 'kubelet':
      return t('who.kubelet');
    case 'proxy':
      return t('who.proxy');
    case 'runtime':
      return t('who.containerd');
    default:
      return actor.split('/')[0] ?? actor;
  }
}

/** A name from `whoOf` within a sentence: only at its beginning has it a capital. */
export function within(who: string): string {
  return who.replace(/^The /, 'the ');
}

/** The Pod as it stood at the moment. */
export function podAt({ world, seq }: Moment, ref: ObjectRef): Pod | undefined {
  return world.get('pods', ref.namespace, ref.name, seq) as Pod | undefined;
}

/** The nearest record up the chain of causes that is of one of these kinds. */
export function causeOf<K extends TraceRecord['kind']>(
  { trace }: Moment,
  record: TraceRecord,
  ...kinds: readonly K[]
): Extract<TraceRecord, { readonly kind: K }> | undefined {
  let steps = 0;
  let cause = trace.find(record.cause);
  while (cause !== undefined && steps++ < 500) {
    if ((kinds as readonly string[]).includes(cause.kind))
      return cause as Extract<TraceRecord, { readonly kind: K }>;
    cause = trace.find(cause.cause);
  }
  return undefined;
}
