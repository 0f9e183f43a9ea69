import type {
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  Volume,
} from '../../../../api/generated/types.ts';
import { nodeSelectorMatches } from '../../../../api/node-selector.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import type { Client } from '../../../machinery/client.ts';

// Models pkg/kubelet/volumemanager/populator createVolumeSpec and getPVCExtractPV (1.36).

/** Name of the claim a volume means; undefined when it means none. */
export function claimName(pod: Pod, volume: Volume): string | undefined {
  if (volume.ephemeral !== undefined) return `${pod.metadata.name}-${volume.name}`;
  return volume.persistentVolumeClaim?.claimName;
}

/** The volume bound to a Pod's claim, or why it cannot be used; a claim that was to be the Pod's own must be it. */
export function* boundVolume(
  client: Client,
  pod: Pod,
  { claim, own }: { readonly claim: string; readonly own: boolean },
): Task<Result<PersistentVolume, string>> {
  const namespace = pod.metadata.namespace ?? '';
  const failed = (why: string): Result<never, string> =>
    err(`error processing PVC ${namespace}/${claim}: ${why}`);
  const got = yield* client.get<PersistentVolumeClaim>('persistentvolumeclaims', { namespace, name: claim });
  if (!got.ok) return failed(`failed to fetch PVC from API server: ${got.error.message}`);
  const pvc = got.value;
  if (pvc.metadata.deletionTimestamp !== undefined) return failed('PVC is being deleted');
  if (pvc.status?.phase !== 'Bound') return failed('PVC is not bound');
  const volumeName = pvc.spec?.volumeName ?? '';
  if (volumeName === '') return failed('PVC has empty pvc.Spec.VolumeName');
  const owners = pvc.metadata.ownerReferences ?? [];
  if (own && !owners.some(({ controller, uid }) => controller === true && uid === pod.metadata.uid)) {
    return err(
      `PVC ${namespace}/${claim} was not created for pod ${namespace}/${pod.metadata.name} (pod is not owner)`,
    );
  }
  const volume = yield* client.get<PersistentVolume>('persistentvolumes', {
    namespace: '',
    name: volumeName,
  });
  if (!volume.ok) {
    return err(
      `error processing PVC ${namespace}/${claim}: failed to find PV ${JSON.stringify(volumeName)} in PV informer cache with error: ${volume.error.message}`,
    );
  }
  return ok(volume.value);
}

/** Whether the volume may be used on this node. */
export function nodeAllowed(volume: PersistentVolume, node: Node | undefined): boolean {
  const terms = volume.spec?.nodeAffinity?.required;
  return terms === undefined || node === undefined || nodeSelectorMatches(terms, node);
}
