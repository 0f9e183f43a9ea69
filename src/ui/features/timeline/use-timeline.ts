import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { ObjectRef } from '../../../api/object.ts';
import type { Phase } from '../../projections/pod-story/milestones.ts';
import type { Axis } from '../../projections/timeline/axis.ts';
import { podPhases, type TimelineView, timelineAxis, timelineView } from '../../projections/timeline/view.ts';
import type { Branch } from '../../session/branch.ts';
import { lanes } from '../../session/lanes.ts';
import type { Selection } from '../../session/selection-store.ts';
import { useActiveBranch, useCursor, useSelection } from '../../session/use-session.tsx';

export interface Timeline {
  readonly branch: Branch;
  readonly view: TimelineView;
}

/** The Pod that is picked, if one is. */
export function pickedPod(selection: Selection): ObjectRef | undefined {
  if (selection.kind !== 'object' || selection.subject.resource !== 'pods') return undefined;
  const { namespace, name } = selection.subject;
  return { namespace, name };
}

/** The timeline of the branch on screen; made anew when records arrive, the level, the scale or the Pods change. */
export function useTimeline(): Timeline | undefined {
  const branch = useActiveBranch();
  const level = useCursor((cursor) => cursor.level);
  const mode = useCursor((cursor) => cursor.mode);
  const selection = useSelection((state) => state.selection);
  const chosen = useStore(lanes, ({ pods }) => pods);
  return useMemo(() => {
    if (branch === undefined) return undefined;
    const { trace, world, story } = branch;
    const picked = pickedPod(selection);
    return { branch, view: timelineView({ trace, world, story, level, mode, picked, chosen }) };
  }, [branch, level, mode, selection, chosen]);
}

/** What the ribbon alone needs. */
export interface Ribbon {
  readonly branch: Branch;
  readonly axis: Axis;
  readonly phases: readonly Phase[];
}

/** The axis and the phases of a branch as it is now. */
export function ribbonOf(
  branch: Branch,
  cursor: { readonly level: 1 | 2 | 3; readonly mode: Axis['mode'] },
  selection: Selection,
): Ribbon {
  const { trace, world, story } = branch;
  const axis = timelineAxis(branch, cursor.level, cursor.mode);
  return { branch, axis, phases: podPhases({ trace, world, story, picked: pickedPod(selection) }, axis) };
}
