import type { ClusterTile, ClusterView } from '../../../projections/pipeline/cluster-view.ts';
import { breadthPx } from '../../../widgets/breadth.ts';
import { roomOf, type Size } from './room.ts';

/** The room between two tiles. */
export const GAP = 18;
/** How wide etcd is at the end of the band. */
export const ETCD = 76;
const LEAST_TILE = 176;
/** Below this width everything stands in one column. */
const NARROW_BELOW = 480;

/** What a tile has besides its Pods, in px of height, and what stands left and right of them. */
const TILE = { around: 82, sides: 35, secondLine: 18 } as const;
/** A Pod's shape and the room to the next, across and down: few are large, many are dots. */
const FEW = { size: 22, across: 30, down: 28 } as const;
const MANY = { size: 11, across: 15, down: 15 } as const;
/** A Pod's shape is large while a machine has no more than these. */
export const BIG = 12;
/** Beyond these there is a count. */
export const MOST = 110;
/** Where there is room for it a Pod has a line with its name: its height, and the width that is worth it. */
const NAMED = { line: 22, least: 150 } as const;
/** The lines of the workloads, and what stands around them, in px of height. */
const ROWS = { line: 26, around: 62 } as const;

/** Where everything on the Cluster level stands, in px. */
export interface Grid {
  readonly width: number;
  readonly columns: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly rowGap: number;
  /** Where the first row of tiles stands. */
  readonly top: number;
  readonly narrow: boolean;
  /** Where the band ends. */
  readonly band: number;
  /** Whether Pods have their names. */
  readonly named: boolean;
}

/** How high all of it is, with tiles of this height. */
const heightOf = ({ columns, top, rowGap }: Grid, tileHeight: number, view: ClusterView): number =>
  top +
  Math.ceil(view.tiles.length / columns) * (tileHeight + rowGap) +
  ROWS.around +
  view.workloads.length * ROWS.line;

/** The grid for a stage. Where every Pod's name fits without scrolling the Pods have them. */
function gridFor(size: Size, view: ClusterView, word: (tile: ClusterTile) => string): Grid {
  const grid = gridOf(size.width, view, word);
  const most = Math.max(1, ...view.tiles.map(({ pods }) => pods.length));
  const second = view.tiles.some((tile) => headOf(tile, word) > grid.tileWidth - TILE.sides);
  const tileHeight = TILE.around + most * NAMED.line + (second ? TILE.secondLine : 0);
  const wide = grid.columns > 1 && grid.tileWidth - TILE.sides >= NAMED.least;
  return wide && heightOf(grid, tileHeight, view) <= size.height
    ? { ...grid, tileHeight: Math.max(grid.tileHeight, tileHeight), named: true }
    : grid;
}

/** The grid and how large it is shown: with the Pods' names if they fit at any size, as large as they do; never so large that one must scroll. */
export function roomiest(
  size: Size,
  view: ClusterView,
  word: (tile: ClusterTile) => string,
): { readonly grid: Grid; readonly zoom: number } {
  const most = roomOf(size).zoom;
  const tries = [most, (2 * most + 1) / 3, (most + 2) / 3, 1].map((zoom) => {
    const height = size.height / zoom;
    const grid = gridFor({ width: size.width / zoom, height }, view, word);
    return { grid, zoom, fits: heightOf(grid, grid.tileHeight, view) <= height };
  });
  const plain = { grid: gridFor(size, view, word), zoom: 1 };
  return tries.find(({ grid }) => grid.named) ?? tries.find(({ fits }) => fits) ?? plain;
}

/** How wide a tile's name and what is said of it are side by side. */
const headOf = (tile: ClusterTile, word: (tile: ClusterTile) => string): number =>
  breadthPx(tile.name) * 1.15 + breadthPx(word(tile)) + 8;

/** How many tiles stand side by side, and how high the fullest of them makes all. */
function gridOf(size: number, { tiles }: ClusterView, word: (tile: ClusterTile) => string): Grid {
  const narrow = size < NARROW_BELOW;
  const width = Math.min(size - (narrow ? 24 : 48), 1240);
  const columns = Math.max(1, Math.min(tiles.length, Math.floor((width + GAP) / (LEAST_TILE + GAP))));
  const left = columns === 1 ? GAP : 0;
  const tileWidth = (width - left - (columns - 1) * GAP) / columns;
  const inner = tileWidth - TILE.sides;
  const heights = tiles.map((tile) => {
    const { size: cell, across, down } = tile.pods.length <= BIG ? FEW : MANY;
    const inRow = Math.max(1, Math.floor((inner - cell) / across) + 1);
    const rows = Math.max(1, Math.ceil(Math.min(MOST + 2, tile.pods.length) / inRow));
    return TILE.around + (rows - 1) * down + cell + (headOf(tile, word) > inner ? TILE.secondLine : 0);
  });
  return {
    width,
    columns,
    tileWidth,
    tileHeight: Math.max(columns === 1 ? 0 : 132, ...heights),
    rowGap: columns === 1 ? 12 : GAP,
    top: columns === 1 ? 122 : 148,
    narrow,
    band: width - ETCD - (narrow ? 16 : 32),
    named: false,
  };
}

/** A tile's corner, and its row. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly row: number;
}

/** Where the tile of that place stands. */
export const spotOf = (index: number, { columns, tileWidth, tileHeight, rowGap, top }: Grid): Spot => {
  const row = Math.floor(index / columns);
  const left = columns === 1 ? GAP : 0;
  return { x: left + (index % columns) * (tileWidth + GAP), y: top + row * (tileHeight + rowGap), row };
};
