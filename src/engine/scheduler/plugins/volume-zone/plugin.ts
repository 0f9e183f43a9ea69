import { deepEqual } from '../../../../base/deep.ts';
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from '../../../../api/generated/types.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import {
  BETA_REGION_LABEL,
  BETA_ZONE_LABEL,
  REGION_LABEL,
  VOLUME_ZONE,
  ZONE_LABEL,
} from '../../framework/names.ts';
import { type Plugin, type PreFilterResult, SKIP } from '../../framework/plugin.ts';
import type { Snapshot } from '../../framework/snapshot.ts';
import { unresolvable } from '../../framework/status.ts';
import { ADD, UPDATE, UPDATE_NODE_LABEL } from '../../queue/cluster-event.ts';
import { claimClass, claimNotFound } from '../common/claims.ts';

const REJECTION = unresolvable(VOLUME_ZONE, 'node(s) had no available volume zone');
const TOPOLOGY_LABELS = [BETA_ZONE_LABEL, BETA_REGION_LABEL, ZONE_LABEL, REGION_LABEL];
const GENERAL: Readonly<Record<string, string>> = {
  [BETA_ZONE_LABEL]: ZONE_LABEL,
  [BETA_REGION_LABEL]: REGION_LABEL,
};

/** A zone or region label of a bound volume. */
interface VolumeTopology {
  readonly volume: string;
  readonly key: string;
  readonly values: readonly string[];
}

/** A volume that is labelled with a zone is reached from that zone only. Models plugins/volumezone (1.36). */
export function volumeZone(): Plugin<readonly VolumeTopology[]> {
  return {
    name: VOLUME_ZONE,
    events: [
      {
        event: { resource: 'storage.k8s.io/StorageClass', action: ADD },
        hint: (_pod, _before, after) => (after as StorageClass).volumeBindingMode === 'WaitForFirstConsumer',
      },
      { event: { resource: 'Node', action: ADD | UPDATE_NODE_LABEL } },
      {
        event: { resource: 'PersistentVolumeClaim', action: ADD | UPDATE },
        hint: (pod, _before, after) => {
          const { namespace, name } = (after as PersistentVolumeClaim).metadata;
          return namespace === pod.namespace && mountedClaims(pod.pod).includes(name);
        },
      },
      {
        event: { resource: 'PersistentVolume', action: ADD | UPDATE },
        hint: (_pod, before, after) =>
          before === undefined ||
          !deepEqual(topologiesOf(before as PersistentVolume), topologiesOf(after as PersistentVolume)),
      },
    ],
    preFilter: (pod, snapshot) => topologiesOfPod(pod, snapshot),
    filter(topologies, _pod, node) {
      if (!TOPOLOGY_LABELS.some((label) => node.labels[label] !== undefined)) return undefined;
      for (const { key, values } of topologies) {
        const value = node.labels[key] ?? node.labels[GENERAL[key] ?? key];
        if (value === undefined || !values.includes(value)) return REJECTION;
      }
      return undefined;
    },
    explainFilter: (topologies) => ({
      volumes: topologies.map(({ volume, key, values }) => `${volume}: ${key} in ${values.join(', ')}`),
    }),
  };
}

function mountedClaims(pod: Pod): string[] {
  return (pod.spec.volumes ?? []).flatMap(
    ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [],
  );
}

function topologiesOfPod(pod: PodInfo, { objects }: Snapshot): PreFilterResult<readonly VolumeTopology[]> {
  const rejected = (reason: string): PreFilterResult<never> => ({
    outcome: 'rejected',
    rejection: unresolvable(VOLUME_ZONE, reason),
  });
  const topologies: VolumeTopology[] = [];
  for (const name of mountedClaims(pod.pod)) {
    if (name === '') return rejected('PersistentVolumeClaim had no name');
    const claim = objects.claim(pod.namespace, name);
    if (claim === undefined) return rejected(claimNotFound(name));
    const volumeName = claim.spec?.volumeName ?? '';
    if (volumeName !== '') {
      const volume = objects.volume(volumeName);
      if (volume === undefined) return rejected(`persistentvolume "${volumeName}" not found`);
      topologies.push(...topologiesOf(volume));
      continue;
    }
    const className = claimClass(claim);
    if (className === '') return rejected('PersistentVolumeClaim had no pv name and storageClass name');
    const storageClass = objects.storageClass(className);
    if (storageClass === undefined) return rejected(`storageclass.storage.k8s.io "${className}" not found`);
    if (storageClass.volumeBindingMode === undefined)
      return rejected(`VolumeBindingMode not set for StorageClass "${className}"`);
    if (storageClass.volumeBindingMode !== 'WaitForFirstConsumer')
      return rejected('PersistentVolume had no name');
  }
  return topologies.length === 0 ? SKIP : { outcome: 'run', state: topologies };
}

function topologiesOf(volume: PersistentVolume): VolumeTopology[] {
  const labels = volume.metadata.labels ?? {};
  return TOPOLOGY_LABELS.flatMap((key) => {
    const zones = labels[key]?.split('__').map((zone) => zone.trim());
    // A label that is no list of zones is taken no notice of, as upstream does.
    return zones === undefined || zones.includes('')
      ? []
      : { volume: volume.metadata.name, key, values: zones };
  });
}
