import { expect, it } from 'vitest';
import { sizeByKey, sizeWithin } from './panel-sizes.ts';

const press = (key: string, shiftKey = false) => ({ key, shiftKey });

it('moves the line where the arrow points, within what makes sense', () => {
  expect(sizeByKey('left', 300, press('ArrowRight'))).toBe(310);
  expect(sizeByKey('inspector', 300, press('ArrowRight'))).toBe(290);
  expect(sizeByKey('dock', 300, press('ArrowUp', true))).toBe(350);
  expect(sizeByKey('dock', 130, press('ArrowDown', true))).toBe(120);
  expect(sizeByKey('left', 300, press('Home'))).toBe(220);
  expect(sizeByKey('left', 300, press('End'))).toBe(620);
  expect(sizeByKey('left', 300, press('ArrowUp'))).toBeUndefined();
  expect(sizeWithin('dockLow', 900)).toBe(480);
});
