import { Digest } from '../../../base/hash.ts';
import type { FileTree } from '../vfs/tree.ts';
import type { Image, ImageConfig, ImageLayer } from './catalogue.ts';

const MIB = 1024 * 1024;
const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** One repository of the catalogue. */
export interface ImageSpec {
  /** `docker.io/library/nginx` */
  readonly repository: string;
  /** The tags there are; a pattern where there are too many to name. */
  readonly tags: readonly string[] | RegExp;
  readonly config?: (tag: string) => Partial<ImageConfig>;
  /** Layer sizes in MiB, base first. */
  readonly layersMiB: readonly number[];
  /** Its files. Called once a tag. */
  readonly tree: (tag: string) => FileTree;
  /** Repositories with the same content are copies of one image, with the same digests. */
  readonly content?: string;
  /** Digests that are known of the real one. */
  readonly digests?: Readonly<Record<string, string>>;
  readonly fidelity?: Image['fidelity'];
  readonly standIn?: string;
}

/** 64 hexadecimal digits that depend on the text only. */
export function digestOf(text: string): string {
  let digest = digests.get(text);
  if (digest === undefined) {
    digest = 'sha256:';
    for (let i = 0; i < 4; i++) digest += new Digest().add(`${text}/${i}`).hex();
    digests.set(text, digest);
  }
  return digest;
}

const digests = new Map<string, string>();

export function defaultConfig(changes: Partial<ImageConfig> = {}): ImageConfig {
  return {
    entrypoint: [],
    cmd: [],
    env: [PATH],
    user: '',
    workingDir: '',
    exposedPorts: [],
    stopSignal: '',
    volumes: [],
    architecture: 'amd64',
    os: 'linux',
    ...changes,
  };
}

/** Environment of an image: PATH first, then its own. */
export function withPath(...env: readonly string[]): readonly string[] {
  return [PATH, ...env];
}

function hasTag(spec: ImageSpec, tag: string): boolean {
  return spec.tags instanceof RegExp ? spec.tags.test(tag) : spec.tags.includes(tag);
}

/** The image of a tag; undefined when the repository has no such tag. */
export function imageOf(spec: ImageSpec, tag: string): Image | undefined {
  if (!hasTag(spec, tag)) return undefined;
  const content = spec.content ?? spec.repository;
  const name = `${content}:${tag}`;
  const layers: ImageLayer[] = spec.layersMiB.map((size, index) => ({
    // The base layer is shared by every tag of the repository.
    digest: digestOf(index === 0 ? `${content}/base` : `${name}/layer/${index}`),
    sizeBytes: Math.max(1, Math.round(size * MIB)),
  }));
  let files: FileTree | undefined;
  return {
    repository: spec.repository,
    tag,
    manifestDigest: spec.digests?.[tag] ?? digestOf(name),
    configDigest: digestOf(`${name}/config`),
    config: defaultConfig(spec.config?.(tag)),
    layers,
    sizeBytes: layers.reduce((sum, layer) => sum + layer.sizeBytes, 0),
    rootfs: () => (files ??= spec.tree(tag)),
    fidelity: spec.fidelity ?? 'catalogue',
    ...(spec.standIn === undefined ? {} : { standIn: spec.standIn }),
  };
}
