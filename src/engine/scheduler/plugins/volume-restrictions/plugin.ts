import type { PersistentVolumeClaim, Pod, Volume } from '../../../../api/generated/types.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import { VOLUME_RESTRICTIONS } from '../../framework/names.ts';
import { type Plugin, SKIP } from '../../framework/plugin.ts';
import type { Snapshot } from '../../framework/snapshot.ts';
import { type Rejection, unresolvable, unschedulable } from '../../framework/status.ts';
import { ADD, DELETE } from '../../queue/cluster-event.ts';
import { claimNotFound } from '../common/claims.ts';

const DISK_CONFLICT = unschedulable(VOLUME_RESTRICTIONS, 'node(s) had no available disk');
const CLAIM_IN_USE = unschedulable(
  VOLUME_RESTRICTIONS,
  'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod',
);

interface PreFilterState {
  /** Names of the Pod's claims that only one Pod may use. */
  readonly exclusive: ReadonlySet<string>;
  /** How many of them other Pods use. */
  conflicts: number;
}

/** Disks and claims that only one Pod may use at a time. Models plugins/volumerestrictions (1.36). */
export function volumeRestrictions(): Plugin<PreFilterState> {
  return {
    name: VOLUME_RESTRICTIONS,
    events: [
      {
        event: { resource: 'Pod', action: DELETE },
        hint: (pod, before) => {
          const gone = before as Pod;
          if (gone.metadata.namespace !== pod.namespace) return false;
          const claims = new Set(mountedClaims(gone));
          return mountedClaims(pod.pod).some((name) => claims.has(name)) || !sharesDisks(pod.pod, gone);
        },
      },
      { event: { resource: 'Node', action: ADD } },
      {
        event: { resource: 'PersistentVolumeClaim', action: ADD },
        hint: (pod, _before, after) => {
          const { namespace, name } = (after as PersistentVolumeClaim).metadata;
          return namespace === pod.namespace && mountedClaims(pod.pod).includes(name);
        },
      },
    ],
    preFilter(pod, snapshot) {
      const needsCheck = (pod.pod.spec.volumes ?? []).some(isExclusiveDisk);
      const found = exclusiveClaims(pod, snapshot);
      if ('rejection' in found) return { outcome: 'rejected', ...found };
      const exclusive = found.names;
      let conflicts = 0;
      for (const name of exclusive) if (snapshot.claimInUse(`${pod.namespace}/${name}`)) conflicts++;
      return !needsCheck && conflicts === 0 ? SKIP : { outcome: 'run', state: { exclusive, conflicts } };
    },
    cloneState: (state) => ({ ...state }),
    addPod: (state, pod, change) => {
      state.conflicts += conflictsWith(state, pod, change.pod);
    },
    removePod: (state, pod, change) => {
      state.conflicts -= conflictsWith(state, pod, change.pod);
    },
    filter(state, pod, node) {
      for (const other of node.pods) if (!sharesDisks(pod.pod, other.pod)) return DISK_CONFLICT;
      return state.conflicts === 0 ? undefined : CLAIM_IN_USE;
    },
    explainFilter: (state) => ({ claims: [...state.exclusive], conflicts: state.conflicts }),
  };
}

function mountedClaims(pod: Pod): string[] {
  return (pod.spec.volumes ?? []).flatMap(
    ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [],
  );
}

function exclusiveClaims(
  pod: PodInfo,
  snapshot: Snapshot,
): { readonly names: ReadonlySet<string> } | { readonly rejection: Rejection } {
  const names = new Set<string>();
  for (const name of mountedClaims(pod.pod)) {
    const claim = snapshot.objects.claim(pod.namespace, name);
    if (claim === undefined) return { rejection: unresolvable(VOLUME_RESTRICTIONS, claimNotFound(name)) };
    if (claim.spec?.accessModes?.includes('ReadWriteOncePod') === true) names.add(name);
  }
  return { names };
}

function conflictsWith(state: PreFilterState, pod: PodInfo, other: PodInfo): number {
  if (other.namespace !== pod.namespace || state.exclusive.size === 0) return 0;
  return mountedClaims(other.pod).filter((name) => state.exclusive.has(name)).length;
}

function isExclusiveDisk(volume: Volume): boolean {
  return (
    volume.gcePersistentDisk !== undefined ||
    volume.awsElasticBlockStore !== undefined ||
    volume.rbd !== undefined ||
    volume.iscsi !== undefined
  );
}

/** Whether the two Pods may be on one node as far as in-line disks go. Models isVolumeConflict, negated. */
function sharesDisks(pod: Pod, other: Pod): boolean {
  const wanted = (pod.spec.volumes ?? []).filter(isExclusiveDisk);
  if (wanted.length === 0) return true;
  return !wanted.some((volume) => (other.spec.volumes ?? []).some((existing) => collide(volume, existing)));
}

function collide(a: Volume, b: Volume): boolean {
  const bothReadOnly = (x: { readonly readOnly?: boolean }, y: { readonly readOnly?: boolean }): boolean =>
    x.readOnly === true && y.readOnly === true;
  if (a.gcePersistentDisk !== undefined && b.gcePersistentDisk !== undefined) {
    if (
      a.gcePersistentDisk.pdName === b.gcePersistentDisk.pdName &&
      !bothReadOnly(a.gcePersistentDisk, b.gcePersistentDisk)
    ) {
      return true;
    }
  }
  if (a.awsElasticBlockStore !== undefined && b.awsElasticBlockStore !== undefined) {
    if (a.awsElasticBlockStore.volumeID === b.awsElasticBlockStore.volumeID) return true;
  }
  if (a.iscsi !== undefined && b.iscsi !== undefined) {
    if (a.iscsi.iqn === b.iscsi.iqn && !bothReadOnly(a.iscsi, b.iscsi)) return true;
  }
  if (a.rbd === undefined || b.rbd === undefined) return false;
  const monitors = new Set(b.rbd.monitors);
  return (
    a.rbd.monitors.some((monitor) => monitors.has(monitor)) &&
    (a.rbd.pool ?? 'rbd') === (b.rbd.pool ?? 'rbd') &&
    a.rbd.image === b.rbd.image &&
    !bothReadOnly(a.rbd, b.rbd)
  );
}
