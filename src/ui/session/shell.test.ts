import { beforeEach, describe, expect, it } from 'vitest';
import { closeOverlay, focusTaken, reveal, setCollapsed, shell, toggleOverlay } from './shell.ts';

beforeEach(() => {
  shell.setState(shell.getInitialState(), true);
});

describe('shell', () => {
  it('reveals a region wherever it is: unfolded, chosen, laid over, focused', () => {
    setCollapsed('dock', true);
    reveal('terminal');
    expect(shell.getState()).toMatchObject({ dockTab: 'terminal', overlay: 'terminal', focus: 'terminal' });
    expect(shell.getState().collapsed.dock).toBe(false);
    focusTaken();
    reveal('stage');
    expect(shell.getState()).toMatchObject({ dockTab: 'terminal', overlay: undefined, focus: 'stage' });
  });

  it('closes what lies over the stage and says whether something did', () => {
    toggleOverlay('inspector');
    expect(shell.getState().overlay).toBe('inspector');
    expect([closeOverlay(), closeOverlay()]).toEqual([true, false]);
    toggleOverlay('left');
    toggleOverlay('left');
    expect(shell.getState().overlay).toBeUndefined();
  });
});
