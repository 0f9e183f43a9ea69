import type { Pod } from '../../../../api/generated/types.ts';
import type { ImageState } from '../../cache/image-states.ts';
import { IMAGE_LOCALITY, MAX_NODE_SCORE } from '../../framework/names.ts';
import type { Plugin } from '../../framework/plugin.ts';

const MEBIBYTE = 1024 * 1024;
const MIN_THRESHOLD = 23 * MEBIBYTE;
const MAX_CONTAINER_THRESHOLD = 1000 * MEBIBYTE;

interface PreScoreState {
  readonly images: readonly { readonly name: string; readonly state: ImageState }[];
  readonly containers: number;
  readonly totalNodes: number;
}

/** Prefers nodes that have the images already; big images on few nodes count least. Models plugins/imagelocality (1.36). */
export function imageLocality(): Plugin<undefined, PreScoreState> {
  return {
    name: IMAGE_LOCALITY,
    preScore(pod, snapshot) {
      const images = imagesOf(pod.pod).flatMap((name) => {
        const state = snapshot.image(name);
        return state === undefined ? [] : { name, state };
      });
      const { containers, initContainers = [] } = pod.pod.spec;
      const state = {
        images,
        containers: containers.length + initContainers.length,
        totalNodes: snapshot.nodes.length,
      };
      return { outcome: 'run', state };
    },
    score(state, _pod, node) {
      return state.images.length === 0 ? 0 : priority(sumOf(state, node.images), state.containers);
    },
    explainScore: (state, _pod, node) => ({
      scaledBytes: sumOf(state, node.images),
      minThresholdBytes: MIN_THRESHOLD,
      maxThresholdBytes: MAX_CONTAINER_THRESHOLD * state.containers,
    }),
  };
}

function sumOf(state: PreScoreState, present: ReadonlyMap<string, ImageState> | undefined): number {
  let sum = 0;
  for (const { name, state: image } of state.images) {
    if (present?.has(name) === true) sum += Math.trunc(image.sizeBytes * (image.nodes / state.totalNodes));
  }
  return sum;
}

function priority(sumBytes: number, containers: number): number {
  const max = MAX_CONTAINER_THRESHOLD * containers;
  const clamped = Math.min(Math.max(sumBytes, MIN_THRESHOLD), max);
  return Math.trunc((MAX_NODE_SCORE * (clamped - MIN_THRESHOLD)) / (max - MIN_THRESHOLD));
}

function imagesOf(pod: Pod): string[] {
  const { initContainers = [], containers, volumes = [] } = pod.spec;
  const names = [...initContainers, ...containers].map(({ image = '' }) => image);
  for (const { image } of volumes) if (image?.reference !== undefined) names.push(image.reference);
  return names.map(withTag);
}

/** A name without tag means `:latest`. Models normalizedImageName. */
function withTag(name: string): string {
  return name.lastIndexOf(':') <= name.lastIndexOf('/') ? `${name}:latest` : name;
}
