import type { Race } from '../../projections/twins/race.ts';
import type { Scene, SceneOther, SceneRow } from '../../projections/twins/scene.ts';

/** Which of the two runs. */
export type Letter = 'A' | 'B';

/** One run of the two: its race and how that stands. */
export interface SceneRun {
  readonly letter: Letter;
  readonly race: Race;
  readonly scene: Scene;
}

/** The run with a letter, if it is a race. */
export const runOf = (runs: readonly SceneRun[], letter: Letter): SceneRun | undefined =>
  runs.find((run) => run.letter === letter);

/** A Pod's column: one that both runs have beside the ending Pod, or the ending Pod of one of them. */
export type SceneColumn =
  | { readonly kind: 'other'; readonly other: SceneOther; readonly index: number }
  | { readonly kind: 'own'; readonly letter: Letter };

/** A node's kube-proxy in both runs. */
export interface SceneLine {
  readonly node: string;
  readonly a: SceneRow | undefined;
  readonly b: SceneRow | undefined;
}

/** Where everything stands, in px. */
export interface ScenePlaces {
  readonly width: number;
  readonly height: number;
  /** With the controller and the kubelet beside the rules; else the rules alone. */
  readonly wide: boolean;
  readonly bandHeight: number;
  /** The first row's top, and from one row to the next. */
  readonly top: number;
  readonly pitch: number;
  readonly proxy: { readonly x: number; readonly w: number };
  readonly columns: { readonly x: number; readonly w: number; readonly gap: number };
  /** The right block's left edge. */
  readonly right: number;
  readonly podY: number;
}

/** More nodes than these are counted. */
export const MOST_ROWS = 6;
/** From this width on the components stand beside the rules. */
const WIDE = 860;
/** The right block and the left one. */
const SIDE = { right: 148, left: 184 } as const;
/** The heights of a row's box and of a Pod's. */
export const BOX = { row: 36, pod: 42 } as const;
/** Rows that the texts beside them need. */
const LEAST_ROWS = 4;

/** How many Pods have room side by side in a width. */
export function mostColumns(width: number): number {
  const { room, gap } = acrossOf(width);
  const most = width >= WIDE ? 4 : width >= 640 ? 3 : 2;
  return Math.max(2, Math.min(most, Math.floor((room + gap) / (92 + gap))));
}

/** What stands beside what in a width. */
function acrossOf(width: number) {
  const wide = width >= WIDE;
  const proxy = wide
    ? { x: SIDE.left + 84, w: 196 }
    : { x: 0, w: width < 480 ? 122 : Math.min(190, width * 0.3) };
  const right = wide ? width - SIDE.right : width;
  const x = proxy.x + proxy.w + 16;
  return { wide, proxy, right, x, room: right - (wide ? 28 : 0) - x, gap: 8 };
}

/** The places of a scene of so many nodes and Pods in a width. */
export function scenePlaces(width: number, nodes: number, count: number): ScenePlaces {
  const { wide, proxy, right, x, room, gap } = acrossOf(width);
  const shown = Math.min(nodes, MOST_ROWS);
  const pitch = 42;
  const top = 92;
  const more = nodes > MOST_ROWS ? 20 : 0;
  const podY = top + Math.max(shown, wide ? LEAST_ROWS : 1) * pitch + more + 4;
  return {
    width,
    height: podY + BOX.pod + (wide ? 22 : 12),
    wide,
    bandHeight: 40,
    top,
    pitch,
    proxy,
    columns: { x, w: Math.min(wide ? 180 : 240, (room - (count - 1) * gap) / count), gap },
    right,
    podY,
  };
}

/** A column's left edge. */
export const columnX = ({ columns: { x, w, gap } }: ScenePlaces, index: number): number =>
  x + index * (w + gap);

/** The middle of a row. */
export const rowY = ({ top, pitch }: ScenePlaces, index: number): number => top + index * pitch + BOX.row / 2;

/** The columns: the first run's other Pods as far as there is room, then the ending Pod of each run. */
export function sceneColumns(a: Scene | undefined, b: Scene | undefined): readonly SceneColumn[] {
  return [
    ...(a?.others ?? []).map((other, index): SceneColumn => ({ kind: 'other', other, index })),
    ...(a === undefined ? [] : [{ kind: 'own', letter: 'A' } as const]),
    ...(b === undefined ? [] : [{ kind: 'own', letter: 'B' } as const]),
  ];
}

/** The nodes of both runs, each once. */
export function sceneLines(a: Scene | undefined, b: Scene | undefined): readonly SceneLine[] {
  const find = (scene: Scene | undefined, node: string): SceneRow | undefined =>
    scene?.rows.find((row) => row.node === node);
  const nodes = new Set([...(a?.rows ?? []), ...(b?.rows ?? [])].map(({ node }) => node));
  return [...nodes].map((node) => ({ node, a: find(a, node), b: find(b, node) }));
}
