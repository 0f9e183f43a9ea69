import type { Actions } from '../build.ts';

/** Placeholder while the level is being drawn. */
export function PodLevel(_: { readonly actions: Actions; readonly size: { readonly width: number; readonly height: number } }) {
  return null;
}
