import { type ComponentType, createContext, createElement, memo, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Geometry } from './geometry/geometry.ts';
import type { LineData, LineEdge } from './lines.tsx';
import type { PartNode } from './nodes/types.ts';
import { Reused } from './stable.ts';

type PartData = PartNode['data'];

/**
 * What every part and line shows. It lies beside React Flow and not in its nodes: those say where something stands, which
 * hardly ever changes, and each of their changes is a round through all of them.
 */
export interface Drawn {
  readonly parts: ReadonlyMap<string, PartData>;
  readonly lines: ReadonlyMap<string, LineData>;
}

const NOTHING: StoreApi<Drawn> = createStore(() => ({ parts: new Map(), lines: new Map() }));

export const DrawnContext = createContext(NOTHING);

/** Where the parts of one arrangement stand: always in the same place, whatever they show. */
class Places<T extends { readonly id: string; readonly data: unknown }> {
  private readonly known = new Map<string, T>();
  private list: T[] = [];

  of(parts: readonly T[]): T[] {
    const now = parts.map((full) => {
      const known = this.known.get(full.id);
      if (known !== undefined) return known;
      const bare = { ...full, data: {} };
      this.known.set(full.id, bare);
      return bare;
    });
    const same = now.length === this.list.length && now.every((each, at) => each === this.list[at]);
    if (!same) this.list = now;
    return this.list;
  }
}

/** The drawing taken apart: the places for React Flow, and what is shown in them. What is the same comes out the same. */
export class Split {
  private geometry: Geometry | undefined;
  private nodes = new Places<PartNode>();
  private edges = new Places<LineEdge>();
  private readonly parts = new Reused<PartData>();
  private readonly lines = new Reused<LineData>();
  private drawn: Drawn = NOTHING.getState();

  of(
    geometry: Geometry,
    nodes: readonly PartNode[],
    edges: readonly LineEdge[],
  ): { readonly nodes: PartNode[]; readonly edges: LineEdge[]; readonly drawn: Drawn } {
    if (geometry !== this.geometry) {
      this.geometry = geometry;
      this.nodes = new Places();
      this.edges = new Places();
    }
    const parts = this.parts.of(nodes);
    const lines = this.lines.of(edges);
    if (parts !== this.drawn.parts || lines !== this.drawn.lines) this.drawn = { parts, lines };
    return { nodes: this.nodes.of(nodes), edges: this.edges.of(edges), drawn: this.drawn };
  }
}

interface Known {
  readonly id: string;
}

/** A type of node for React Flow that shows what lies beside it. A part that has just gone shows nothing. */
export function part<Data extends PartData>(Part: ComponentType<{ readonly data: Data }>) {
  return memo(function PartBeside({ id }: Known) {
    const data = useStore(useContext(DrawnContext), ({ parts }) => parts.get(id));
    return data === undefined ? null : createElement(Part, { data: data as Data });
  });
}

/** The same for a line. */
export function line(Line: ComponentType<{ readonly data: LineData }>) {
  return memo(function LineBeside({ id }: Known) {
    const data = useStore(useContext(DrawnContext), ({ lines }) => lines.get(id));
    return data === undefined ? null : createElement(Line, { data });
  });
}
