/** Panels whose size the user may set: where they stand, px as drawn, and the least and most that make sense. */
export const PANEL_SIZES = {
  left: { side: 'left', initial: 292, min: 220, max: 620 },
  inspector: { side: 'right', initial: 324, min: 260, max: 560 },
  dock: { side: 'bottom', initial: 256, min: 120, max: 720 },
  dockLow: { side: 'bottom', initial: 200, min: 120, max: 480 },
} as const;

export type SizedPanel = keyof typeof PANEL_SIZES;

/** A key moves a splitter so far, in px; with Shift a good deal. */
const STEP = 10;
const LEAP = 50;

/** The keys that make a panel larger and smaller: arrows point where the line goes. */
const ARROWS = {
  left: ['ArrowRight', 'ArrowLeft'],
  right: ['ArrowLeft', 'ArrowRight'],
  bottom: ['ArrowUp', 'ArrowDown'],
} as const;

/** The size in px that a panel can have which is nearest to `px`. */
export function sizeWithin(panel: SizedPanel, px: number): number {
  const { min, max } = PANEL_SIZES[panel];
  return Math.min(max, Math.max(min, px));
}

/** The size after a key on the panel's splitter; undefined when the key means nothing there. */
export function sizeByKey(
  panel: SizedPanel,
  px: number,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
): number | undefined {
  const { side, min, max } = PANEL_SIZES[panel];
  const [larger, smaller] = ARROWS[side];
  const by = shiftKey ? LEAP : STEP;
  if (key === larger) return sizeWithin(panel, px + by);
  if (key === smaller) return sizeWithin(panel, px - by);
  if (key === 'Home') return min;
  return key === 'End' ? max : undefined;
}
