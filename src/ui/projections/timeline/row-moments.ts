import { countUpTo } from '../sorted.ts';
import { marksAt } from './lanes.ts';
import type { PodLanes, StateBar } from './pod-lanes.ts';
import type { Row } from './rows.ts';
import type { TimelineView } from './view.ts';

/** The lanes of the Pod whose row it is. */
export function podLanesOf(view: TimelineView, row: Row): PodLanes | undefined {
  return view.pods.find(({ ref }) => ref.name === row.pod?.name && ref.namespace === row.pod.namespace)
    ?.lanes;
}

/** The bars of a Pod's or a container's row. */
export function barsOf(view: TimelineView, row: Row): readonly StateBar[] {
  const own = podLanesOf(view, row);
  if (row.kind === 'phase') return own?.phase ?? [];
  return own?.containers.find(({ name }) => name === row.name)?.bars ?? [];
}

/** Records at which something begins or happens in a row, in order. */
export function rowMoments(view: TimelineView, row: Row): readonly number[] {
  switch (row.kind) {
    case 'phase':
    case 'container':
      return barsOf(view, row).map(({ seq }) => seq);
    case 'conditions':
      return podLanesOf(view, row)?.conditions.map(({ seq }) => seq) ?? [];
    case 'component':
    case 'node':
      return inOrder(
        row.lanes.flatMap((lane) => [
          ...marksAt(lane, view.level).marks.map(({ seq }) => seq),
          ...lane.spans.filter(({ level }) => level <= view.level).map(({ seq }) => seq),
        ]),
      );
  }
}

function inOrder(seqs: readonly number[]): readonly number[] {
  return [...new Set(seqs)].sort((a, b) => a - b);
}

/** The next (1) or the previous (-1) of a row's moments from a record; undefined when there is none. */
export function momentFrom(moments: readonly number[], seq: number, direction: 1 | -1): number | undefined {
  return direction === 1 ? moments[countUpTo(moments, seq)] : moments[countUpTo(moments, seq - 1) - 1];
}
