import { describe, expect, it } from 'vitest';
import { commandFor, type KeyPlace, type KeyPress } from './keys.ts';

const free: KeyPlace = { typing: false, button: false, scrolls: false, choice: false, singleKeys: true };
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrl: false,
  meta: false,
  alt: false,
  shift: false,
  ...more,
});

describe('keys', () => {
  it('finds commands with and without modifiers', () => {
    expect(commandFor(press('ArrowRight'), free)).toBe('record.next');
    expect(commandFor(press('ArrowRight', { shift: true }), free)).toBe('phase.next');
    expect(commandFor(press('ArrowRight', { alt: true }), free)).toBe('object.next');
    expect(commandFor(press('k', { ctrl: true }), free)).toBe('palette');
    expect(commandFor(press('k', { meta: true }), free)).toBe('palette');
    expect(commandFor(press('k'), free)).toBe('transport.toggle');
    expect(commandFor(press('?', { shift: true }), free)).toBe('shortcuts');
    expect(commandFor(press('+', { shift: true }), free)).toBe('zoom.in');
    expect(commandFor(press('F', { shift: true }), free)).toBeUndefined();
    expect(commandFor(press('q'), free)).toBeUndefined();
  });

  it('reads letters by place on a layout without Latin ones', () => {
    expect(commandFor(press('ㅏ', { code: 'KeyK' }), free)).toBe('transport.toggle');
    expect(commandFor(press('y', { code: 'KeyK' }), free)).toBeUndefined();
  });

  it('leaves the arrows to a choice of several, but not with a modifier', () => {
    const choice = { ...free, choice: true };
    expect(commandFor(press('ArrowRight'), choice)).toBeUndefined();
    expect(commandFor(press('ArrowRight', { shift: true }), choice)).toBe('phase.next');
    expect(commandFor(press('m'), choice)).toBe('milestone.next');
  });

  it('stays out of the way while typing, but not of Mod', () => {
    const typing = { ...free, typing: true };
    expect(commandFor(press('e'), typing)).toBeUndefined();
    expect(commandFor(press(' '), typing)).toBeUndefined();
    expect(commandFor(press('Escape'), typing)).toBeUndefined();
    expect(commandFor(press('Enter', { ctrl: true }), typing)).toBe('apply');
  });

  it('leaves Space and Enter to a focused button', () => {
    const button = { ...free, button: true };
    expect(commandFor(press(' '), button)).toBeUndefined();
    expect(commandFor(press('Enter'), button)).toBeUndefined();
    expect(commandFor(press('ArrowLeft'), button)).toBe('record.previous');
  });

  it('leaves Space, Home and End to a scrolling area', () => {
    const area = { ...free, scrolls: true };
    expect(['Home', 'End', ' '].map((key) => commandFor(press(key), area))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(commandFor(press('ArrowRight'), area)).toBe('record.next');
  });

  it('can be told to ignore single keys', () => {
    const off = { ...free, singleKeys: false };
    expect(commandFor(press('e'), off)).toBeUndefined();
    expect(commandFor(press('?', { shift: true }), off)).toBeUndefined();
    expect(commandFor(press(' '), off)).toBe('transport.toggle');
    expect(commandFor(press('Home'), off)).toBe('record.first');
  });
});
