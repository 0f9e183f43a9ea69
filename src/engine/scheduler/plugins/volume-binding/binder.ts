import type { PersistentVolume, PersistentVolumeClaim, Pod } from '../../../../api/generated/types.ts';
import { refKey } from '../../../../api/object.ts';
import { SECOND } from '../../../../trace/ids.ts';
import { Future, type Task, sleep, wait } from '../../../kernel/task.ts';
import type { SchedulerHandle } from '../../framework/handle.ts';
import { BOUND_BY_CONTROLLER_ANNOTATION, SELECTED_NODE_ANNOTATION } from '../../framework/names.ts';
import { isFullyBound, volumeReaches } from '../common/claims.ts';
import type { AssumedObjects } from './assumed-objects.ts';
import type { PodVolumes } from './find-volumes.ts';
import { isBoundTo } from './match-volume.ts';

const POLL_US = SECOND;

/** Carries out what was decided about a Pod's volumes. Models volumebinding/binder.go (1.36). */
export class VolumeBinder {
  private readonly handle: SchedulerHandle;
  private readonly assumed: AssumedObjects;
  private readonly timeoutUs: number;

  constructor(handle: SchedulerHandle, assumed: AssumedObjects, bindTimeoutSeconds: number) {
    this.handle = handle;
    this.assumed = assumed;
    this.timeoutUs = bindTimeoutSeconds * SECOND;
  }

  /** Models AssumePodVolumes. */
  assume(volumes: PodVolumes, node: string): void {
    for (const { volume, claim } of volumes.bindings) this.assumed.assumeVolume(withClaimRef(volume, claim));
    for (const claim of volumes.provisions) this.assumed.assumeClaim(withSelectedNode(claim, node));
  }

  /** Models RevertAssumedPodVolumes. */
  revert(volumes: PodVolumes): void {
    for (const { volume } of volumes.bindings) this.assumed.restoreVolume(volume.metadata.name);
    for (const { metadata } of volumes.provisions)
      this.assumed.restoreClaim(metadata.namespace ?? '', metadata.name);
  }

  /** Writes, then waits until the controller has bound everything; answers what went wrong. Models BindPodVolumes. */
  *bind(volumes: PodVolumes, pod: Pod, node: string): Task<string | undefined> {
    const refused = yield* this.write(volumes, node);
    if (refused !== undefined) return refused;
    const { kernel } = this.handle;
    const start = kernel.now();
    let change = new Future();
    const stop = this.handle.onChange(() => change.resolve());
    // Nothing more may come of waiting: the cluster may be called quiet meanwhile.
    const timeout = kernel.after(this.timeoutUs, () => change.resolve(), { background: true });
    try {
      for (;;) {
        const elapsed = kernel.now() - start;
        if (elapsed >= this.timeoutUs) return 'context deadline exceeded';
        yield* sleep(POLL_US - (elapsed % POLL_US));
        const state = this.check(volumes, pod, node);
        if (state === 'bound') return undefined;
        if (state !== 'waiting') return state.trouble;
        change = new Future();
        yield* wait(change);
      }
    } finally {
      stop();
      timeout.cancel();
    }
  }

  private *write(volumes: PodVolumes, node: string): Task<string | undefined> {
    for (const { volume, claim } of volumes.bindings) {
      const answer = yield* this.handle.client.update<PersistentVolume>(
        'persistentvolumes',
        withClaimRef(volume, claim),
      );
      if (!answer.ok) return answer.error.message;
    }
    for (const claim of volumes.provisions) {
      const body = withSelectedNode(claim, node);
      const answer = yield* this.handle.client.update<PersistentVolumeClaim>('persistentvolumeclaims', body);
      if (!answer.ok) return answer.error.message;
    }
    return undefined;
  }

  /** Models checkBindings. */
  private check(
    volumes: PodVolumes,
    pod: Pod,
    node: string,
  ): 'bound' | 'waiting' | { readonly trouble: string } {
    const { namespace = '', name } = pod.metadata;
    if (this.handle.pod(namespace, name) === undefined) {
      return { trouble: `pod does not exist any more: pod "${name}" not found` };
    }
    if (!this.handle.nodeExists(node))
      return { trouble: `failed to get node "${node}": node "${node}" not found` };
    let done = true;
    for (const { volume, claim } of volumes.bindings) {
      const standing = this.assumed.actual.volume(volume.metadata.name);
      if (
        standing?.spec?.claimRef === undefined &&
        standing?.metadata.resourceVersion !== volume.metadata.resourceVersion
      ) {
        return { trouble: `ClaimRef got reset for pv "${volume.metadata.name}"` };
      }
      if (!this.isBound(claim)) done = false;
    }
    for (const claim of volumes.provisions) {
      const trouble = this.provisionTrouble(claim, node);
      if (trouble !== undefined) return { trouble };
      if (!this.isBound(claim)) done = false;
    }
    return done ? 'bound' : 'waiting';
  }

  private isBound({ metadata }: PersistentVolumeClaim): boolean {
    const claim = this.assumed.actual.claim(metadata.namespace ?? '', metadata.name);
    return claim !== undefined && isFullyBound(claim);
  }

  private provisionTrouble(claim: PersistentVolumeClaim, node: string): string | undefined {
    const { namespace = '', name, resourceVersion } = claim.metadata;
    const standing = this.assumed.actual.claim(namespace, name);
    if (standing === undefined)
      return `failed to get pvc "${refKey({ namespace, name })}" from cache: could not find object`;
    // Until our own write comes back the version is still the one it was made on.
    if (standing.metadata.resourceVersion === resourceVersion) return undefined;
    if (standing.metadata.annotations?.[SELECTED_NODE_ANNOTATION] !== node)
      return `provisioning failed for PVC "${name}"`;
    const volume = this.assumed.actual.volume(standing.spec?.volumeName ?? '');
    if (volume === undefined) return undefined;
    const labels = this.handle.nodeLabels(node);
    if (volumeReaches(volume, { name: node, labels })) return undefined;
    return `pv "${volume.metadata.name}" node affinity doesn't match node "${node}": no matching NodeSelectorTerms`;
  }
}

/** Models component-helpers GetBindVolumeToClaim. */
function withClaimRef(volume: PersistentVolume, claim: PersistentVolumeClaim): PersistentVolume {
  if (isBoundTo(volume, claim) && volume.spec?.claimRef?.uid === claim.metadata.uid) return volume;
  const { namespace, name, uid, resourceVersion } = claim.metadata;
  const claimRef = { kind: 'PersistentVolumeClaim', namespace, name, uid, apiVersion: 'v1', resourceVersion };
  const annotations = { ...volume.metadata.annotations, [BOUND_BY_CONTROLLER_ANNOTATION]: 'yes' };
  // A volume that was kept for the claim by hand is not marked as the controller's.
  const metadata =
    volume.spec?.claimRef === undefined ? { ...volume.metadata, annotations } : volume.metadata;
  return { ...volume, metadata, spec: { ...volume.spec, claimRef } };
}

function withSelectedNode(claim: PersistentVolumeClaim, node: string): PersistentVolumeClaim {
  const annotations = { ...claim.metadata.annotations, [SELECTED_NODE_ANNOTATION]: node };
  return { ...claim, metadata: { ...claim.metadata, annotations } };
}
