import type { Node } from '../../../api/generated/types.ts';

/** An image as nodes report it. */
export interface ImageState {
  sizeBytes: number;
  /** How many nodes have it. */
  nodes: number;
}

/** Which images are on how many nodes, by the names nodes report. Models cache.go imageStates (1.36). */
export class ImageStates {
  private readonly states = new Map<string, ImageState>();

  get(name: string): ImageState | undefined {
    return this.states.get(name);
  }

  /** The images of a node that has just joined or changed; give back what it had with `remove` first. */
  add(node: Node): ReadonlyMap<string, ImageState> | undefined {
    let images: Map<string, ImageState> | undefined;
    for (const { names = [], sizeBytes = 0 } of node.status?.images ?? []) {
      for (const name of names) {
        let state = this.states.get(name);
        if (state === undefined) {
          state = { sizeBytes, nodes: 0 };
          this.states.set(name, state);
        }
        images ??= new Map();
        if (images.has(name)) continue;
        state.nodes++;
        images.set(name, state);
      }
    }
    return images;
  }

  remove(images: ReadonlyMap<string, ImageState> | undefined): void {
    if (images === undefined) return;
    for (const [name, state] of images) if (--state.nodes === 0) this.states.delete(name);
  }
}
