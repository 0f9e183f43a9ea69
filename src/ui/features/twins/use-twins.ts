import { useLayoutEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ObjectRef } from '../../../api/object.ts';
import { playheadOf } from '../../projections/playhead.ts';
import { type Difference, firstDifference } from '../../projections/twins/difference.ts';
import { type Race, raceOf, racingPod } from '../../projections/twins/race.ts';
import type { Branch } from '../../session/branch.ts';
import type { Cursor } from '../../session/cursor-store.ts';
import { sharedRecords } from '../../session/same-time.ts';
import { useActiveBranch, useSelection, useSession } from '../../session/use-session.tsx';

/** The two branches on the stage. */
export interface Twins {
  readonly a: Branch;
  readonly b: Branch;
  /** Records that both begin with. */
  readonly shared: number;
}

/** The branch on screen and the one beside it, if there is one. */
export function useTwins(): Twins | undefined {
  const { runs } = useSession();
  const a = useActiveBranch();
  const b = useStore(runs.store, ({ branches, beside }) =>
    beside === undefined ? undefined : branches.get(beside),
  );
  return useMemo(
    () => (a === undefined || b === undefined ? undefined : { a, b, shared: sharedRecords(a, b) }),
    [a, b],
  );
}

/** Where the two part, as far as both are simulated. */
export function useDifference(twins: Twins | undefined): Difference | undefined {
  return useMemo(
    () =>
      twins === undefined
        ? undefined
        : firstDifference(comparable(twins.a), comparable(twins.b), twins.shared),
    [twins],
  );
}

const comparable = ({ trace, story, status }: Branch) => ({
  trace,
  story,
  growing: status === 'simulating',
});

/** The race of the Pod that both runs delete, or that the reader has picked. */
export function useRaces(twins: Twins): readonly [Race | undefined, Race | undefined] {
  const picked = useSelection(({ selection }) =>
    selection.kind === 'object' && selection.subject.resource === 'pods' ? selection.subject : undefined,
  );
  return useMemo(() => {
    const of = ({ trace, world }: Branch): Race | undefined => {
      const own: ObjectRef | undefined =
        picked !== undefined && raceOf(trace, world, picked) !== undefined
          ? { namespace: picked.namespace, name: picked.name }
          : racingPod(world, trace.countUntil(-1));
      return own === undefined ? undefined : raceOf(trace, world, own);
    };
    const races = [of(twins.a), of(twins.b)] as const;
    return isRace(races) ? races : [undefined, undefined];
  }, [twins, picked]);
}

/** Whether it is about who is faster: a Pod ends in both, or somebody sends to it. Else a deletion is one step of many. */
const isRace = (races: readonly (Race | undefined)[]): boolean =>
  races.every((race) => race !== undefined) ||
  races.some((race) => race !== undefined && race.senders.length + race.requests.length > 0);

/** Virtual time of the cursor in µs. */
export function timeOf(branch: Branch, cursor: Cursor): number {
  return playheadOf(branch.trace, branch.story, cursor).timeUs;
}

/** The last step of a branch at a virtual time. */
export function stepBy(branch: Branch, us: number, level: Cursor['level']): number {
  const steps = branch.story.steps(level);
  return steps[branch.story.countUntil(branch.trace.countUntil(us) - 1, level) - 1] ?? -1;
}

/** An element's width in px, as it changes. */
export function useWidth(ref: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
