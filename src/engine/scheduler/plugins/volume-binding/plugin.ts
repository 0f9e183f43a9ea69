import { deepEqual } from '../../../../base/deep.ts';
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  PersistentVolumeClaim,
  StorageClass,
} from '../../../../api/generated/types.ts';
import { amountOf, cmpAmounts } from '../../../../api/quantity.ts';
import type { PluginArgs } from '../../config/args.ts';
import type { SchedulerHandle } from '../../framework/handle.ts';
import { VOLUME_BINDING } from '../../framework/names.ts';
import { type EventRegistration, type Plugin, SKIP } from '../../framework/plugin.ts';
import { failure, unresolvable } from '../../framework/status.ts';
import { ADD, UPDATE, UPDATE_NODE_LABEL } from '../../queue/cluster-event.ts';
import { AssumedObjects, type VolumeObjects } from './assumed-objects.ts';
import { VolumeBinder } from './binder.ts';
import {
  type PodVolumeClaims,
  type PodVolumes,
  claimTrouble,
  findPodVolumes,
  podVolumeClaims,
} from './find-volumes.ts';

interface State {
  readonly claims: PodVolumeClaims;
  readonly objects: VolumeObjects;
  /** What Filter found, by node. */
  readonly byNode: Map<string, PodVolumes>;
  /** What Reserve assumed. */
  reserved?: PodVolumes;
}

/** Bound volumes must be reachable; unbound ones are found, or asked for, on the node. Models plugins/volumebinding (1.36). */
export function volumeBinding(
  args: PluginArgs['volumeBinding'],
  handle: SchedulerHandle | undefined,
): Plugin<State> {
  const assumed = handle === undefined ? undefined : new AssumedObjects(handle.objects);
  const plugin: Plugin<State> = {
    name: VOLUME_BINDING,
    events: EVENTS,
    preFilter(pod, snapshot) {
      if (pod.claims.length === 0) return SKIP;
      const objects = assumed ?? snapshot.objects;
      const trouble = claimTrouble(pod.pod, objects);
      if (trouble !== undefined)
        return { outcome: 'rejected', rejection: unresolvable(VOLUME_BINDING, trouble) };
      const claims = podVolumeClaims(pod, objects);
      if (claims.immediate.length > 0) {
        const rejection = unresolvable(VOLUME_BINDING, 'pod has unbound immediate PersistentVolumeClaims');
        return { outcome: 'rejected', rejection };
      }
      return { outcome: 'run', state: { claims, objects, byNode: new Map() } };
    },
    filter(state, _pod, node) {
      const { reasons, volumes } = findPodVolumes(state.claims, node, state.objects);
      if (reasons.length > 0) return unresolvable(VOLUME_BINDING, ...reasons);
      state.byNode.set(node.name, volumes);
      return undefined;
    },
    explainFilter(state, _pod, node) {
      const found = state.byNode.get(node.name);
      return {
        bound: state.claims.bound.map(({ metadata, spec }) => `${metadata.name}: ${spec?.volumeName ?? ''}`),
        toBind: (found?.bindings ?? []).map(
          ({ claim, volume }) => `${claim.metadata.name}: ${volume.metadata.name}`,
        ),
        toProvision: (found?.provisions ?? []).map(({ metadata }) => metadata.name),
      };
    },
    // Scoring by capacity is off by default (StorageCapacityScoring).
    preScore: () => SKIP,
    score: () => 0,
  };
  if (handle === undefined || assumed === undefined) return plugin;
  return { ...plugin, ...effects(new VolumeBinder(handle, assumed, args.bindTimeoutSeconds)) };
}

function isEmpty(volumes: PodVolumes | undefined): boolean {
  return volumes === undefined || (volumes.bindings.length === 0 && volumes.provisions.length === 0);
}

function effects(binder: VolumeBinder): Partial<Plugin<State>> {
  return {
    reserve(state, _pod, node) {
      const volumes = state?.byNode.get(node);
      if (state === undefined || volumes === undefined || isEmpty(volumes)) return undefined;
      binder.assume(volumes, node);
      state.reserved = volumes;
      return undefined;
    },
    unreserve(state) {
      if (state?.reserved !== undefined) binder.revert(state.reserved);
    },
    preBindPreFlight: (state) => !isEmpty(state?.reserved),
    *preBind(state, pod, node) {
      if (state?.reserved === undefined) return undefined;
      const trouble = yield* binder.bind(state.reserved, pod, node);
      return trouble === undefined ? undefined : failure(VOLUME_BINDING, `binding volumes: ${trouble}`);
    },
  };
}

function volumeLimit(capacity: CSIStorageCapacity): string | undefined {
  return capacity.maximumVolumeSize ?? capacity.capacity;
}

const MIGRATED_PLUGINS_ANNOTATION = 'storage.alpha.kubernetes.io/migrated-plugins';

const EVENTS: readonly EventRegistration[] = [
  {
    event: { resource: 'storage.k8s.io/StorageClass', action: ADD | UPDATE },
    hint: (_pod, before, after) =>
      before === undefined ||
      !deepEqual((before as StorageClass).allowedTopologies, (after as StorageClass).allowedTopologies),
  },
  {
    event: { resource: 'PersistentVolumeClaim', action: ADD | UPDATE },
    hint: (pod, _before, after) => {
      const { namespace, name } = (after as PersistentVolumeClaim).metadata;
      return namespace === pod.namespace && pod.claims.includes(name);
    },
  },
  { event: { resource: 'PersistentVolume', action: ADD | UPDATE } },
  { event: { resource: 'Node', action: ADD | UPDATE_NODE_LABEL } },
  {
    event: { resource: 'storage.k8s.io/CSINode', action: ADD | UPDATE },
    hint: (_pod, before, after) => {
      const migrated = (node: unknown): string | undefined =>
        (node as CSINode).metadata.annotations?.[MIGRATED_PLUGINS_ANNOTATION];
      return before === undefined || migrated(before) !== migrated(after);
    },
  },
  {
    event: { resource: 'storage.k8s.io/CSIDriver', action: UPDATE },
    hint: (pod, before, after) => {
      const driver = after as CSIDriver;
      if (pod.pod.spec.volumes?.some(({ csi }) => csi?.driver === driver.metadata.name) !== true)
        return false;
      return (before as CSIDriver).spec.storageCapacity === true && driver.spec.storageCapacity !== true;
    },
  },
  {
    event: { resource: 'storage.k8s.io/CSIStorageCapacity', action: ADD | UPDATE },
    hint: (_pod, before, after) => {
      if (before === undefined) return true;
      const former = volumeLimit(before as CSIStorageCapacity);
      const now = volumeLimit(after as CSIStorageCapacity);
      return now !== undefined && (former === undefined || cmpAmounts(amountOf(now), amountOf(former)) > 0);
    },
  },
];
