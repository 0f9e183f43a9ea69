import type { ObjectRef } from '../../../api/object.ts';
import type { Selection, SelectionState, SelectionStore, ZoomLevel } from '../../session/selection-store.ts';

export const LEVELS: readonly ZoomLevel[] = [0, 1, 2, 3, 4];

const SERVER = { kind: 'component', actor: 'kube-apiserver' } as const satisfies Selection;

const isServer = (selection: Selection): boolean =>
  selection.kind === 'component' && selection.actor === SERVER.actor;

/** Whether the stage shows the API server from within: level 2 of what is chosen, when that is the API server. */
export function isInServer({ zoom, selection }: Pick<SelectionState, 'zoom' | 'selection'>): boolean {
  return zoom === 2 && isServer(selection);
}

/** Into the API server: its gates in place of a machine. */
export function zoomToServer(store: SelectionStore): void {
  store.setState({ zoom: 2, selection: SERVER });
}

/** Shows a level. */
export function zoomTo(store: SelectionStore, zoom: ZoomLevel): void {
  store.setState({ zoom });
}

/** One level in (1) or out (-1); false at the end of the scale. */
export function zoomBy(store: SelectionStore, by: 1 | -1): boolean {
  const at = LEVELS.indexOf(store.getState().zoom);
  const next = LEVELS[at + by];
  if (next === undefined) return false;
  store.setState({ zoom: next });
  return true;
}

/** Into a machine. */
export function zoomToNode(store: SelectionStore, focusNode: string): void {
  const { selection } = store.getState();
  store.setState({ zoom: 2, focusNode, selection: isServer(selection) ? { kind: 'none' } : selection });
}

/** Into a Pod. */
export function zoomToPod(store: SelectionStore, ref: ObjectRef): void {
  store.setState({ zoom: 3, selection: { kind: 'object', subject: { resource: 'pods', ...ref } } });
}

/** Into a container's process. */
export function zoomToProcess(store: SelectionStore, ref: ObjectRef, container: string): void {
  store.setState({
    zoom: 4,
    selection: { kind: 'object', subject: { resource: 'pods', ...ref, container } },
  });
}

/** Takes back the last thing: the selection, then the zoom. False when there is nothing to take back. */
export function stepBack(store: SelectionStore): boolean {
  const { selection, zoom, focusNode } = store.getState();
  if (isInServer({ zoom, selection })) {
    store.setState({ zoom: 1 });
    return true;
  }
  if (selection.kind !== 'none') {
    store.setState({ selection: { kind: 'none' } satisfies Selection });
    return true;
  }
  if (zoom === 1 && focusNode === undefined) return false;
  const { focusNode: dropped, ...rest } = store.getState();
  void dropped;
  store.setState({ ...rest, zoom: zoom > 1 ? ((zoom - 1) as ZoomLevel) : 1 }, true);
  return true;
}
