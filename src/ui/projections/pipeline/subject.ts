import type { Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import { storyPod } from '../pod-story/subject.ts';
import { versionAt } from '../../../trace/world.ts';

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

/** The picked Pod, or the one the story is about. */
export function subjectAt(trace: Trace, world: WorldIndex, seq: number, picked: ObjectRef | undefined): SubjectAt {
  const ref = picked ?? storyPod(world, trace.countUntil(-1));
  if (ref === undefined) return { ref, pod: undefined, last: undefined, node: undefined };
  const versions = world.history('pods', ref.namespace, ref.name)?.versions ?? [];
  const now = versionAt(versions, seq);
  const pod = now?.object as Pod | undefined;
  const known = versions.filter((version) => version.seq <= seq && version.object !== undefined).at(-1)?.object as Pod | undefined;
  const later = versions.find(({ seq: at, object }) => at > seq && (object as Pod | undefined)?.spec.nodeName !== undefined)?.object as Pod | undefined;
  return { ref, pod, last: pod ?? known, node: pod?.spec.nodeName ?? (pod === undefined && known !== undefined ? known.spec.nodeName : undefined) ?? later?.spec.nodeName };
}
