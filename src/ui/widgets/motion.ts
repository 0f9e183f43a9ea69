/** Durations and curves of tokens.css for `m.*` components, in seconds. Reduced motion is the page's `MotionConfig`'s business. */
export const MOTION = {
  quick: { duration: 0.14, ease: [0.2, 0.8, 0.2, 1] },
  base: { duration: 0.22, ease: [0.2, 0.8, 0.2, 1] },
  settle: { duration: 0.22, ease: [0.3, 1.25, 0.5, 1] },
  zoom: { duration: 0.42, ease: [0.6, 0, 0.2, 1] },
} as const satisfies Readonly<
  Record<string, { readonly duration: number; readonly ease: readonly [number, number, number, number] }>
>;
