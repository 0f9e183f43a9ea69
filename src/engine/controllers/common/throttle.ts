import type { Resource } from '../../../api/resources.ts';
import type { Result } from '../../../base/result.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import {
  type ApiError,
  type ApiRequest,
  type ApiResponse,
  Client,
  type Identity,
  type Transport,
  type WatchHandle,
  type WatchSink,
} from '../../machinery/client.ts';

/** How many requests a second a client may send, and how many at once after a rest. */
export interface Rate {
  readonly qps: number;
  readonly burst: number;
}

/** Models client-go util/flowcontrol NewTokenBucketRateLimiter: requests wait for a token in the order they come. */
export class TokenBucket {
  private readonly intervalUs: number;
  private readonly reserveUs: number;
  /** When the bucket would be full again, in virtual µs. */
  private fullAt = Number.NEGATIVE_INFINITY;

  constructor({ qps, burst }: Rate) {
    this.intervalUs = 1_000_000 / qps;
    this.reserveUs = burst * this.intervalUs;
  }

  /** Takes a token; answers µs to wait for it. */
  take(nowUs: number): number {
    this.fullAt = Math.max(this.fullAt, nowUs) + this.intervalUs;
    return Math.max(0, Math.ceil(this.fullAt - this.reserveUs - nowUs));
  }
}

/** The client, sending no faster than the rate. Watches are not counted. */
export function throttled(kernel: Kernel, client: Client, rate: Rate): Client {
  return new Client(new Throttle(kernel, client, new TokenBucket(rate)), client.identity);
}

class Throttle implements Transport {
  private readonly kernel: Kernel;
  private readonly client: Client;
  private readonly bucket: TokenBucket;

  constructor(kernel: Kernel, client: Client, bucket: TokenBucket) {
    this.kernel = kernel;
    this.client = client;
    this.bucket = bucket;
  }

  served(): readonly Resource[] {
    return this.client.served();
  }

  unreachable(): readonly string[] {
    return this.client.unreachable();
  }

  *request(_: Identity, request: ApiRequest): Task<Result<ApiResponse, ApiError>> {
    const wait = this.bucket.take(this.kernel.now());
    if (wait > 0) yield* sleep(wait);
    return yield* this.client.request(request);
  }

  watch(_: Identity, request: ApiRequest, sink: WatchSink): Task<Result<WatchHandle, ApiError>> {
    return this.client.watch(request, sink);
  }
}
