import type {
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from '../../../api/generated/types.ts';
import { quantityValue } from '../../../api/quantity.ts';
import type { Client, Identity } from '../../machinery/client.ts';
import type { Component, ComponentContext } from '../../machinery/component.ts';
import { EventRecorder } from '../../machinery/event-recorder.ts';
import { Informer } from '../../machinery/informer.ts';
import { SharedInformers } from '../../machinery/informers.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import { ControllerGroup, ControllerLoop, DONE, type SyncResult, retry } from '../common/controller.ts';
import { keyOf } from '../common/objects.ts';
import {
  type HelperJob,
  PROVISIONER,
  helperPod,
  isReleased,
  nodeOf,
  nodeOfVolume,
  pathOf,
  refusal,
  volumeFor,
  volumeName,
  wantsVolume,
} from './volume.ts';

const CLAIMS = 'persistentvolumeclaims';
const VOLUMES = 'persistentvolumes';
const CLASSES = 'storageclasses.storage.k8s.io';
const APP = 'local-path-provisioner';
const HELPER_POLL_US = 1_000_000;
const HELPER_TIMEOUT_SECONDS = 120;
/** The library's back-off: 15 s to 1000 s. */
const DELAYS = { baseUs: 15_000_000, maxUs: 1_000_000_000 };

export interface LocalPathOptions {
  readonly identity: Identity;
  readonly namespace: string;
  readonly folder: string;
  readonly helperImage: string;
  /** The ConfigMap with the helpers' scripts, and the account that they run as. */
  readonly config: string;
  readonly account: string;
}

/**
 * kind's default storage. The program behind the Pods of the Deployment local-path-provisioner: it works while one of them is ready,
 * and what it does on a node it does with Pods. Models rancher/local-path-provisioner and sig-storage-lib-external-provisioner.
 */
export function createLocalPathProvisioner(context: ComponentContext, options: LocalPathOptions): Component {
  const client = context.connect(options.identity);
  let pods: Informer<Pod> | undefined;
  let life: { readonly pod: string; stop(): void } | undefined;
  const consider = (): void => {
    const ready = pods?.list().find(isAtWork)?.metadata.name;
    if (ready === life?.pod) return;
    life?.stop();
    life = ready === undefined ? undefined : { pod: ready, stop: work(context, client, options, ready) };
  };
  return {
    name: APP,
    start() {
      if (pods !== undefined) return;
      pods = new Informer<Pod>(context.kernel, client, 'pods', {
        namespace: options.namespace,
        labelSelector: `app=${APP}`,
      });
      pods.on({ added: consider, updated: consider, deleted: consider });
      pods.start();
    },
    stop() {
      pods?.stop();
      pods = undefined;
      life?.stop();
      life = undefined;
    },
  };
}

function isAtWork({ status }: Pod): boolean {
  return status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;
}

/** One Pod's process; answers how it ends. */
function work(context: ComponentContext, client: Client, options: LocalPathOptions, pod: string): () => void {
  const { kernel, settings } = context;
  const recorder = new EventRecorder(kernel, client, { component: `${PROVISIONER}_${pod}_${kernel.uid()}` });
  const informers = new SharedInformers(kernel, client);
  const claims = informers.of<PersistentVolumeClaim>(CLAIMS);
  const volumes = informers.of<PersistentVolume>(VOLUMES);
  const classes = informers.of<StorageClass>(CLASSES);
  const provisioner = new Provisioner({ client, recorder, classes, options });
  const waitFor = [CLAIMS, VOLUMES, CLASSES];
  const controllers = { kernel, settings, client, recorder, informers };
  const claimLoop = new ControllerLoop(controllers, {
    name: 'local-path-claims',
    workers: 4,
    waitFor,
    delays: DELAYS,
    *sync(key) {
      const claim = claims.getByKey(key);
      return claim === undefined || !wantsVolume(claim) ? DONE : yield* provisioner.provision(claim);
    },
  });
  const volumeLoop = new ControllerLoop(controllers, {
    name: 'local-path-volumes',
    workers: 4,
    waitFor,
    delays: DELAYS,
    *sync(key) {
      const volume = volumes.getByKey(key);
      return volume === undefined || !isReleased(volume) ? DONE : yield* provisioner.remove(volume);
    },
  });
  const wakeClaim = (claim: PersistentVolumeClaim): void => claimLoop.queue.add(keyOf(claim));
  const wakeVolume = (volume: PersistentVolume): void => volumeLoop.queue.add(keyOf(volume));
  claims.on({ added: wakeClaim, updated: wakeClaim });
  volumes.on({ added: wakeVolume, updated: wakeVolume });
  const group = new ControllerGroup(APP, [claimLoop, volumeLoop]);
  informers.start();
  group.start();
  return () => {
    group.stop();
    informers.stop();
    recorder.stop();
  };
}

interface Parts {
  readonly client: Client;
  readonly recorder: EventRecorder;
  readonly classes: Informer<StorageClass>;
  readonly options: LocalPathOptions;
}

class Provisioner {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** A folder on the chosen node, then the volume. Models provisionClaimOperation. */
  *provision(claim: PersistentVolumeClaim): Task<SyncResult> {
    const { client, recorder, classes, options } = this.parts;
    const { namespace, name } = claim.metadata;
    const storageClass = classes.getByKey(claim.spec.storageClassName ?? '');
    const node = nodeOf(claim);
    if (storageClass === undefined || node === undefined) return DONE;
    const volume = volumeName(claim);
    // The caches may lag behind what the last try has done.
    if ((yield* client.get(VOLUMES, { namespace: '', name: volume })).ok) return DONE;
    recorder.event(
      claim,
      'Normal',
      'Provisioning',
      `External provisioner is provisioning volume for claim "${namespace}/${name}"`,
    );
    const failed = (why: string): SyncResult => {
      const text = `failed to provision volume with StorageClass "${storageClass.metadata.name}": ${why}`;
      recorder.event(claim, 'Warning', 'ProvisioningFailed', text);
      return retry(text);
    };
    const refused = refusal(claim);
    if (refused !== undefined) return failed(refused);
    const wrong = yield* this.help({
      action: 'create',
      volume,
      path: pathOf(claim, options.folder),
      node,
      sizeBytes: String(quantityValue(claim.spec.resources?.requests?.['storage'] ?? '0')),
    });
    if (wrong !== undefined) return failed(`failed to create volume ${volume}: ${wrong}`);
    const made = yield* client.create(
      VOLUMES,
      volumeFor(claim, storageClass, { node, folder: options.folder }),
    );
    if (!made.ok && made.error.code !== 409) return retry(made.error.message);
    recorder.event(claim, 'Normal', 'ProvisioningSucceeded', `Successfully provisioned volume ${volume}`);
    return DONE;
  }

  /** The folder goes, then the volume. Models deleteVolumeOperation. */
  *remove(volume: PersistentVolume): Task<SyncResult> {
    const { client, recorder } = this.parts;
    const { name } = volume.metadata;
    const path = volume.spec.hostPath?.path ?? '';
    const node = nodeOfVolume(volume);
    const fresh = yield* client.get<PersistentVolume>(VOLUMES, { namespace: '', name });
    if (!fresh.ok || !isReleased(fresh.value)) return DONE;
    if (node !== undefined && path !== '') {
      const sizeBytes = String(quantityValue(volume.spec.capacity?.['storage'] ?? '0'));
      const wrong = yield* this.help({ action: 'delete', volume: name, path, node, sizeBytes });
      if (wrong !== undefined) {
        const text = `failed to delete volume ${name}: ${wrong}`;
        recorder.event(volume, 'Warning', 'VolumeFailedDelete', text);
        return retry(text);
      }
    }
    const gone = yield* client.delete(VOLUMES, { namespace: '', name });
    return gone.ok || gone.error.code === 404 ? DONE : retry(gone.error.message);
  }

  /** Runs a Pod on the node to its end and takes it away; answers what went wrong. Models createHelperPod. */
  private *help(job: HelperJob): Task<string | undefined> {
    const { client, options } = this.parts;
    const { namespace, helperImage: image, config, account } = options;
    const pod = helperPod(job, { namespace, image, config, account });
    const ref = { namespace, name: pod.metadata?.name ?? '' };
    const created = yield* client.create('pods', pod);
    if (!created.ok && created.error.code !== 409) return created.error.message;
    let outcome: string | undefined = `${job.action} process timeout after ${HELPER_TIMEOUT_SECONDS} seconds`;
    for (let second = 0; second < HELPER_TIMEOUT_SECONDS; second++) {
      const found = yield* client.get<Pod>('pods', ref);
      if (!found.ok) {
        outcome = found.error.message;
        break;
      }
      if (found.value.status?.phase === 'Succeeded') {
        outcome = undefined;
        break;
      }
      yield* sleep(HELPER_POLL_US);
    }
    yield* client.delete('pods', ref);
    return outcome;
  }
}
