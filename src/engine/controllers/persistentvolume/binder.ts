import type {
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeStatus,
  Pod,
  StorageClass,
} from '../../../api/generated/types.ts';
import { deepEqual } from '../../../base/deep.ts';
import { formatTime } from '../../../api/time.ts';
import type { Task } from '../../kernel/task.ts';
import type { Informer } from '../../machinery/informer.ts';
import type { ControllerContext } from '../common/controller.ts';
import { keyOf, refOf } from '../common/objects.ts';
import { recordDecision } from '../common/step.ts';
import {
  bestMatch,
  boundCapacity,
  classOfClaim,
  deleter,
  isBoundTo,
  lacksClass,
  mismatch,
  sameMode,
} from './match.ts';
import type { Store } from './store.ts';

export const CLAIMS = 'persistentvolumeclaims';
export const VOLUMES = 'persistentvolumes';
export const CLASSES = 'storageclasses.storage.k8s.io';
const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed';
const BOUND_BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller';
const SELECTED_NODE = 'volume.kubernetes.io/selected-node';
const PROVISIONERS = [
  'volume.beta.kubernetes.io/storage-provisioner',
  'volume.kubernetes.io/storage-provisioner',
] as const;
const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';

export interface BinderParts {
  readonly context: ControllerContext;
  readonly volumes: Store<PersistentVolume>;
  readonly claims: Store<PersistentVolumeClaim>;
  readonly classes: Informer<StorageClass>;
  readonly pods: Informer<Pod>;
  /** Asks for a claim to be looked at. */
  wakeClaim(key: string): void;
  recycle(volume: PersistentVolume): void;
}

/** Binds claims to volumes and lets volumes go. Models pkg/controller/volume/persistentvolume pv_controller.go (1.36). */
export class Binder {
  private readonly parts: BinderParts;

  constructor(parts: BinderParts) {
    this.parts = parts;
  }

  /** Brings one claim a step further; a refused write is tried again at the next look. */
  *syncClaim(claim: PersistentVolumeClaim): Task {
    if (claim.metadata.annotations?.[BIND_COMPLETED] === undefined) yield* this.syncUnbound(claim);
    else yield* this.syncBound(claim);
  }

  private event(
    object: PersistentVolume | PersistentVolumeClaim,
    type: 'Normal' | 'Warning',
    reason: string,
    message: string,
  ): void {
    this.parts.context.recorder.event(object, type, reason, message);
  }

  private note(object: PersistentVolume | PersistentVolumeClaim, name: string, note: string): void {
    const resource = object.kind === 'PersistentVolume' ? VOLUMES : CLAIMS;
    recordDecision(this.parts.context, object, { controller: 'persistentvolume', name, resource, note });
  }

  private *syncUnbound(claim: PersistentVolumeClaim): Task {
    const { volumeName = '' } = claim.spec;
    if (volumeName !== '') return yield* this.syncNamed(claim, volumeName);
    const waits = this.waitsForConsumer(claim);
    const volume = bestMatch(this.parts.volumes.values(), claim, waits);
    if (volume !== undefined) {
      this.note(claim, 'bind', `${volume.metadata.name} is the smallest that will do: bind`);
      return yield* this.bind(volume, claim);
    }
    if (yield* this.assignDefaultClass(claim)) return;
    if (waits && claim.metadata.annotations?.[SELECTED_NODE] === undefined) this.tellWaiting(claim);
    else if (classOfClaim(claim) !== '') return yield* this.provision(claim);
    else
      this.event(
        claim,
        'Normal',
        'FailedBinding',
        'no persistent volumes available for this claim and no storage class is set',
      );
    this.note(claim, 'wait', 'no volume will do');
    yield* this.claimStatus(claim, 'Pending', undefined);
  }

  /** The claim asks for a volume by name. */
  private *syncNamed(claim: PersistentVolumeClaim, name: string): Task {
    const volume = this.parts.volumes.get(name);
    if (volume === undefined) return yield* this.claimStatus(claim, 'Pending', undefined);
    if (volume.spec.claimRef === undefined) {
      const wrong = mismatch(volume, claim);
      if (wrong === undefined) return yield* this.bind(volume, claim);
      this.event(claim, 'Warning', 'VolumeMismatch', `Cannot bind to requested volume "${name}": ${wrong}`);
      return yield* this.claimStatus(claim, 'Pending', undefined);
    }
    if (isBoundTo(volume, claim)) return yield* this.bind(volume, claim);
    if (claim.metadata.annotations?.[BOUND_BY_CONTROLLER] !== undefined) return;
    this.event(claim, 'Warning', 'FailedBinding', `volume "${name}" already bound to a different claim.`);
    yield* this.claimStatus(claim, 'Pending', undefined);
  }

  private *syncBound(claim: PersistentVolumeClaim): Task {
    const { volumeName = '' } = claim.spec;
    if (volumeName === '') {
      return yield* this.lose(
        claim,
        'ClaimLost',
        'Bound claim has lost reference to PersistentVolume. Data on the volume is lost!',
      );
    }
    const volume = this.parts.volumes.get(volumeName);
    if (volume === undefined) {
      return yield* this.lose(
        claim,
        'ClaimLost',
        'Bound claim has lost its PersistentVolume. Data on the volume is lost!',
      );
    }
    const { claimRef } = volume.spec;
    if (claimRef === undefined || claimRef.uid === claim.metadata.uid) return yield* this.bind(volume, claim);
    yield* this.lose(
      claim,
      'ClaimMisbound',
      'Two claims are bound to the same volume, this one is bound incorrectly',
    );
  }

  private *lose(claim: PersistentVolumeClaim, reason: string, message: string): Task {
    if (claim.status?.phase === 'Lost') return;
    yield* this.claimStatus(claim, 'Lost', undefined);
    this.event(claim, 'Warning', reason, message);
  }

  private classOf(claim: PersistentVolumeClaim): StorageClass | undefined {
    return this.parts.classes.getByKey(classOfClaim(claim));
  }

  private waitsForConsumer(claim: PersistentVolumeClaim): boolean {
    return this.classOf(claim)?.volumeBindingMode === 'WaitForFirstConsumer';
  }

  /** Models assignDefaultStorageClass: a claim from before there was a default class gets it. */
  private *assignDefaultClass(claim: PersistentVolumeClaim): Task<boolean> {
    if (!lacksClass(claim)) return false;
    const defaults = this.parts.classes
      .list()
      .filter(({ metadata }) => metadata.annotations?.[DEFAULT_CLASS] === 'true');
    const newestFirst = defaults.sort((a, b) =>
      (a.metadata.creationTimestamp ?? '') < (b.metadata.creationTimestamp ?? '') ? 1 : -1,
    );
    const name = newestFirst[0]?.metadata.name;
    if (name === undefined) return false;
    yield* this.writeClaim({ ...claim, spec: { ...claim.spec, storageClassName: name } });
    return true;
  }

  private tellWaiting(claim: PersistentVolumeClaim): void {
    const users = this.parts.pods
      .list()
      .filter(
        ({ metadata, spec }) =>
          metadata.namespace === claim.metadata.namespace &&
          (spec.nodeName ?? '') === '' &&
          spec.volumes?.some(
            ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === claim.metadata.name,
          ) === true,
      );
    const names = users.map(({ metadata }) => metadata.name);
    if (names.length === 0)
      return this.event(
        claim,
        'Normal',
        'WaitForFirstConsumer',
        'waiting for first consumer to be created before binding',
      );
    const what = names.length === 1 ? `pod ${names[0]}` : `pods ${names.join(',')}`;
    this.event(claim, 'Normal', 'WaitForPodScheduled', `waiting for ${what} to be scheduled`);
  }

  /** Every provisioner is somebody else's. Models provisionClaim for external ones. */
  private *provision(claim: PersistentVolumeClaim): Task {
    const name = classOfClaim(claim);
    const provisioner = this.classOf(claim)?.provisioner;
    if (provisioner === undefined || provisioner.startsWith('kubernetes.io/')) {
      const why =
        provisioner === undefined
          ? `storageclass.storage.k8s.io "${name}" not found`
          : `no volume plugin matched name: ${provisioner}`;
      this.event(claim, 'Warning', 'ProvisioningFailed', why);
      this.note(claim, 'wait', why);
      return;
    }
    const annotations = { ...claim.metadata.annotations };
    for (const annotation of PROVISIONERS) annotations[annotation] = provisioner;
    const current = deepEqual(annotations, claim.metadata.annotations)
      ? claim
      : yield* this.writeClaim({ ...claim, metadata: { ...claim.metadata, annotations } });
    if (current === undefined) return;
    this.note(claim, 'provision', `no volume will do: ask ${provisioner} for one`);
    const text = `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`;
    this.event(current, 'Normal', 'ExternalProvisioning', text);
  }

  /** Volume, its phase, claim, its status: in this order, so that a broken binding can be taken up again. */
  private *bind(volume: PersistentVolume, claim: PersistentVolumeClaim): Task {
    const bound = yield* this.bindVolume(volume, claim);
    const phased = bound === undefined ? undefined : yield* this.volumePhase(bound, { phase: 'Bound' });
    if (phased === undefined) return;
    const named = yield* this.bindClaim(claim, phased);
    if (named !== undefined) yield* this.claimStatus(named, 'Bound', phased);
  }

  private *bindVolume(
    volume: PersistentVolume,
    claim: PersistentVolumeClaim,
  ): Task<PersistentVolume | undefined> {
    const { claimRef } = volume.spec;
    if (claimRef?.uid === claim.metadata.uid) return volume;
    const { namespace, name, uid, resourceVersion } = claim.metadata;
    const wanted = { kind: 'PersistentVolumeClaim', namespace, name, uid, apiVersion: 'v1', resourceVersion };
    const annotations =
      claimRef === undefined
        ? { ...volume.metadata.annotations, [BOUND_BY_CONTROLLER]: 'yes' }
        : volume.metadata.annotations;
    return yield* this.writeVolume({
      ...volume,
      metadata: { ...volume.metadata, annotations },
      spec: { ...volume.spec, claimRef: wanted },
    });
  }

  private *bindClaim(
    claim: PersistentVolumeClaim,
    volume: PersistentVolume,
  ): Task<PersistentVolumeClaim | undefined> {
    const annotations: Record<string, string> = { ...claim.metadata.annotations };
    const { name } = volume.metadata;
    if (claim.spec.volumeName !== name) annotations[BOUND_BY_CONTROLLER] = 'yes';
    annotations[BIND_COMPLETED] = 'yes';
    if (claim.spec.volumeName === name && deepEqual(annotations, claim.metadata.annotations)) return claim;
    return yield* this.writeClaim({
      ...claim,
      metadata: { ...claim.metadata, annotations },
      spec: { ...claim.spec, volumeName: name },
    });
  }

  private *claimStatus(
    claim: PersistentVolumeClaim,
    phase: 'Pending' | 'Bound' | 'Lost',
    volume: PersistentVolume | undefined,
  ): Task {
    const { accessModes: _modes, capacity: _capacity, ...rest } = claim.status ?? {};
    const bound =
      volume === undefined
        ? {}
        : { accessModes: volume.spec.accessModes, capacity: boundCapacity(claim, volume) };
    const status = { ...rest, ...bound, phase };
    if (deepEqual(status, claim.status)) return;
    const written = yield* this.parts.context.client.updateStatus<PersistentVolumeClaim>(CLAIMS, {
      ...claim,
      status,
    });
    if (written.ok) this.parts.claims.put(written.value);
  }

  /** Writes a phase where it is another. */
  *volumePhase(volume: PersistentVolume, wanted: PersistentVolumeStatus): Task<PersistentVolume | undefined> {
    if (volume.status?.phase === wanted.phase) return volume;
    const status = { ...wanted, lastPhaseTransitionTime: formatTime(this.parts.context.kernel.unixUs()) };
    const written = yield* this.parts.context.client.updateStatus<PersistentVolume>(VOLUMES, {
      ...volume,
      status,
    });
    if (!written.ok) return undefined;
    this.parts.volumes.put(written.value);
    return written.value;
  }

  private *writeClaim(claim: PersistentVolumeClaim): Task<PersistentVolumeClaim | undefined> {
    const written = yield* this.parts.context.client.update<PersistentVolumeClaim>(CLAIMS, claim);
    if (!written.ok) return undefined;
    this.parts.claims.put(written.value);
    return written.value;
  }

  private *writeVolume(volume: PersistentVolume): Task<PersistentVolume | undefined> {
    const written = yield* this.parts.context.client.update<PersistentVolume>(VOLUMES, volume);
    if (!written.ok) return undefined;
    this.parts.volumes.put(written.value);
    return written.value;
  }

  /** Brings one volume a step further. */
  *syncVolume(volume: PersistentVolume): Task {
    const { claimRef } = volume.spec;
    if (claimRef === undefined || (claimRef.uid ?? '') === '') {
      yield* this.volumePhase(volume, { phase: 'Available' });
      return;
    }
    const claim = yield* this.claimOf(claimRef.namespace ?? '', claimRef.name ?? '', claimRef.uid ?? '');
    if (claim === undefined) return yield* this.release(volume);
    if ((claim.spec.volumeName ?? '') === '') {
      if (!sameMode(volume, claim)) return this.tellModeMismatch(volume, claim);
      return this.parts.wakeClaim(keyOf(claim));
    }
    if (claim.spec.volumeName === volume.metadata.name) {
      yield* this.volumePhase(volume, { phase: 'Bound' });
      return;
    }
    const provisioned = volume.metadata.annotations?.['pv.kubernetes.io/provisioned-by'] !== undefined;
    if (provisioned && volume.spec.persistentVolumeReclaimPolicy === 'Delete')
      return yield* this.release(volume);
    yield* this.unbind(volume);
  }

  /** The claim of that UID; a cache that has none is not believed without asking. */
  private *claimOf(namespace: string, name: string, uid: string): Task<PersistentVolumeClaim | undefined> {
    const cached = this.parts.claims.get(keyOf({ metadata: { namespace, name } }));
    if (cached?.metadata.uid === uid) return cached;
    const fresh = yield* this.parts.context.client.get<PersistentVolumeClaim>(CLAIMS, { namespace, name });
    return fresh.ok && fresh.value.metadata.uid === uid ? fresh.value : undefined;
  }

  private tellModeMismatch(volume: PersistentVolume, claim: PersistentVolumeClaim): void {
    const why = 'due to incompatible volumeMode.';
    const { name } = volume.metadata;
    this.event(
      volume,
      'Warning',
      'VolumeMismatch',
      `Cannot bind PersistentVolume to requested PersistentVolumeClaim "${claim.metadata.name}" ${why}`,
    );
    this.event(
      claim,
      'Warning',
      'VolumeMismatch',
      `Cannot bind PersistentVolume "${name}" to requested PersistentVolumeClaim ${why}`,
    );
  }

  /** Its claim is gone: Released, and then what its policy says. Models reclaimVolume. */
  private *release(volume: PersistentVolume): Task {
    const { phase } = volume.status ?? {};
    const released =
      phase === 'Released' || phase === 'Failed'
        ? volume
        : yield* this.volumePhase(volume, { phase: 'Released' });
    const policy = volume.spec.persistentVolumeReclaimPolicy ?? 'Retain';
    this.note(volume, 'release', `its claim is gone: ${policy}`);
    if (released === undefined) return;
    if (policy === 'Recycle') this.parts.recycle(released);
    if (policy !== 'Delete') return;
    const how = deleter(released);
    if (how === 'external') return;
    if (how === 'own') {
      yield* this.parts.context.client.delete(VOLUMES, refOf(released));
      return;
    }
    if (released.status?.phase === 'Failed') return;
    yield* this.volumePhase(released, { phase: 'Failed', message: how.error });
    this.event(released, 'Warning', 'VolumeFailedDelete', how.error);
  }

  /** Its claim is bound elsewhere. Models unbindVolume. */
  *unbind(volume: PersistentVolume): Task {
    const { [BOUND_BY_CONTROLLER]: byController, ...annotations } = volume.metadata.annotations ?? {};
    const { claimRef, ...spec } = volume.spec;
    const kept =
      byController === undefined && claimRef !== undefined
        ? { ...spec, claimRef: { ...claimRef, uid: '' } }
        : spec;
    const written = yield* this.writeVolume({
      ...volume,
      metadata: { ...volume.metadata, annotations },
      spec: kept,
    });
    if (written !== undefined) yield* this.volumePhase(written, { phase: 'Available' });
  }
}
