import type { Place } from '../../../projections/pipeline/places.ts';
import type { EdgeKind, Heading } from '../../../widgets/drawing/edge-line.tsx';

/** A place of the drawing, in its own units. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Everything that has a place of its own. */
export type PartId =
  | 'kubectl'
  | 'scheduler'
  | 'controllers'
  | 'band'
  | 'etcd'
  | 'left'
  | 'right'
  | 'registry'
  | 'machine'
  | 'kubelet'
  | 'proxy'
  | 'containerd'
  | 'image'
  | 'sandbox'
  | 'shim'
  | 'pause'
  | 'runc'
  | 'containers'
  | 'bridge';

/** A line without a record of its own: it follows another. */
export type QuietLine = 'etcd.watch' | 'pause' | 'runc' | 'eth0';

/** One line: its path from the one who starts to the one who answers, and what hangs on it. */
export interface LineShape {
  readonly d: string;
  readonly kind: EdgeKind;
  readonly from: PartId;
  readonly to: PartId;
  readonly arrow?: Point & { readonly heading: Heading };
  readonly ring?: Point;
  /** Where its number in the trail stands. */
  readonly number?: Point;
  /** Where the name of what went over it stands, where there is room. */
  readonly label?: Point & { readonly end?: boolean };
}

/** One arrangement of the Pipeline level: fixed places, never laid out by a machine. */
export interface Geometry {
  readonly id: 'full' | 'strip' | 'narrow';
  readonly width: number;
  readonly height: number;
  readonly boxes: Readonly<Partial<Record<PartId, Box>>>;
  readonly lines: Readonly<Partial<Record<Place | QuietLine, LineShape>>>;
  /** Left edges of the five gates, relative to the band. */
  readonly gates: {
    readonly xs: readonly number[];
    readonly y: number;
    readonly size: number;
    readonly store: number;
  };
  /** A second line of words in components. */
  readonly details: boolean;
  /** Names of the gates, and the request in hand. */
  readonly words: boolean;
  readonly shortNames: boolean;
  /** The names of the five lines. */
  readonly legend?: Point;
  /** The retry loop: from a container back to its kubelet, and where its words stand. */
  readonly loop?: {
    readonly d: string;
    readonly arrow: Point;
    /** Around `x`, but not beyond `right`. */
    readonly words: Point & { readonly right: number };
  };
  /** How long the open call has been open. */
  readonly open: Point;
}

/** Where a refusal's bar stands: in the middle of the gate, or half way to it. */
export function barAt({ xs, size, store }: Geometry['gates'], gate: number, before: boolean): number {
  const at = xs[gate] ?? store;
  return (before ? (at + (xs[gate - 1] ?? at)) / 2 : at) + size / 2;
}
