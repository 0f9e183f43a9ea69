import { useMemo } from 'react';
import type { Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { type PodStory, podStory } from '../../projections/pod-story/milestones.ts';
import { podRecords } from '../../projections/pod-story/pod-records.ts';
import { storyPod } from '../../projections/pod-story/subject.ts';
import type { Branch } from '../../session/branch.ts';
import { useActiveBranch, useCursor, useSelection } from '../../session/use-session.tsx';

/** The Pod the inspector is about, with its story and what it was at the cursor. */
export interface SubjectPod {
  readonly branch: Branch;
  readonly ref: ObjectRef;
  readonly story: PodStory;
  readonly seq: number;
  /** Undefined: not there yet, or gone again. */
  readonly pod: Pod | undefined;
  /** The last version by the cursor, also when it is gone. */
  readonly last: Pod | undefined;
}

/** The picked Pod, or the one the story is about. Undefined before there is one. */
export function useSubjectPod(): SubjectPod | undefined {
  const branch = useActiveBranch();
  const seq = useCursor((cursor) => cursor.seq);
  const picked = useSelection(({ selection }) =>
    selection.kind === 'object' && selection.subject.resource === 'pods' ? selection.subject : undefined,
  );
  const told = useMemo(() => {
    if (branch === undefined) return undefined;
    const { trace, world } = branch;
    const own = podRecords(trace);
    const ref =
      picked === undefined
        ? storyPod(world, trace.countUntil(-1))
        : { namespace: picked.namespace, name: picked.name };
    return ref === undefined ? undefined : { branch, ref, story: podStory(trace, world, own, ref) };
  }, [branch, picked]);
  return useMemo(() => {
    if (told === undefined) return undefined;
    const { branch: of, ref } = told;
    const versions =
      of.world.history('pods', ref.namespace, ref.name)?.versions.filter((version) => version.seq <= seq) ??
      [];
    const pod = versions.at(-1)?.object as Pod | undefined;
    const last = versions.findLast(({ object }) => object !== undefined)?.object as Pod | undefined;
    return { ...told, seq, pod, last };
  }, [told, seq]);
}
