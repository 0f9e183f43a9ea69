import { type Result, err, ok } from '../../../base/result.ts';
import { type Task, sleep, wait } from '../../kernel/task.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Settings } from '../../kernel/settings.ts';
import type { Image, ImageCatalogue, ImageLayer } from '../oci/shapes.ts';
import type { GrpcError } from './port/error.ts';
import type { AuthConfig, CriImage } from './port/image.ts';

// Models containerd's image store, content store and transfer service (2.1).

export interface ImageStoreOptions {
  readonly kernel: Kernel;
  readonly settings: Settings;
  readonly nodeName: string;
  readonly catalogue: ImageCatalogue;
  readonly preloaded: readonly string[];
}

/** How many layers come at the same time. */
const PARALLEL_LAYERS = 3;
/** Unpacking goes this many times faster than the download. */
const UNPACK_SPEED = 20;
const WIRE_JITTER = 0.25;
/** A pull without progress is given up. Models image_pull_progress_timeout. */
const NO_PROGRESS_US = 300_000_000;

/** Images and layers that a node holds. Survives containerd. */
export class ImageStore {
  private readonly options: ImageStoreOptions;
  /** By full name with tag or digest. */
  private readonly byName = new Map<string, Image>();
  private readonly layers = new Set<string>();
  private bytes: number | undefined;
  /** As the kubelet is told of them, until one comes or goes. */
  private readonly described = new Map<Image, CriImage>();

  constructor(options: ImageStoreOptions) {
    this.options = options;
    for (const reference of options.preloaded) this.preload(reference);
  }

  preload(reference: string): void {
    const { catalogue } = this.options;
    const name = catalogue.parse(reference);
    const image = catalogue.lookup(reference);
    if (name.ok && image !== undefined) this.keep(name.value.full, image);
  }

  private keep(full: string, image: Image): void {
    this.byName.set(full, image);
    this.bytes = undefined;
    this.described.clear();
    for (const { digest } of image.layers) this.layers.add(digest);
  }

  /** The image a reference (name or id) means on this node. */
  find(reference: string): Image | undefined {
    if (reference.startsWith('sha256:')) {
      for (const image of this.byName.values()) if (image.configDigest === reference) return image;
      return undefined;
    }
    const name = this.options.catalogue.parse(reference);
    if (!name.ok) return undefined;
    const found = this.byName.get(name.value.full);
    if (found !== undefined || name.value.digest === undefined) return found;
    for (const image of this.byName.values()) {
      if (image.repository === name.value.repository && image.manifestDigest === name.value.digest)
        return image;
    }
    return undefined;
  }

  status(reference: string): CriImage | undefined {
    const image = this.find(reference);
    return image === undefined ? undefined : this.describe(image);
  }

  list(): CriImage[] {
    const named = new Map<string, [string, Image][]>();
    for (const entry of this.byName) {
      const { configDigest } = entry[1];
      const same = named.get(configDigest);
      if (same === undefined) named.set(configDigest, [entry]);
      else same.push(entry);
    }
    return [...named.values()].map((entries) => this.describe((entries[0] as [string, Image])[1], entries));
  }

  private describe(image: Image, names: Iterable<[string, Image]> = this.byName): CriImage {
    let known = this.described.get(image);
    if (known === undefined) {
      known = describe(image, names);
      this.described.set(image, known);
    }
    return known;
  }

  /** Takes an image off the node: by a fault, or the kubelet's garbage collection. '*' takes all. */
  remove(reference: string): void {
    const name = this.options.catalogue.parse(reference);
    if (reference === '*') this.byName.clear();
    else if (reference.startsWith('sha256:')) {
      for (const [full, image] of this.byName) if (image.configDigest === reference) this.byName.delete(full);
    } else if (name.ok) this.byName.delete(name.value.full);
    this.bytes = undefined;
    this.described.clear();
    this.layers.clear();
    for (const image of this.byName.values()) for (const { digest } of image.layers) this.layers.add(digest);
  }

  usedBytes(): number {
    this.bytes ??= this.list().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return this.bytes;
  }

  /** Asks the registry, fetches the layers that are missing, unpacks them. Answers the image's id. */
  *pull(reference: string, auth: AuthConfig | undefined): Task<Result<string, GrpcError>> {
    const { catalogue } = this.options;
    const name = catalogue.parse(reference);
    if (!name.ok)
      return err({
        code: 'InvalidArgument',
        message: `failed to parse image reference "${reference}": ${name.error}`,
      });
    const credentials = auth === undefined ? undefined : { username: auth.username, password: auth.password };
    const answer = catalogue.pull(reference, credentials);
    if (answer.kind === 'hang') {
      yield* sleep(NO_PROGRESS_US);
      return err({
        code: 'Unknown',
        message: `failed to pull and unpack image "${name.value.full}": context canceled`,
      });
    }
    yield* sleep(this.wire(answer.tookUs));
    if (answer.kind === 'error') return err({ code: answer.code, message: answer.message });
    const { image } = answer;
    yield* this.fetch(
      name.value.full,
      image.layers.filter(({ digest }) => !this.layers.has(digest)),
    );
    this.keep(name.value.full, image);
    return ok(image.configDigest);
  }

  /** No two round trips to a registry take the same time. */
  private wire(us: number): number {
    const { kernel, nodeName } = this.options;
    return Math.round(us * (1 + WIRE_JITTER * kernel.random(`pull/${nodeName}`).next()));
  }

  private *fetch(full: string, missing: readonly ImageLayer[]): Task {
    const { kernel, settings } = this.options;
    const queue = [...missing];
    const lanes = Math.min(PARALLEL_LAYERS, queue.length);
    const workers = Array.from({ length: lanes }, () => kernel.spawn(this.lane(full, queue, lanes)).done);
    for (const worker of workers) yield* wait(worker);
    const bytes = missing.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (bytes > 0)
      yield* sleep(Math.round((bytes / (settings.pullBytesPerSecond * UNPACK_SPEED)) * 1_000_000));
  }

  /** One of the layers that come at the same time; they share the bandwidth. */
  private *lane(image: string, queue: ImageLayer[], lanes: number): Task {
    const { kernel, settings, nodeName } = this.options;
    for (let layer = queue.shift(); layer !== undefined; layer = queue.shift()) {
      const { digest, sizeBytes } = layer;
      const tell = (bytes: number): void => {
        kernel.record(`containerd/${nodeName}`, 'image.layer', {
          node: nodeName,
          image,
          layer: digest,
          bytes,
          size: sizeBytes,
        });
      };
      tell(0);
      yield* sleep(Math.round((sizeBytes * lanes * 1_000_000) / settings.pullBytesPerSecond));
      tell(sizeBytes);
      this.layers.add(digest);
    }
  }
}

/** One image with all of its names among `names`. */
function describe(image: Image, names: Iterable<[string, Image]>): CriImage {
  const repoTags: string[] = [];
  const repoDigests = new Set<string>();
  for (const [full, each] of names) {
    if (each.configDigest !== image.configDigest) continue;
    if (!full.includes('@')) repoTags.push(full);
    repoDigests.add(`${each.repository}@${each.manifestDigest}`);
  }
  const user = image.config.user.split(':')[0] ?? '';
  const numeric = /^\d+$/.test(user);
  return {
    id: image.configDigest,
    repoTags,
    repoDigests: [...repoDigests],
    sizeBytes: image.sizeBytes,
    uid: numeric ? Number(user) : undefined,
    username: numeric ? '' : user,
    guessed: image.fidelity === 'guessed',
    pinned: false,
  };
}
