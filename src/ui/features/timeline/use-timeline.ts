import { useMemo, useRef } from 'react';
import type { ObjectRef } from '../../../api/object.ts';
import { type TimelineSources, type TimelineView, newTimelineSources, timelineView } from '../../projections/timeline/view.ts';
import type { Branch } from '../../session/branch.ts';
import { useActiveBranch, useCursor, useSelection } from '../../session/use-session.tsx';

export interface Timeline {
  readonly branch: Branch;
  readonly view: TimelineView;
  readonly sources: TimelineSources;
}

/** The timeline of the branch on screen; made anew when records arrive, the level or the scale changes. */
export function useTimeline(): Timeline | undefined {
  const branch = useActiveBranch();
  const level = useCursor((cursor) => cursor.level);
  const mode = useCursor((cursor) => cursor.mode);
  const picked = useSelection(({ selection }) => (selection.kind === 'object' && selection.subject.resource === 'pods' ? selection.subject : undefined));
  const sources = useRef<{ of: number; made: TimelineSources }>(undefined);
  return useMemo(() => {
    if (branch === undefined) return undefined;
    if (sources.current?.of !== branch.id) sources.current = { of: branch.id, made: newTimelineSources() };
    const { trace, world, story } = branch;
    const pod: ObjectRef | undefined = picked === undefined ? undefined : { namespace: picked.namespace, name: picked.name };
    const view = timelineView({ trace, world, story, sources: sources.current.made, level, mode, picked: pod });
    return { branch, view, sources: sources.current.made };
  }, [branch, level, mode, picked]);
}
