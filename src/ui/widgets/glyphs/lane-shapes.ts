/** Outlines around (0, 0), at most 16 high: as path data for SVG, and for `Path2D` where there are thousands. */
export const LANE_PATHS = {
  pennant: 'M-5 -5h6l4 5-4 5h-6z',
  diamond: 'M0 -5.5l5.5 5.5-5.5 5.5-5.5-5.5z',
  ring: 'M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0',
  square: 'M-4.5 -4.5h9v9h-9z',
  triangle: 'M-5 4.5l5-9 5 9z',
  flag: 'M0 -8h11l-3 4 3 4H0z',
  pole: 'M0 -8V8',
  tick: 'M0 -7V7',
  cross: 'M-4.5 -4.5l9 9m0-9l-9 9',
  dots: 'M-8 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M2 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  bar: 'M-8 -5.5h16v11h-16z',
  strike: 'M-6 7L7 -7',
  note: 'M-6 -7h8l5 5v9H-6z',
  corner: 'M2 -7l5 5h-5z',
  check: 'M4 0l3 3 5-6',
  no: 'M5 -3l6 6m0-6l-6 6',
} as const;
