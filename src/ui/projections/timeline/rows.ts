import type { ObjectRef } from '../../../api/object.ts';
import { LOOPS_LANE, loopOfLane } from './control-loops.ts';
import type { Lane } from './lanes.ts';
import type { TimelineView } from './view.ts';

/** A row of the timeline. A row with `folded` has rows below it that can be folded away. */
export interface Row {
  /** `pod/default/nginx`, `pod/default/nginx/conditions`, `kubelet/worker-2`, `node/worker-1`. */
  readonly id: string;
  readonly kind: 'phase' | 'conditions' | 'container' | 'component' | 'node';
  /** The Pod of a Pod's row. */
  readonly pod?: ObjectRef;
  /** A container's name, a node's, or none. */
  readonly name: string;
  /** The lanes drawn in it: one, or all of a folded node's. */
  readonly lanes: readonly Lane[];
  readonly depth: 1 | 2;
  readonly folded?: boolean;
  /** Another Pod's or node's rows begin. */
  readonly begins: boolean;
}

/** What the reader has made of the rows. */
export interface RowChoices {
  /** Rows that stay on top, by id. */
  readonly pinned: ReadonlySet<string>;
  /** Rows folded or unfolded by hand; the others as is usual. */
  readonly folds: ReadonlyMap<string, boolean>;
}

/** More Pods than this are shown by their phase alone, until one is unfolded. */
const OPEN_PODS = 3;

/** The rows from top to bottom: the pinned ones, and the others. */
export function timelineRows(
  view: TimelineView,
  choices: RowChoices,
): { readonly pinned: readonly Row[]; readonly rows: readonly Row[] } {
  const isFolded = (id: string, usual: boolean): boolean => choices.folds.get(id) ?? usual;
  const all = [...podGroups(view, isFolded), ...componentGroups(view, isFolded)];
  const pinned: Row[] = [];
  const rows: Row[] = [];
  for (const { head, children } of all) {
    const isPinned = choices.pinned.has(head.id);
    (isPinned ? pinned : rows).push(head);
    for (const row of children) {
      if (choices.pinned.has(row.id)) pinned.push(row);
      // A pinned row's own rows stay with it.
      else if (head.folded !== true) (isPinned ? pinned : rows).push(row);
    }
  }
  return { pinned, rows };
}

interface Group {
  readonly head: Row;
  readonly children: readonly Row[];
}

type IsFolded = (id: string, usual: boolean) => boolean;

function podGroups(view: TimelineView, isFolded: IsFolded): readonly Group[] {
  const many = view.pods.length > OPEN_PODS;
  return view.pods.map(({ ref, lanes }, place): Group => {
    const id = `pod/${ref.namespace}/${ref.name}`;
    const base = { pod: ref, name: '', lanes: [], depth: 2, begins: false } as const;
    return {
      head: {
        ...base,
        id,
        kind: 'phase',
        depth: 1,
        folded: isFolded(id, many && place > 0),
        begins: place > 0 && !many,
      },
      children: [
        { ...base, id: `${id}/conditions`, kind: 'conditions' },
        ...lanes.containers.map(
          ({ name }): Row => ({ ...base, id: `${id}/container/${name}`, kind: 'container', name }),
        ),
      ],
    };
  });
}

function componentGroups(view: TimelineView, isFolded: IsFolded): readonly Group[] {
  const near = new Set(view.pods.map(({ node }) => node));
  const groups: Group[] = [];
  const done = new Set<string>();
  const loops = view.lanes.filter(isManagers);
  for (const lane of view.lanes) {
    const { node } = lane;
    if (isManagers(lane)) {
      if (lane === loops[0])
        groups.push(managerGroup(loops, isFolded(LOOPS_LANE, true), groups.length === 0));
      continue;
    }
    if (node === undefined) {
      groups.push({ head: { ...rowOf(lane, 1), begins: groups.length === 0 }, children: [] });
      continue;
    }
    if (done.has(node)) continue;
    done.add(node);
    const own = view.lanes.filter((each) => each.node === node);
    groups.push(nodeGroup(node, own, isFolded(`node/${node}`, !near.has(node)), groups.length === 0));
  }
  return groups;
}

const isManagers = ({ id }: Lane): boolean => id === LOOPS_LANE || loopOfLane(id) !== undefined;

/** kube-controller-manager: folded one row for all its loops; open, each loop has its own below what reaches them all. */
function managerGroup(loops: readonly Lane[], folded: boolean, begins: boolean): Group {
  const own = loops.filter(({ id }) => id === LOOPS_LANE);
  const head: Row = {
    id: LOOPS_LANE,
    kind: 'component',
    name: LOOPS_LANE,
    lanes: folded ? loops : own,
    depth: 1,
    folded,
    begins,
  };
  return { head, children: loops.filter((lane) => !own.includes(lane)).map((lane) => rowOf(lane, 2)) };
}

/** A node: folded it is one row for all it does; open, each of its components has its own. */
function nodeGroup(node: string, own: readonly Lane[], folded: boolean, begins: boolean): Group {
  const [first, ...rest] = own;
  const head: Row =
    folded || first === undefined
      ? { id: `node/${node}`, kind: 'node', name: node, lanes: own, depth: 1, folded: true, begins }
      : { ...rowOf(first, 1), id: `node/${node}`, folded: false, begins };
  return { head, children: rest.map((lane) => rowOf(lane, 2)) };
}

function rowOf(lane: Lane, depth: 1 | 2): Row {
  return { id: lane.id, kind: 'component', name: lane.id, lanes: [lane], depth, begins: false };
}
