import type {
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from '../../../api/generated/types.ts';
import type { TaskHandle } from '../../kernel/kernel.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerGroup,
  ControllerLoop,
  DONE,
} from '../common/controller.ts';
import { keyOf } from '../common/objects.ts';
import { Binder, CLAIMS, CLASSES, VOLUMES } from './binder.ts';
import { LateRecycler } from './late-recycler.ts';
import { Store } from './store.ts';

const RESYNC_US = 15_000_000;

/** Binds PersistentVolumeClaims. Models pkg/controller/volume/persistentvolume (1.36). */
export function createPersistentVolumeController(context: ControllerContext): Controller {
  const volumes = new Store<PersistentVolume>();
  const claims = new Store<PersistentVolumeClaim>();
  const binder = new Binder({
    context,
    volumes,
    claims,
    classes: context.informers.of<StorageClass>(CLASSES),
    pods: context.informers.of<Pod>('pods'),
    wakeClaim: (key) => claimLoop.queue.add(key),
    recycle: (volume) => recycler.take(volume),
  });
  const recycler = new LateRecycler({
    context,
    phase: (volume, wanted) => binder.volumePhase(volume, wanted),
    unbind: (volume) => binder.unbind(volume),
  });
  const waitFor = [CLAIMS, VOLUMES, CLASSES, 'pods'];
  const claimLoop = new ControllerLoop(context, {
    name: 'claims',
    workers: 1,
    waitFor,
    *sync(key) {
      const claim = claims.get(key);
      if (claim !== undefined) yield* binder.syncClaim(claim);
      return DONE;
    },
  });
  const volumeLoop = new ControllerLoop(context, {
    name: 'volumes',
    workers: 1,
    waitFor,
    *sync(key) {
      const volume = volumes.get(key);
      if (volume !== undefined) yield* binder.syncVolume(volume);
      return DONE;
    },
  });
  followClaims(context, { store: claims, claims: claimLoop, volumes: volumeLoop });
  followVolumes(context, { store: volumes, claims: claimLoop, volumes: volumeLoop });
  const resync = (): void => {
    for (const claim of claims.values()) claimLoop.queue.add(keyOf(claim));
    for (const volume of volumes.values()) volumeLoop.queue.add(keyOf(volume));
  };
  const members = [claimLoop, volumeLoop, recycler, new Resync(context, resync)];
  return new ControllerGroup('persistentvolume-binder', members);
}

interface Loops<T extends PersistentVolume | PersistentVolumeClaim> {
  readonly store: Store<T>;
  readonly claims: ControllerLoop;
  readonly volumes: ControllerLoop;
}

function followClaims(
  context: ControllerContext,
  { store, claims, volumes }: Loops<PersistentVolumeClaim>,
): void {
  const changed = (claim: PersistentVolumeClaim): void => {
    if (store.put(claim)) claims.queue.add(keyOf(claim));
  };
  context.informers.of<PersistentVolumeClaim>(CLAIMS).on({
    added: changed,
    updated: changed,
    deleted: (claim) => {
      store.delete(claim);
      const { volumeName = '' } = claim.spec;
      if (volumeName !== '') volumes.queue.add(volumeName);
    },
  });
}

function followVolumes(
  context: ControllerContext,
  { store, claims, volumes }: Loops<PersistentVolume>,
): void {
  const changed = (volume: PersistentVolume): void => {
    if (store.put(volume)) volumes.queue.add(keyOf(volume));
  };
  context.informers.of<PersistentVolume>(VOLUMES).on({
    added: changed,
    updated: changed,
    deleted: (volume) => {
      store.delete(volume);
      const { claimRef } = volume.spec;
      if (claimRef !== undefined)
        claims.queue.add(keyOf({ metadata: { namespace: claimRef.namespace, name: claimRef.name } }));
    },
  });
}

/** Looks at everything again and again: a new volume or a freed one is found at the latest then. */
class Resync implements Controller {
  readonly name = 'persistentvolume-resync';
  private readonly context: ControllerContext;
  private readonly resync: () => void;
  private task: TaskHandle<void> | undefined;

  constructor(context: ControllerContext, resync: () => void) {
    this.context = context;
    this.resync = resync;
  }

  start(): void {
    this.task = this.context.kernel.spawn(this.run(), { background: true });
  }

  stop(): void {
    this.task?.cancel();
    this.task = undefined;
  }

  private *run(): Task {
    for (;;) {
      yield* sleep(RESYNC_US);
      this.context.kernel.setCause(undefined);
      this.resync();
    }
  }
}
