import { describe, expect, it } from 'vitest';
import { chooseGeometry } from './choose.ts';

const at = (width: number, height: number): string => {
  const { geometry, scale } = chooseGeometry(width, height);
  return `${geometry.id} ${scale.toFixed(2)}`;
};

describe('chooseGeometry', () => {
  it('draws the reference canvas at 1 where it fits', () => {
    expect(at(832, 524)).toBe('full 1.00');
    expect(at(1300, 700)).toBe('full 1.36');
  });
  it('steps down instead of shrinking words', () => {
    expect(at(832, 400)).toBe('strip 1.04');
    expect(at(800, 340)).toBe('strip 1.00');
    expect(at(640, 560)).toBe('narrow 1.14');
    expect(at(390, 500)).toBe('narrow 1.00');
    expect(at(768, 824)).toBe('narrow 1.30');
  });
  it('scrolls where nothing fits', () => {
    const fit = chooseGeometry(390, 360);
    expect(fit.geometry.id).toBe('narrow');
    expect(fit.height).toBe(492);
  });
});
