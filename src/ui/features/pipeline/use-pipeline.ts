import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ObjectRef } from '../../../api/object.ts';
import type { PipelineInput } from '../../projections/pipeline/drawing.ts';
import { type Moving, movingView } from '../../projections/pipeline/moving.ts';
import { pipelineView } from '../../projections/pipeline/pipeline-view.ts';
import type { PipelineView } from '../../projections/pipeline/view.ts';
import { playheadOf } from '../../projections/playhead.ts';
import type { Branch } from '../../session/branch.ts';
import type { Session } from '../../session/session.ts';
import type { Selection } from '../../session/selection-store.ts';
import { useActiveBranch, useSelection, useSession } from '../../session/use-session.tsx';
import { useUi } from '../../widgets/ui-context.tsx';

/** The Pod that a selection means, if it means one. */
export function pickedPod(selection: Selection): ObjectRef | undefined {
  if (selection.kind !== 'object' || selection.subject.resource !== 'pods') return undefined;
  return { namespace: selection.subject.namespace, name: selection.subject.name };
}

/** The playhead's last record of all: what a still picture depends on. */
export function useUntil(): number {
  const { runs, cursor } = useSession();
  const until = (): number => {
    const branch = runs.active();
    return branch === undefined ? -1 : playheadOf(branch.trace, branch.story, cursor.getState()).until;
  };
  return useSyncExternalStore(cursor.subscribe, until);
}

/** What every level is projected from, at the present record; undefined before there is a run. */
export function usePipelineInput(): PipelineInput | undefined {
  const { cursor } = useSession();
  const branch = useActiveBranch();
  const until = useUntil();
  const { lang } = useUi();
  const selection = useSelection((state) => state.selection);
  const focusNode = useSelection((state) => state.focusNode);
  return useMemo(
    () => (branch === undefined ? undefined : inputOf({ branch, cursor, lang, selection, focusNode, until })),
    [branch, cursor, lang, selection, focusNode, until],
  );
}

interface Sources {
  readonly branch: Branch;
  readonly cursor: Session['cursor'];
  readonly lang: PipelineInput['lang'];
  readonly selection: Selection;
  readonly focusNode: string | undefined;
  readonly until: number;
}

function inputOf({ branch, cursor, lang, selection, focusNode, until }: Sources): PipelineInput {
  const { trace, world, story } = branch;
  const head = { ...playheadOf(trace, story, cursor.getState()), until };
  return { trace, world, story, head, lang, picked: pickedPod(selection), focusNode };
}

/** The drawing and what moves in it. The view changes with records, the moving part with every frame. */
export interface Pipeline {
  readonly view: PipelineView;
  readonly moving: StoreApi<Moving>;
}

/** Nothing moves. */
export const STILL: Moving = {
  packets: [],
  open: '',
  bytes: false,
  backoff: '',
  flag: '',
  share: '',
  shares: [],
};
/** Above this speed no packets travel: lines light and lanes advance. */
const FASTEST_PACKETS = 4;

/** The Pipeline level at the cursor. */
export function usePipeline(): Pipeline | undefined {
  const { cursor } = useSession();
  const input = usePipelineInput();
  const [moving] = useState(() => createStore<Moving>(() => STILL));
  const view = useMemo(() => (input === undefined ? undefined : pipelineView(input)), [input]);
  const { reducedMotion } = useUi();
  useEffect(() => {
    if (input === undefined || view === undefined) return undefined;
    let lastSecond = -1;
    const update = (): void => {
      const at = cursor.getState();
      const head = playheadOf(input.trace, input.story, at);
      const still = { ...head, fraction: 0 };
      const next = movingView({ ...input, head: reducedMotion ? still : head }, view);
      const quick = at.playing && at.speed > FASTEST_PACKETS;
      if (reducedMotion) {
        // Figures change once a second, packets stand in the middle of their lines.
        const second = Math.floor(performance.now() / 1000);
        if (second === lastSecond && at.playing) return;
        lastSecond = second;
      }
      moving.setState(quick ? { ...next, packets: [] } : next, true);
    };
    update();
    return cursor.subscribe(update);
  }, [input, view, cursor, moving, reducedMotion]);
  return useMemo(() => (view === undefined ? undefined : { view, moving }), [view, moving]);
}
