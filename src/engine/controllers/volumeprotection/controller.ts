import type { PersistentVolume, PersistentVolumeClaim, Pod } from '../../../api/generated/types.ts';
import { isPodTerminal } from '../../../api/pod.ts';
import type { Task } from '../../kernel/task.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerLoop,
  DONE,
  type SyncResult,
  retry,
} from '../common/controller.ts';
import { isDeleting, keyOf } from '../common/objects.ts';
import { recordDecision } from '../common/step.ts';

const CLAIMS = 'persistentvolumeclaims';
const VOLUMES = 'persistentvolumes';
const CLAIM_FINALIZER = 'kubernetes.io/pvc-protection';
const VOLUME_FINALIZER = 'kubernetes.io/pv-protection';
const BY_CLAIM = 'pvcprotection/claim';

type Protected = PersistentVolume | PersistentVolumeClaim;

/** Keeps a claim until no Pod uses it. Models pkg/controller/volume/pvcprotection (1.36). */
export function createClaimProtectionController(context: ControllerContext): Controller {
  const claims = context.informers.of<PersistentVolumeClaim>(CLAIMS);
  const pods = context.informers.of<Pod>('pods');
  pods.addIndex(BY_CLAIM, claimKeysOf);
  const loop = new ControllerLoop(context, {
    name: 'PVC protection',
    workers: 1,
    waitFor: [CLAIMS, 'pods'],
    *sync(key): Task<SyncResult> {
      const claim = claims.getByKey(key);
      if (claim === undefined) return DONE;
      if (!isDeleting(claim)) return yield* protect(context, CLAIMS, claim, CLAIM_FINALIZER);
      // A Pod that is not bound yet will never start with a claim that goes away.
      const users = pods.byIndex(BY_CLAIM, key).filter(({ spec }) => (spec.nodeName ?? '') !== '');
      if (users.length > 0) return waiting(context, claim, `${users.length} Pods use it: wait`);
      return yield* release(context, CLAIMS, claim, CLAIM_FINALIZER);
    },
  });
  const wake = (claim: PersistentVolumeClaim): void => {
    if (isDeleting(claim) || claim.metadata.finalizers?.includes(CLAIM_FINALIZER) !== true)
      loop.queue.add(keyOf(claim));
  };
  const wakeClaimsOf = (pod: Pod): void => {
    for (const key of claimKeysOf(pod)) loop.queue.add(key);
  };
  claims.on({ added: wake, updated: wake });
  pods.on({
    added: (pod) => (isSettled(pod) ? wakeClaimsOf(pod) : undefined),
    updated: (pod) => (isSettled(pod) ? wakeClaimsOf(pod) : undefined),
    deleted: wakeClaimsOf,
  });
  return loop;
}

/** Only a Pod that has ended, or is not bound, can free a claim. */
function isSettled(pod: Pod): boolean {
  return isPodTerminal(pod) || (pod.spec.nodeName ?? '') === '';
}

function claimKeysOf({ metadata, spec }: Pod): string[] {
  return (spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    const claim =
      persistentVolumeClaim?.claimName ?? (ephemeral === undefined ? undefined : `${metadata.name}-${name}`);
    return claim === undefined ? [] : [`${metadata.namespace ?? ''}/${claim}`];
  });
}

/** Keeps a volume while it is bound. Models pkg/controller/volume/pvprotection (1.36). */
export function createVolumeProtectionController(context: ControllerContext): Controller {
  const volumes = context.informers.of<PersistentVolume>(VOLUMES);
  const loop = new ControllerLoop(context, {
    name: 'PV protection',
    workers: 1,
    waitFor: [VOLUMES],
    *sync(key): Task<SyncResult> {
      const volume = volumes.getByKey(key);
      if (volume === undefined) return DONE;
      if (!isDeleting(volume)) return yield* protect(context, VOLUMES, volume, VOLUME_FINALIZER);
      if (volume.status?.phase === 'Bound') return waiting(context, volume, 'it is bound: wait');
      return yield* release(context, VOLUMES, volume, VOLUME_FINALIZER);
    },
  });
  const wake = (volume: PersistentVolume): void => loop.queue.add(keyOf(volume));
  volumes.on({ added: wake, updated: wake });
  return loop;
}

function waiting(context: ControllerContext, object: Protected, note: string): SyncResult {
  recordDecision(context, object, {
    controller: 'protection',
    name: 'wait',
    resource: object.kind === 'PersistentVolume' ? VOLUMES : CLAIMS,
    note,
  });
  return DONE;
}

function* protect(
  context: ControllerContext,
  resource: string,
  object: Protected,
  finalizer: string,
): Task<SyncResult> {
  const { finalizers = [] } = object.metadata;
  if (finalizers.includes(finalizer)) return DONE;
  return yield* write(context, resource, {
    ...object,
    metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] },
  });
}

function* release(
  context: ControllerContext,
  resource: string,
  object: Protected,
  finalizer: string,
): Task<SyncResult> {
  const { finalizers = [] } = object.metadata;
  if (!finalizers.includes(finalizer)) return DONE;
  recordDecision(context, object, {
    controller: 'protection',
    name: 'release',
    resource,
    note: `nothing uses it: remove ${finalizer}`,
  });
  return yield* write(context, resource, {
    ...object,
    metadata: { ...object.metadata, finalizers: finalizers.filter((other) => other !== finalizer) },
  });
}

function* write(context: ControllerContext, resource: string, object: Protected): Task<SyncResult> {
  const written = yield* context.client.update<Protected>(resource, object);
  return written.ok || written.error.code === 404 ? DONE : retry(written.error.message);
}
