/** In px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What a level is drawn for at scale 1, as the Pipeline is; larger than the most it looks like a poster. */
const DRAWN: Size = { width: 868, height: 530 };
const MOST = 1.7;

/** The stage in the level's own units, and how much larger they are shown, so that all levels are read at one distance. */
export function roomOf({ width, height }: Size): Size & { readonly zoom: number } {
  const zoom = Math.max(1, Math.min(width / DRAWN.width, height / DRAWN.height, MOST));
  return { width: width / zoom, height: height / zoom, zoom };
}
