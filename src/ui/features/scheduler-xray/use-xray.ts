import { useEffect, useMemo, useState } from 'react';
import type { Pod } from '../../../api/generated/types.ts';
import type { KubeObject, ObjectRef } from '../../../api/object.ts';
import { SCHEDULING_RESOURCES, type SchedulingAnswer } from '../../../trace/scheduling-question.ts';
import type { Trace } from '../../../trace/trace.ts';
import { storyPod } from '../../projections/pod-story/subject.ts';
import {
  type Attempt,
  type PodScheduling,
  podScheduling,
  schedulingRecords,
} from '../../projections/scheduler-xray/attempts.ts';
import { type QueuePath, queuePath } from '../../projections/scheduler-xray/queue-path.ts';
import type { Branch } from '../../session/branch.ts';
import type { Session } from '../../session/session.ts';
import { useActiveBranch, useCursor, useSelection, useSession } from '../../session/use-session.tsx';

/** The Pod the X-ray is about, and what the scheduler did about it by the cursor. */
export interface XraySubject extends PodScheduling {
  readonly branch: Branch;
  readonly ref: ObjectRef;
  readonly seq: number;
  /** As it stands at the cursor; undefined when it is gone. */
  readonly pod: Pod | undefined;
  /** Its way through the queues; undefined where it was in none. */
  readonly path: QueuePath | undefined;
}

/** The picked Pod, or the one the story is about. Undefined before there is one. */
export function useXraySubject(): XraySubject | undefined {
  const branch = useActiveBranch();
  const seq = useCursor((cursor) => cursor.seq);
  const picked = useSelection(({ selection }) =>
    selection.kind === 'object' && selection.subject.resource === 'pods' ? selection.subject : undefined,
  );
  return useMemo(() => {
    if (branch === undefined) return undefined;
    const { trace, world } = branch;
    const ref =
      picked === undefined
        ? storyPod(world, trace.countUntil(-1))
        : { namespace: picked.namespace, name: picked.name };
    if (ref === undefined) return undefined;
    const versions =
      world.history('pods', ref.namespace, ref.name)?.versions.filter((version) => version.seq <= seq) ?? [];
    const born = versions.findLast(
      ({ object }, place) => object !== undefined && versions[place - 1]?.object === undefined,
    );
    const told = podScheduling(schedulingRecords(trace), ref, { from: born?.seq ?? 0, until: seq });
    // A Pod with a node has left the queues.
    const until = told.attempts.at(-1)?.pick?.at ?? trace.find(seq)?.at ?? 0;
    const path = queuePath(told.moves, told.attempts, until);
    return { branch, ref, seq, pod: versions.at(-1)?.object as Pod | undefined, path, ...told };
  }, [branch, picked, seq]);
}

/** How long the Pod had been in the queues when an attempt ended. Virtual µs. */
export function waitedBy({ moves }: PodScheduling, { filter, pick }: Attempt): number {
  return (pick?.at ?? filter.at) - (moves[0]?.at ?? filter.at);
}

/** More objects than this are not sent for an answer: the table then shows what the trace tells. */
const MOST_OBJECTS = 8000;

const asked = new WeakMap<Trace, Map<number, Promise<SchedulingAnswer | undefined>>>();

/** The answer of each attempt is asked for once. */
function ask(
  { runs }: Pick<Session, 'runs'>,
  { trace, world }: Branch,
  { filter }: Attempt,
): Promise<SchedulingAnswer | undefined> {
  const known = asked.get(trace) ?? new Map<number, Promise<SchedulingAnswer | undefined>>();
  asked.set(trace, known);
  const before = known.get(filter.seq);
  if (before !== undefined) return before;
  const { namespace, name } = filter.data.pod;
  const pod = world.get('pods', namespace, name, filter.seq) as Pod | undefined;
  const objects: Record<string, readonly KubeObject[]> = {};
  let count = 0;
  for (const resource of SCHEDULING_RESOURCES) {
    const found = world.list(resource, filter.seq);
    objects[resource] = found;
    count += found.length;
  }
  const answer =
    pod === undefined || count > MOST_OBJECTS
      ? Promise.resolve(undefined)
      : runs.askScheduling({ pod, objects });
  known.set(filter.seq, answer);
  return answer;
}

/** What running the filters again says about an attempt: `waiting` until it is there. */
export function useAnswer(
  branch: Branch | undefined,
  attempt: Attempt | undefined,
): { readonly answer: SchedulingAnswer | undefined; readonly waiting: boolean } {
  const session = useSession();
  const [state, setState] = useState<{
    readonly of: number;
    readonly trace: Trace;
    readonly answer: SchedulingAnswer | undefined;
  }>();
  useEffect(() => {
    if (branch === undefined || attempt === undefined) return undefined;
    let wanted = true;
    const take = async (): Promise<void> => {
      const answer = await ask(session, branch, attempt);
      const next = { of: attempt.filter.seq, trace: branch.trace, answer };
      // The branch and the attempt are new objects at every record; the answer is not.
      if (wanted)
        setState((last) =>
          last?.of === next.of && last.trace === next.trace && last.answer === answer ? last : next,
        );
    };
    void take();
    return () => {
      wanted = false;
    };
  }, [session, branch, attempt]);
  if (state === undefined || state.of !== attempt?.filter.seq || state.trace !== branch?.trace)
    return { answer: undefined, waiting: attempt !== undefined };
  return { answer: state.answer, waiting: false };
}
