import type { PersistentVolume, PersistentVolumeStatus, Pod } from '../../../api/generated/types.ts';
import type { KubeObject } from '../../../api/object.ts';
import { quantityValue } from '../../../api/quantity.ts';
import { assertUnreachable } from '../../../base/assert.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { TaskHandle } from '../../kernel/kernel.ts';
import { Channel, type Task } from '../../kernel/task.ts';
import type { ApiError, WatchEvent, WatchHandle } from '../../machinery/client.ts';
import type { ControllerContext } from '../common/controller.ts';

// Models recycleVolumeOperation, pkg/volume/hostpath Recycle and recyclerclient (1.36).

const NAMESPACE = 'default';
const IMAGE = 'registry.k8s.io/build-image/debian-base:bookworm-v1.0.6';
const SCRIPT = 'test -e /scrub && find /scrub -mindepth 1 -delete && test -z "$(ls -A /scrub)" || exit 1';
/** How long emptying may take: by the GiB, and at least. */
const SECONDS_PER_GIB = 30;
const LEAST_SECONDS = 60;
const GIB = 2 ** 30;

type EventType = 'Normal' | 'Warning';

/** What the watches tell: a version of the Pod, an Event about it, or that nothing more will come. */
type Told =
  | { readonly kind: 'pod'; readonly pod: Pod; readonly gone: boolean }
  | { readonly kind: 'event'; readonly type: EventType; readonly text: string }
  | { readonly kind: 'closed' };

const OLD_POD = 'old recycler pod found, will retry later';

export interface RecyclerParts {
  readonly context: ControllerContext;
  /** Writes a phase where it is another. */
  phase(volume: PersistentVolume, wanted: PersistentVolumeStatus): Task<PersistentVolume | undefined>;
  /** Takes the claim off, which makes the volume available. */
  unbind(volume: PersistentVolume): Task;
}

/** Empties released volumes whose policy is Recycle, each by a Pod that mounts it. */
export class Recycler {
  private readonly parts: RecyclerParts;
  private readonly running = new Map<string, TaskHandle<void>>();

  constructor(parts: RecyclerParts) {
    this.parts = parts;
  }

  stop(): void {
    for (const task of this.running.values()) task.cancel();
    this.running.clear();
  }

  /** Begins with a volume, unless that is under way. */
  take(volume: PersistentVolume): void {
    const { uid } = volume.metadata;
    if (this.running.has(uid)) return;
    const task = this.parts.context.kernel.spawn(this.recycle(volume));
    this.running.set(uid, task);
    task.done.subscribe(() => this.running.delete(uid));
  }

  private *recycle(seen: PersistentVolume): Task {
    const { context, phase, unbind } = this.parts;
    const fresh = yield* context.client.get<PersistentVolume>('persistentvolumes', {
      namespace: '',
      name: seen.metadata.name,
    });
    if (!fresh.ok || fresh.value.spec.claimRef === undefined) return;
    const volume = fresh.value;
    const template = recyclerPod(volume);
    const emptied =
      template === undefined
        ? err('No recycler plugin found for the volume!')
        : yield* this.empty(volume, template);
    if (emptied.ok) {
      context.recorder.event(volume, 'Normal', 'VolumeRecycled', 'Volume recycled');
      return yield* unbind(volume);
    }
    if (volume.status?.phase === 'Failed') return;
    yield* phase(volume, { phase: 'Failed', message: emptied.error });
    context.recorder.event(volume, 'Warning', 'VolumeFailedRecycle', emptied.error);
  }

  /** Makes the Pod and waits for its end; whatever that is, the Pod goes. */
  private *empty(volume: PersistentVolume, template: object): Task<Result<void, string>> {
    const { client } = this.parts.context;
    const ref = { namespace: NAMESPACE, name: podName(volume) };
    const told = new Channel<Told>();
    const watches = yield* this.watch(ref.name, told);
    const made = yield* client.create<Pod>('pods', template as Pod);
    const failure = made.ok ? yield* this.outcome(volume, told) : notMade(made.error);
    for (const watch of watches) watch.stop();
    if (!made.ok && failure !== OLD_POD) return err(`Recycle failed: ${failure}`);
    const deleted = yield* client.delete('pods', ref);
    if (failure !== undefined) return err(`Recycle failed: ${failure}`);
    return deleted.ok ? ok() : err(`Recycle failed: failed to delete recycler pod: ${deleted.error.message}`);
  }

  /** Why the Pod did not do it, undefined when it did; its Events are told of the volume too. Models waitForPod. */
  private *outcome(volume: PersistentVolume, told: Channel<Told>): Task<string | undefined> {
    const failed = (why: string): string => `failed to recycle volume: ${why}`;
    for (;;) {
      const next = yield* told.receive();
      switch (next.kind) {
        case 'event':
          this.parts.context.recorder.event(volume, next.type, 'RecyclerPod', `Recycler pod: ${next.text}`);
          break;
        case 'closed':
          return failed(`recycler pod "${podName(volume)}" watch channel had been closed`);
        case 'pod': {
          const { phase, message = '' } = next.pod.status ?? {};
          if (next.gone) return failed('recycler pod was deleted');
          if (phase === 'Succeeded') return undefined;
          if (phase === 'Failed')
            return failed(message === '' ? 'pod failed, pod.Status.Message unknown.' : message);
          break;
        }
        default:
          assertUnreachable(next);
      }
    }
  }

  private *watch(name: string, told: Channel<Told>): Task<WatchHandle[]> {
    const { client } = this.parts.context;
    const handles: WatchHandle[] = [];
    for (const [resource, fieldSelector] of [
      ['pods', `metadata.name=${name}`],
      ['events', `involvedObject.name=${name}`],
    ] as const) {
      const opened = yield* client.watch(
        { resource, namespace: NAMESPACE, options: { fieldSelector } },
        {
          event: (event) => tell(told, event),
          closed: () => told.send({ kind: 'closed' }),
        },
      );
      if (opened.ok) handles.push(opened.value);
    }
    return handles;
  }
}

function tell(told: Channel<Told>, { type, object }: WatchEvent): void {
  if (object.kind === 'Pod') told.send({ kind: 'pod', pod: object as Pod, gone: type === 'DELETED' });
  if (object.kind !== 'Event' || type !== 'ADDED') return;
  const event = object as KubeObject & { readonly type: EventType; readonly message: string };
  told.send({ kind: 'event', type: event.type, text: event.message });
}

function notMade(error: ApiError): string {
  return error.kind === 'Status' && error.reason === 'AlreadyExists'
    ? OLD_POD
    : `unexpected error creating recycler pod:  ${error.message}`;
}

const podName = ({ metadata }: PersistentVolume): string => `recycler-for-${metadata.name}`;

/** The Pod that empties a volume; undefined for one that nobody can. */
export function recyclerPod(volume: PersistentVolume): object | undefined {
  const { hostPath, nfs, capacity } = volume.spec;
  if (hostPath === undefined && nfs === undefined) return undefined;
  const gib = Math.floor(quantityValue(capacity?.['storage'] ?? '0') / GIB);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: podName(volume), namespace: NAMESPACE },
    spec: {
      activeDeadlineSeconds: Math.max(LEAST_SECONDS, gib * SECONDS_PER_GIB),
      restartPolicy: 'Never',
      volumes: [
        { name: 'vol', ...(hostPath === undefined ? { nfs } : { hostPath: { path: hostPath.path } }) },
      ],
      containers: [
        {
          name: 'pv-recycler',
          image: IMAGE,
          command: ['/bin/sh'],
          args: ['-c', SCRIPT],
          volumeMounts: [{ name: 'vol', mountPath: '/scrub' }],
        },
      ],
    },
  };
}
