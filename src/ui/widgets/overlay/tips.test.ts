import { beforeEach, expect, it, vi } from 'vitest';
import { createTips, type Shown } from './tips.ts';

const button = {} as HTMLElement;
const other = {} as HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it('shows after a rest, at once on focus, and the next at once', () => {
  const seen: (Shown | undefined)[] = [];
  const tips = createTips((shown) => seen.push(shown));
  const [play, stop] = [tips.one(), tips.one()];
  play.say({ label: 'Play', keys: 'Space' });
  stop.say({ label: 'Stop' });
  play.point(button);
  vi.advanceTimersByTime(499);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual([{ label: 'Play', keys: 'Space', element: button, slow: true }]);
  play.say({ label: 'Pause', keys: 'Space' });
  play.hide();
  stop.point(other);
  expect(seen.slice(1)).toEqual([
    { label: 'Pause', keys: 'Space', element: button, slow: true },
    undefined,
    { label: 'Stop', element: other, slow: false },
  ]);
  // What is left late takes nothing else away.
  play.hide();
  expect(seen).toHaveLength(4);
  play.show(button);
  expect(seen.at(-1)).toMatchObject({ label: 'Pause', slow: false });
});

it('a pointer that goes on before it has rested sees nothing', () => {
  const seen: (Shown | undefined)[] = [];
  const tip = createTips((shown) => seen.push(shown)).one();
  tip.say({ label: 'Play' });
  tip.point(button);
  vi.advanceTimersByTime(300);
  tip.hide();
  vi.advanceTimersByTime(1_000);
  expect(seen).toEqual([]);
});
