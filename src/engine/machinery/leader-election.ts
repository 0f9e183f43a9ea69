import type { KubeObject } from '../../api/object.ts';
import { formatMicroTime } from '../../api/time.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { type Task, sleep } from '../kernel/task.ts';
import type { Client } from './client.ts';

const LEASES = 'leases.coordination.k8s.io';
const NAMESPACE = 'kube-system';
const LEASE_SECONDS = 15;
const SECOND_US = 1_000_000;
const RETRY_US = 2 * SECOND_US;
const JITTER = 1.2;
const RENEW_DEADLINE_US = 10 * SECOND_US;

interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
}
type Lease = KubeObject & { readonly spec?: LeaseSpec };

/**
 * Waits to lead, then keeps leading until renewing fails for ten seconds; answers then. Another's lease counts as held
 * until 15 s after its last renewal was seen. Models client-go tools/leaderelection with a Lease lock (1.36).
 */
export class LeaderElection {
  private readonly kernel: Kernel;
  private readonly client: Client;
  private readonly name: string;
  private readonly identity: string;
  private seen: { readonly record: string; readonly at: number } | undefined;

  /** `name` is the lease's; `identity` the candidate's, another one at each start. */
  constructor(
    kernel: Kernel,
    client: Client,
    { name, identity }: { readonly name: string; readonly identity: string },
  ) {
    this.kernel = kernel;
    this.client = client;
    this.name = name;
    this.identity = identity;
  }

  /** Suspends until this candidate leads. */
  *acquire(): Task {
    while (!(yield* this.tryOnce())) yield* sleep(Math.round(RETRY_US * (1 + JITTER * this.random())));
  }

  /** Suspends while this candidate leads. */
  *renew(): Task {
    let renewed = this.kernel.now() as number;
    while (this.kernel.now() - renewed < RENEW_DEADLINE_US) {
      yield* sleep(RETRY_US);
      if (yield* this.tryOnce()) renewed = this.kernel.now();
    }
  }

  private random(): number {
    return this.kernel.random(`leader-election/${this.name}`).next();
  }

  private *tryOnce(): Task<boolean> {
    const ref = { namespace: NAMESPACE, name: this.name };
    const now = formatMicroTime(this.kernel.unixUs());
    const found = yield* this.client.get<Lease>(LEASES, ref);
    if (!found.ok) {
      if (found.error.code !== 404) return false;
      const spec = {
        holderIdentity: this.identity,
        leaseDurationSeconds: LEASE_SECONDS,
        acquireTime: now,
        renewTime: now,
        leaseTransitions: 0,
      };
      const made = yield* this.client.create<Lease>(LEASES, {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: ref,
        spec,
      });
      return made.ok;
    }
    const standing = found.value.spec ?? {};
    if (!this.mayTake(standing)) return false;
    const isOwn = standing.holderIdentity === this.identity;
    const spec = {
      holderIdentity: this.identity,
      leaseDurationSeconds: LEASE_SECONDS,
      acquireTime: isOwn ? standing.acquireTime : now,
      renewTime: now,
      leaseTransitions: (standing.leaseTransitions ?? 0) + (isOwn ? 0 : 1),
    };
    const written = yield* this.client.update<Lease>(LEASES, { ...found.value, spec });
    return written.ok;
  }

  /** The lease is ours, nobody's, or has not been renewed for its duration since we saw it. */
  private mayTake({
    holderIdentity = '',
    leaseDurationSeconds = LEASE_SECONDS,
    renewTime = '',
  }: LeaseSpec): boolean {
    const record = `${holderIdentity}/${renewTime}`;
    if (this.seen?.record !== record) this.seen = { record, at: this.kernel.now() };
    if (holderIdentity === '' || holderIdentity === this.identity) return true;
    return this.seen.at + leaseDurationSeconds * SECOND_US <= this.kernel.now();
  }
}
