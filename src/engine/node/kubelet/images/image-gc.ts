import { type Task, sleep } from '../../../kernel/task.ts';
import type { CriImage } from '../../cri/port/image.ts';
import type { KubeletDeps } from '../deps.ts';
import type { PullRecords } from './pull-records.ts';

// Models pkg/kubelet/images/image_gc_manager.go (1.36).

const PERIOD_US = 300_000_000;
const MINIMUM_AGE_US = 120_000_000;

interface Known {
  /** When it was first seen; -Infinity when it was there before this kubelet. */
  readonly detectedAt: number;
  lastUsedAt: number;
}

/** Deletes images that no container uses when the disk is nearly full, the longest unused first. */
export class ImageGc {
  private readonly deps: KubeletDeps;
  private readonly records: PullRecords;
  private readonly known = new Map<string, Known>();

  constructor(deps: KubeletDeps, records: PullRecords) {
    this.deps = deps;
    this.records = records;
  }

  *run(): Task {
    yield* this.detect(Number.NEGATIVE_INFINITY);
    let failed = false;
    for (;;) {
      const error = yield* this.collect();
      // One failure may be a matter of the first minutes.
      if (error !== undefined && failed) this.tell('ImageGCFailed', error);
      failed = error !== undefined;
      yield* sleep(PERIOD_US);
    }
  }

  /** Above the high mark down to the low one; answers what went wrong. */
  private *collect(): Task<string | undefined> {
    const { images, config } = this.deps;
    const info = yield* images.imageFsInfo();
    if (!info.ok) return `failed to garbage collect required amount of images: ${info.error.message}`;
    const { usedBytes, capacityBytes } = info.value;
    const availableBytes = Math.max(0, capacityBytes - usedBytes);
    const usedPercent = 100 - Math.floor((availableBytes * 100) / capacityBytes);
    if (usedPercent < config.imageGcHighPercent) return undefined;
    const wanted = Math.floor((capacityBytes * (100 - config.imageGcLowPercent)) / 100) - availableBytes;
    const freed = yield* this.free(wanted, MINIMUM_AGE_US);
    if (freed >= wanted) return undefined;
    const error = `Insufficient free disk space on the node's image filesystem (${usedPercent}% of ${capacityBytes} used). Failed to free sufficient space by deleting unused images (freed ${freed} bytes). Investigate disk usage, as it could be used by active images, logs, volumes, or other data.`;
    this.tell('FreeDiskSpaceFailed', error);
    return error;
  }

  private tell(reason: string, message: string): void {
    const { recorder, nodeName } = this.deps;
    const about = { apiVersion: 'v1', kind: 'Node', name: nodeName };
    recorder.eventAbout(about, 'Warning', reason, message);
  }

  /** All that no container uses. */
  *deleteUnused(): Task {
    yield* this.free(Number.POSITIVE_INFINITY, MINIMUM_AGE_US);
  }

  private *free(wantedBytes: number, minimumAgeUs: number): Task<number> {
    const { kernel, images } = this.deps;
    const now = kernel.now();
    const present = yield* this.detect(now);
    const of = ({ id }: CriImage): Known => this.known.get(id) ?? { detectedAt: now, lastUsedAt: now };
    const unused = present
      .filter((image) => of(image).lastUsedAt < now && !image.pinned)
      .sort((a, b) => of(a).lastUsedAt - of(b).lastUsedAt || of(a).detectedAt - of(b).detectedAt || 0);
    let freed = 0;
    for (const image of unused) {
      if (freed >= wantedBytes) break;
      if (now - of(image).detectedAt < minimumAgeUs) continue;
      const removed = yield* images.removeImage(image.id);
      if (!removed.ok) continue;
      this.known.delete(image.id);
      this.records.removed(image.id);
      freed += image.sizeBytes;
    }
    return freed;
  }

  /** Notes which images there are, and which a container has. */
  private *detect(detectedAt: number): Task<readonly CriImage[]> {
    const { kernel, images, runtime } = this.deps;
    const listed = yield* images.listImages();
    const containers = yield* runtime.listContainers();
    if (!listed.ok || !containers.ok) return [];
    const used = new Set<string>();
    for (const { id } of containers.value) {
      const status = yield* runtime.containerStatus(id);
      if (status.ok) used.add(status.value.imageRef).add(status.value.image);
    }
    for (const image of listed.value) {
      let known = this.known.get(image.id);
      if (known === undefined) {
        known = { detectedAt, lastUsedAt: Number.NEGATIVE_INFINITY };
        this.known.set(image.id, known);
      }
      if ([image.id, ...image.repoDigests, ...image.repoTags].some((name) => used.has(name)))
        known.lastUsedAt = kernel.now();
    }
    const present = new Set(listed.value.map(({ id }) => id));
    for (const id of this.known.keys()) if (!present.has(id)) this.known.delete(id);
    return listed.value;
  }
}
