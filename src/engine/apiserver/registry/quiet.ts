import type { KubeObject } from '../../../api/object.ts';
import type { RequestContext } from '../request/context.ts';
import { deepEqual, fieldOf } from './draft.ts';

/**
 * Whether a write is a heartbeat: a Lease, or a Node whose conditions only got fresher.
 * Those go on for ever and do not keep a cluster from being quiet.
 */
export function isQuiet(rc: RequestContext, old: KubeObject | undefined, object: KubeObject): boolean {
  if (rc.resourceName === 'leases.coordination.k8s.io') return old !== undefined;
  if (rc.resourceName !== 'nodes' || old === undefined || rc.subresource !== 'status') return false;
  return (
    deepEqual(fieldOf(old, 'spec'), fieldOf(object, 'spec')) &&
    deepEqual(withoutHeartbeat(old), withoutHeartbeat(object))
  );
}

function withoutHeartbeat(node: KubeObject): unknown {
  const status = (fieldOf(node, 'status') ?? {}) as {
    readonly conditions?: readonly Record<string, unknown>[];
  };
  const conditions = (status.conditions ?? []).map((condition) => ({
    ...condition,
    lastHeartbeatTime: undefined,
  }));
  return { ...status, conditions };
}
