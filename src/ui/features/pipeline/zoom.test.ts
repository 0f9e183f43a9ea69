import { describe, expect, it } from 'vitest';
import { createSelectionStore } from '../../session/selection-store.ts';
import { isInServer, stepBack, zoomBy, zoomToNode, zoomToServer } from './zoom.ts';

describe('the API server on the stage', () => {
  it('is one level in from where it is chosen, and one step back', () => {
    const store = createSelectionStore();
    store.setState({ selection: { kind: 'component', actor: 'kube-apiserver' } });
    expect(isInServer(store.getState())).toBe(false);
    zoomBy(store, 1);
    expect(isInServer(store.getState())).toBe(true);
    expect(stepBack(store)).toBe(true);
    expect([isInServer(store.getState()), store.getState().zoom]).toEqual([false, 1]);
  });

  it('gives way to a machine', () => {
    const store = createSelectionStore();
    zoomToServer(store);
    expect(isInServer(store.getState())).toBe(true);
    zoomToNode(store, 'worker-1');
    expect(isInServer(store.getState())).toBe(false);
    expect(store.getState()).toMatchObject({ zoom: 2, focusNode: 'worker-1', selection: { kind: 'none' } });
  });

  it('is not what another component opens to', () => {
    const store = createSelectionStore();
    store.setState({ selection: { kind: 'component', actor: 'kube-scheduler' } });
    zoomBy(store, 1);
    expect(isInServer(store.getState())).toBe(false);
  });
});
