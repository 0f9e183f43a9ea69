import type { PersistentVolumeClaim, Pod, Volume } from '../../../api/generated/types.ts';
import type { Task } from '../../kernel/task.ts';
import type { Informer } from '../../machinery/informer.ts';
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
const BY_CLAIM = 'ephemeral/claim';
const WORKERS = 5;

/** Makes the claims of volumes that live and die with their Pod. Models pkg/controller/volume/ephemeral (1.36). */
export function createEphemeralVolumeController(context: ControllerContext): Controller {
  const claims = context.informers.of<PersistentVolumeClaim>(CLAIMS);
  const pods = context.informers.of<Pod>('pods');
  pods.addIndex(BY_CLAIM, (pod) =>
    ephemeralVolumes(pod).map((volume) => `${pod.metadata.namespace ?? ''}/${claimName(pod, volume)}`),
  );
  const loop = new ControllerLoop(context, {
    name: 'ephemeral',
    workers: WORKERS,
    waitFor: ['pods', CLAIMS],
    *sync(key): Task<SyncResult> {
      const pod = pods.getByKey(key);
      if (pod === undefined || isDeleting(pod)) return DONE;
      for (const volume of ephemeralVolumes(pod)) {
        const trouble = yield* ensureClaim(context, claims, pod, volume);
        if (trouble === undefined) continue;
        const message = `ephemeral volume ${volume.name}: ${trouble}`;
        context.recorder.event(pod, 'Warning', 'FailedBinding', message);
        return retry(message);
      }
      return DONE;
    },
  });
  const wake = (pod: Pod): void => {
    if (!isDeleting(pod) && ephemeralVolumes(pod).length > 0) loop.queue.add(keyOf(pod));
  };
  pods.on({ added: wake });
  claims.on({
    deleted: (claim) => {
      for (const pod of pods.byIndex(BY_CLAIM, keyOf(claim))) wake(pod);
    },
  });
  return loop;
}

const NONE: readonly Volume[] = [];

function ephemeralVolumes({ spec }: Pod): readonly Volume[] {
  return spec.volumes?.some(({ ephemeral }) => ephemeral !== undefined) === true
    ? spec.volumes.filter(({ ephemeral }) => ephemeral !== undefined)
    : NONE;
}

function claimName(pod: Pod, volume: Volume): string {
  return `${pod.metadata.name}-${volume.name}`;
}

/** The claim is there and this Pod's, or is made; else why not. */
function* ensureClaim(
  context: ControllerContext,
  claims: Informer<PersistentVolumeClaim>,
  pod: Pod,
  volume: Volume,
): Task<string | undefined> {
  const { namespace = '', name: podName, uid } = pod.metadata;
  const name = claimName(pod, volume);
  const standing = claims.get({ namespace, name });
  if (standing !== undefined) {
    const owned = standing.metadata.ownerReferences?.some(
      (owner) => owner.controller === true && owner.uid === uid,
    );
    return owned === true
      ? undefined
      : `PVC ${namespace}/${name} was not created for pod ${namespace}/${podName} (pod is not owner)`;
  }
  const template = volume.ephemeral?.volumeClaimTemplate;
  const { labels, annotations } = template?.metadata ?? {};
  const owner = {
    apiVersion: 'v1',
    kind: 'Pod',
    name: podName,
    uid,
    controller: true,
    blockOwnerDeletion: true,
  };
  const metadata = {
    name,
    namespace,
    ownerReferences: [owner],
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  } as unknown as PersistentVolumeClaim['metadata'];
  recordDecision(context, pod, {
    controller: 'ephemeral',
    name: 'create',
    resource: 'pods',
    note: `volume ${volume.name} has no claim yet: create ${name}, owned by the Pod`,
  });
  const made = yield* context.client.create<PersistentVolumeClaim>(CLAIMS, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata,
    spec: template?.spec ?? {},
  });
  return made.ok ? undefined : `create PVC ${name}: ${made.error.message}`;
}
