import { useMemo } from 'react';
import type { ObjectRef } from '../../../api/object.ts';
import { type TimelineView, timelineView } from '../../projections/timeline/view.ts';
import type { Branch } from '../../session/branch.ts';
import { useActiveBranch, useCursor, useSelection } from '../../session/use-session.tsx';

export interface Timeline {
  readonly branch: Branch;
  readonly view: TimelineView;
}

/** The timeline of the branch on screen; made anew when records arrive, the level or the scale changes. */
export function useTimeline(): Timeline | undefined {
  const branch = useActiveBranch();
  const level = useCursor((cursor) => cursor.level);
  const mode = useCursor((cursor) => cursor.mode);
  const picked = useSelection(({ selection }) =>
    selection.kind === 'object' && selection.subject.resource === 'pods' ? selection.subject : undefined,
  );
  return useMemo(() => {
    if (branch === undefined) return undefined;
    const { trace, world, story } = branch;
    const pod: ObjectRef | undefined = picked && { namespace: picked.namespace, name: picked.name };
    return { branch, view: timelineView({ trace, world, story, level, mode, picked: pod }) };
  }, [branch, level, mode, picked]);
}
