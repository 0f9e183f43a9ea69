import type { Pod } from '../../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import type { KubeletDeps } from '../deps.ts';
import { podUid } from '../pod.ts';
import { tokenKey } from './payload.ts';

// Models pkg/kubelet/token/token_manager.go (1.36).

interface CachedToken {
  readonly uid: string;
  readonly token: string;
  readonly refreshAt: number;
}

interface TokenRequest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: object;
  readonly spec: object;
  readonly status?: { readonly token?: string };
}

/** A token is asked for anew when 80 % of its life is over. */
const REFRESH_SHARE = 0.8;

/** Service account tokens of the node's Pods. */
export class TokenManager {
  private readonly deps: KubeletDeps;
  private readonly cache = new Map<string, CachedToken>();

  constructor(deps: KubeletDeps) {
    this.deps = deps;
  }

  *get(pod: Pod, audience: string, expirationSeconds: number): Task<Result<string, string>> {
    const { kernel, client } = this.deps;
    const key = tokenKey(pod, audience, expirationSeconds);
    const cached = this.cache.get(key);
    if (cached !== undefined && kernel.now() < cached.refreshAt) return ok(cached.token);
    const { name, namespace = '' } = pod.metadata;
    const account = pod.spec.serviceAccountName ?? 'default';
    const body: TokenRequest = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: {},
      spec: {
        audiences: audience === '' ? undefined : [audience],
        expirationSeconds,
        boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name, uid: podUid(pod) },
      },
    };
    const answer = yield* client.request({
      verb: 'create',
      resource: 'serviceaccounts',
      subresource: 'token',
      namespace,
      name: account,
      body,
    });
    if (!answer.ok) return err(`failed to fetch token: ${answer.error.message}`);
    const token = (answer.value.body as TokenRequest).status?.token ?? '';
    const refreshAt = kernel.now() + expirationSeconds * 1_000_000 * REFRESH_SHARE;
    this.cache.set(key, { uid: podUid(pod), token, refreshAt });
    return ok(token);
  }

  /** When the first of the Pod's tokens is to be asked for anew. */
  freshUntil(uid: string): number {
    let first = Number.POSITIVE_INFINITY;
    for (const cached of this.cache.values())
      if (cached.uid === uid) first = Math.min(first, cached.refreshAt);
    return first;
  }

  forget(uid: string): void {
    for (const [key, cached] of this.cache) if (cached.uid === uid) this.cache.delete(key);
  }

  clear(): void {
    this.cache.clear();
  }
}
