import type { Shape } from './actors.ts';

/** Icons of the controls, on a 16 × 16 grid with 1.5 px strokes, as the drawing's own glyphs. */
export const ICONS = {
  add: { stroke: 'M8 3v10M3 8h10' },
  'arrow-right': { stroke: 'M2.5 8h11M9.5 4l4 4-4 4' },
  bolt: { stroke: 'M9 1.5L3.5 9H8l-1 5.5L12.5 7H8z' },
  branch: { stroke: 'M4 2.5v11M4 9c0-3 8-1.5 8-5M10.2 5.4L12 3.2l1.8 2.2M2.5 13.5h3' },
  check: { stroke: 'M3 8.5l3.4 3.4L13 4.6' },
  'chevron-down': { stroke: 'M4 6l4 4 4-4' },
  'chevron-left': { stroke: 'M10 3.5L5.5 8l4.5 4.5' },
  'chevron-right': { stroke: 'M6 3.5L10.5 8 6 12.5' },
  'chevron-up': { stroke: 'M4 10l4-4 4 4' },
  close: { stroke: 'M4 4l8 8M12 4l-8 8' },
  code: { stroke: 'M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5' },
  copy: { stroke: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3' },
  cross: { stroke: 'M4 4l8 8M12 4l-8 8' },
  download: { stroke: 'M8 2v8M5 7.4l3 2.8 3-2.8M3 10.5v3h10v-3' },
  external: { stroke: 'M9 2.5h4.5V7M13.2 2.8L7.5 8.5M11.5 9.5v4h-9v-9h4' },
  eye: {
    stroke:
      'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM6.2 8a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0',
  },
  flag: { stroke: 'M3.5 14V2.5h8.6l-1.8 3 1.8 3H3.5' },
  folder: { stroke: 'M2 4.2h4.2l1.6 1.8H14v7H2z' },
  grid: { stroke: 'M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5h-4.5zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5h-4.5z' },
  help: {
    stroke:
      'M1.8 8a6.2 6.2 0 1 0 12.4 0a6.2 6.2 0 1 0 -12.4 0M6.2 6.3C6.2 5 7 4.4 8 4.4s1.9.7 1.9 1.7c0 1.5-1.9 1.5-1.9 3M8 11.3v.3',
  },
  info: { stroke: 'M1.8 8a6.2 6.2 0 1 0 12.4 0a6.2 6.2 0 1 0 -12.4 0M8 7.2v4M8 4.6v.3' },
  lanes: {
    stroke: 'M2.5 3h11M2.5 8h7M2.5 13h4',
    fill: 'M10.7 10.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0',
  },
  link: {
    stroke:
      'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.2 9.1a2.6 2.6 0 0 0 3.7 3.7l.9-.9',
  },
  menu: { stroke: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11' },
  minus: { stroke: 'M3 8h10' },
  moon: { stroke: 'M13 9.6A5.6 5.6 0 0 1 6.4 3 5.6 5.6 0 1 0 13 9.6z' },
  next: { stroke: 'M12 3.4v9.2', fill: 'M3.5 3.4v9.2L10 8z' },
  'next-phase': { stroke: 'M13.6 3.4v9.2', fill: 'M2 3.6v8.8L7 8zM7.4 3.6v8.8L12.4 8z' },
  'panel-right': { stroke: 'M2 3h12v10H2zM10 3v10' },
  pause: { fill: 'M4 3h2.6v10H4zM9.4 3H12v10H9.4z' },
  pipeline: { stroke: 'M1.5 8h13M8 1.5v3.3M8 11.2v3.3M4.8 8a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0' },
  pin: { stroke: 'M5.5 2.5h5M6.5 2.5v4l-2.5 3h8l-2.5-3v-4M8 9.5v4.5' },
  play: { fill: 'M4.5 2.8v10.4l8.4-5.2z' },
  previous: { stroke: 'M4 3.4v9.2', fill: 'M12.5 3.4v9.2L6 8z' },
  'previous-phase': { stroke: 'M2.4 3.4v9.2', fill: 'M14 3.6v8.8L9 8zM8.6 3.6v8.8L3.6 8z' },
  records: { stroke: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1' },
  retry: { stroke: 'M13.2 8A5.2 5.2 0 1 1 11.4 4M11.8 1.6v2.8H9' },
  search: { stroke: 'M2.7 7a4.3 4.3 0 1 0 8.6 0a4.3 4.3 0 1 0 -8.6 0M10.3 10.3l3.4 3.4' },
  share: { stroke: 'M8 10V2M5 4.6L8 1.8l3 2.8M3 8.5v5h10v-5' },
  sun: {
    stroke:
      'M5 8a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M8 1.4v1.8M8 12.8v1.8M1.4 8h1.8M12.8 8h1.8M3.3 3.3l1.3 1.3M11.4 11.4l1.3 1.3M12.7 3.3l-1.3 1.3M4.6 11.4l-1.3 1.3',
  },
  terminal: { stroke: 'M3 4.5l4 3.5-4 3.5M8.5 12h4.5' },
  undo: { stroke: 'M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M5.6 3.6L2.7 6.5l2.9 2.9' },
} as const satisfies Readonly<Record<string, Shape>>;

export type IconName = keyof typeof ICONS;
