import type { Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { Version, WorldIndex } from '../../../trace/world.ts';
import { storyPod } from '../pod-story/subject.ts';
import { countBySeq } from '../sorted.ts';

/** The Pod a drawing is about, as it stands, and the machine it is on or will be on. */
export interface SubjectAt {
  readonly ref: ObjectRef | undefined;
  /** As it stands at the moment; undefined before it is and after it is gone. */
  readonly pod: Pod | undefined;
  /** Its last known version by now, also when it is gone. */
  readonly last: Pod | undefined;
  /** The machine it is bound to now or later in this run: where to look from the start, so that nothing jumps. */
  readonly node: string | undefined;
}

const known = new WeakMap<Trace, { readonly length: number; readonly ref: ObjectRef | undefined }>();

/** The Pod that the story is about; looked for again only while the trace grows and has none. */
export function storySubject(trace: Trace, world: WorldIndex): ObjectRef | undefined {
  const before = known.get(trace);
  if (before !== undefined && (before.ref !== undefined || before.length === trace.length)) return before.ref;
  const ref = storyPod(world, trace.countUntil(-1));
  known.set(trace, { length: trace.length, ref });
  return ref;
}

/** The picked Pod, or the one the story is about. */
export function subjectAt(
  trace: Trace,
  world: WorldIndex,
  seq: number,
  picked: ObjectRef | undefined,
): SubjectAt {
  const ref = picked ?? storySubject(trace, world);
  if (ref === undefined) return { ref, pod: undefined, last: undefined, node: undefined };
  const versions = world.history('pods', ref.namespace, ref.name)?.versions ?? [];
  const place = countBySeq(versions, seq);
  const pod = versions[place - 1]?.object as Pod | undefined;
  // Gone: the version before its end is the last that is known of it.
  const last = pod ?? (versions[place - 2]?.object as Pod | undefined);
  return { ref, pod, last, node: last?.spec.nodeName ?? laterNode(versions, place) };
}

/** The machine that a later version binds it to. */
function laterNode(versions: readonly Version[], from: number): string | undefined {
  for (let i = from; i < versions.length; i++) {
    const node = (versions[i]?.object as Pod | undefined)?.spec.nodeName;
    if (node !== undefined) return node;
  }
  return undefined;
}
