import type { ResourceQuota } from '../../../../api/generated/types.ts';
import type { ApiStatus } from '../../../../api/status.ts';
import type { Etcd } from '../../../etcd/store.ts';
import { Future, type Task, wait } from '../../../kernel/task.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';

// Models the quota evaluator's work queue (apiserver/pkg/admission/plugin/resourcequota/controller.go, 1.36): one namespace is
// worked on at a time, and what came in meanwhile is charged together with one write a quota.

/** What charging one object comes to: the quotas it changes, or why it is refused. */
export type Charged = { readonly quotas: readonly ResourceQuota[] } | { readonly refused: ApiStatus };

/** One object that wants to be charged. */
export interface Charge {
  readonly attributes: AdmissionAttributes;
  readonly rc: RequestContext;
  charge(quotas: readonly ResourceQuota[]): Charged;
}

interface Waiting {
  readonly work: Charge;
  readonly verdict: Future<ApiStatus | undefined>;
}

const TRIES = 3;

/** Namespaces being worked on, by their store. */
const queues = new WeakMap<Etcd, Map<string, Waiting[]>>();

/** Charges an object when its turn comes; answers why it may not be stored. */
export function* chargeInTurn(work: Charge): Task<ApiStatus | undefined> {
  const { rc, attributes } = work;
  const verdict = new Future<ApiStatus | undefined>();
  const namespaces = queues.get(rc.server.etcd) ?? new Map<string, Waiting[]>();
  queues.set(rc.server.etcd, namespaces);
  const queue = namespaces.get(attributes.namespace);
  if (queue !== undefined) queue.push({ work, verdict });
  else {
    namespaces.set(attributes.namespace, [{ work, verdict }]);
    rc.server.kernel.spawn(workOff(namespaces, attributes.namespace));
  }
  return yield* wait(verdict);
}

function* workOff(namespaces: Map<string, Waiting[]>, namespace: string): Task {
  for (;;) {
    const batch = namespaces.get(namespace)?.splice(0) ?? [];
    if (batch.length === 0) break;
    yield* chargeTogether(batch, namespace);
  }
  namespaces.delete(namespace);
}

/** Charges a batch; those whose quota another writer has changed meanwhile try again. */
function* chargeTogether(batch: readonly Waiting[], namespace: string): Task {
  let open = batch;
  for (let tries = 1; open.length > 0; tries++) {
    const { server } = (open[0] as Waiting).work.rc;
    const standing = server.etcd.range('resourcequotas', namespace) as readonly ResourceQuota[];
    const { working, accepted } = judge(open, standing);
    const clash = yield* write(
      working.filter((quota) => !standing.includes(quota)),
      open,
    );
    if (clash === undefined || tries >= TRIES) {
      for (const { verdict } of accepted) verdict.resolve(clash);
      return;
    }
    open = accepted;
  }
}

/** Refuses what does not fit beside what came before it; answers the rest and the quotas as they would stand. */
function judge(
  open: readonly Waiting[],
  standing: readonly ResourceQuota[],
): { working: ResourceQuota[]; accepted: Waiting[] } {
  const working = [...standing];
  const accepted: Waiting[] = [];
  for (const waiting of open) {
    const charged = waiting.work.charge(working);
    if ('refused' in charged) {
      waiting.verdict.resolve(charged.refused);
      continue;
    }
    accepted.push(waiting);
    if (waiting.work.rc.dryRun) continue;
    for (const quota of charged.quotas) {
      const at = working.findIndex(({ metadata }) => metadata.name === quota.metadata.name);
      if (at >= 0) working[at] = quota;
    }
  }
  return { working, accepted };
}

function* write(quotas: readonly ResourceQuota[], open: readonly Waiting[]): Task<ApiStatus | undefined> {
  const loopback = (open[0] as Waiting).work.rc.server.loopback();
  for (const quota of quotas) {
    const answer = yield* loopback.updateStatus('resourcequotas', quota);
    if (!answer.ok) return answer.error as ApiStatus;
  }
  return undefined;
}
