import { useMemo } from 'react';
import type { Pod } from '../../../api/generated/types.ts';
import type { KubeObject, ObjectRef } from '../../../api/object.ts';
import { readAhead } from '../../projections/inspector/cluster-facts.ts';
import { type Standing, standingAt } from '../../projections/inspector/standing-at.ts';
import { type PodStory, podStory } from '../../projections/pod-story/milestones.ts';
import { podRecords } from '../../projections/pod-story/pod-records.ts';
import { storyPod } from '../../projections/pod-story/subject.ts';
import type { Branch } from '../../session/branch.ts';
import { useActiveBranch, useCalmSeq, useSelection } from '../../session/use-session.tsx';

/** The object the inspector is about, as it was at the cursor. */
export interface Subject {
  readonly branch: Branch;
  readonly resource: string;
  readonly ref: ObjectRef;
  readonly seq: number;
  /** Undefined: not there yet, or gone again. */
  readonly object: KubeObject | undefined;
  /** The last version by the cursor, also when it is gone. */
  readonly last: KubeObject | undefined;
}

/** A Pod, with its story. */
export interface SubjectPod extends Subject {
  readonly story: PodStory;
  readonly pod: Pod | undefined;
  readonly lastPod: Pod | undefined;
}

const asPod = (object: KubeObject | undefined): Pod | undefined => object as Pod | undefined;

function at({ world }: Branch, resource: string, ref: ObjectRef, seq: number): Standing {
  return standingAt(world.history(resource, ref.namespace, ref.name), seq);
}

/** The picked Pod, or the one the story is about. Undefined before there is one. */
export function useSubjectPod(): SubjectPod | undefined {
  const branch = useActiveBranch();
  const seq = useCalmSeq(branch);
  const picked = useSelection(({ selection }) =>
    selection.kind === 'object' && selection.subject.resource === 'pods' ? selection.subject : undefined,
  );
  const told = useMemo(() => {
    if (branch === undefined) return undefined;
    const { trace, world } = branch;
    const own = podRecords(trace);
    readAhead(trace);
    const ref =
      picked === undefined
        ? storyPod(world, trace.countUntil(-1))
        : { namespace: picked.namespace, name: picked.name };
    return ref === undefined ? undefined : { branch, ref, story: podStory(trace, world, own, ref) };
  }, [branch, picked]);
  return useMemo(() => {
    if (told === undefined) return undefined;
    const { object, last } = at(told.branch, 'pods', told.ref, seq);
    return { ...told, resource: 'pods', seq, object, last, pod: asPod(object), lastPod: asPod(last) };
  }, [told, seq]);
}

/** The picked object that is no Pod. */
export function useSubjectObject(): Subject | undefined {
  const branch = useActiveBranch();
  const seq = useCalmSeq(branch);
  const picked = useSelection(({ selection }) =>
    selection.kind === 'object' && selection.subject.resource !== 'pods' ? selection.subject : undefined,
  );
  return useMemo(() => {
    if (branch === undefined || picked === undefined) return undefined;
    const { resource, namespace, name } = picked;
    const ref = { namespace, name };
    // A node of the cluster's start has its versions before the first record of the run.
    const from = Math.max(seq, branch.trace.countUntil(-1) - 1);
    return { branch, resource, ref, seq: from, ...at(branch, resource, ref, from) };
  }, [branch, picked, seq]);
}
