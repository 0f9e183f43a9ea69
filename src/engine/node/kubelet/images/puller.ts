import { type Result, err, ok } from '../../../../base/result.ts';
import type { TaskHandle } from '../../../kernel/kernel.ts';
import { Channel, Future, type Task, wait } from '../../../kernel/task.ts';
import type { GrpcError } from '../../cri/port/error.ts';
import { rpcText } from '../../cri/port/error.ts';
import type { KubeletDeps } from '../deps.ts';
import type { TrackedAuth } from './credentials.ts';

// Models pkg/kubelet/images/puller.go and kuberuntime_image.go PullImage (1.36).

export interface Pulled {
  readonly imageRef: string;
  readonly used: TrackedAuth | undefined;
  readonly sizeBytes: number;
  /** The pull without waiting for its turn. */
  readonly tookUs: number;
}

interface Job {
  readonly image: string;
  readonly podUid: string;
  readonly credentials: readonly TrackedAuth[];
  readonly done: Future<Result<Pulled, string>>;
}

/** Pulls images of all Pods of the node, `parallel` at a time in order of asking. */
export class ImagePuller {
  private readonly deps: KubeletDeps;
  private readonly queue = new Channel<Job>();
  private tokens: number;
  private tokensAt: number;
  private readonly servers: TaskHandle<void>[] = [];

  constructor(deps: KubeletDeps) {
    this.deps = deps;
    this.tokens = deps.config.registryBurst;
    this.tokensAt = deps.kernel.now();
    const parallel = deps.config.serializeImagePulls ? 1 : Math.max(1, deps.config.maxParallelImagePulls);
    for (let i = 0; i < parallel; i++)
      this.servers.push(deps.kernel.spawn(this.serve(), { background: false }));
  }

  stop(): void {
    for (const server of this.servers) server.cancel();
  }

  *pull(image: string, podUid: string, credentials: readonly TrackedAuth[]): Task<Result<Pulled, string>> {
    const done = new Future<Result<Pulled, string>>();
    this.queue.send({ image, podUid, credentials, done });
    return yield* wait(done);
  }

  private *serve(): Task {
    for (;;) {
      const job = yield* this.queue.receive();
      // The limit is on what is asked of the runtime, not on what waits for its turn.
      if (!this.takeToken()) {
        job.done.resolve(err('pull QPS exceeded'));
        continue;
      }
      const began = this.deps.kernel.now();
      job.done.resolve(yield* this.run(job, began));
    }
  }

  private *run({ image, podUid, credentials }: Job, began: number): Task<Result<Pulled, string>> {
    const { images, kernel } = this.deps;
    const tries: readonly (TrackedAuth | undefined)[] = credentials.length === 0 ? [undefined] : credentials;
    const errors: string[] = [];
    for (const used of tries) {
      const pulled = yield* images.pullImage(image, used?.auth, podUid);
      if (!pulled.ok) {
        errors.push(pullErrorText(pulled.error));
        continue;
      }
      const status = yield* images.imageStatus(image);
      const sizeBytes = status.ok ? (status.value?.sizeBytes ?? 0) : 0;
      return ok({ imageRef: pulled.value, used, sizeBytes, tookUs: kernel.now() - began });
    }
    const distinct = [...new Set(errors)];
    return err(distinct.length === 1 ? (distinct[0] as string) : `[${distinct.join(', ')}]`);
  }

  /** Token bucket of registryPullQPS and registryBurst. */
  private takeToken(): boolean {
    const { config, kernel } = this.deps;
    if (config.registryPullQps === 0) return true;
    const now = kernel.now();
    this.tokens = Math.min(
      config.registryBurst,
      this.tokens + ((now - this.tokensAt) / 1_000_000) * config.registryPullQps,
    );
    this.tokensAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}

/** PullImage drops the gRPC prefix of code Unknown. Models k8s.io/cri-client/pkg/remote_image.go. */
function pullErrorText(error: GrpcError): string {
  return error.code === 'Unknown' ? error.message : rpcText(error);
}
