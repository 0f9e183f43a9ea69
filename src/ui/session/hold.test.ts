import { expect, test } from 'vitest';
import { createCursorStore } from './cursor-store.ts';
import { hold } from './hold.ts';

test('playing waits for what is being written, and goes on where that is left or stopped', () => {
  const cursor = createCursorStore();
  const held = () => cursor.getState().held;
  hold(cursor, 'terminal', true);
  // Nothing to wait with: it stands already.
  expect(held()).toBeUndefined();
  cursor.setState({ playing: true });
  hold(cursor, 'terminal', true);
  expect(held()).toBe('terminal');
  // Another place that is empty lets nothing go on.
  hold(cursor, 'editor', false);
  expect(held()).toBe('terminal');
  hold(cursor, 'terminal', false);
  expect(held()).toBeUndefined();
  hold(cursor, 'editor', true);
  cursor.setState({ playing: false });
  cursor.setState({ playing: true });
  expect(held()).toBeUndefined();
});

test('real time waits for nobody', () => {
  const cursor = createCursorStore();
  cursor.setState({ playing: true, mode: 'real' });
  hold(cursor, 'terminal', true);
  expect(cursor.getState().held).toBeUndefined();
});
