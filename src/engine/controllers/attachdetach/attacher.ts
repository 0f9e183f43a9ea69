import type { VolumeAttachment } from '../../../api/generated/types.ts';
import { Future, TIMED_OUT, type Task, waitUpTo } from '../../kernel/task.ts';
import type { Informer } from '../../machinery/informer.ts';
import type { ControllerContext } from '../common/controller.ts';
import { type Attachable, attachmentName } from './volumes.ts';

export const ATTACHMENTS = 'volumeattachments.storage.k8s.io';
const TIMEOUT_US = 120_000_000;

/** Asks a CSI driver's attacher by VolumeAttachments, and waits for what it says. Models pkg/volume/csi/csi_attacher.go (1.36). */
export class Attacher {
  private readonly context: ControllerContext;
  private readonly attachments: Informer<VolumeAttachment>;
  private readonly waiting = new Map<string, Future>();

  constructor(context: ControllerContext, attachments: Informer<VolumeAttachment>) {
    this.context = context;
    this.attachments = attachments;
    const told = ({ metadata }: VolumeAttachment): void => this.waiting.get(metadata.name)?.resolve();
    attachments.on({ added: told, updated: told, deleted: told });
  }

  /** Answers what went wrong. */
  *attach(volume: Attachable, node: string): Task<string | undefined> {
    const name = attachmentName(volume, node);
    const made = yield* this.context.client.create(ATTACHMENTS, {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttachment',
      metadata: { name },
      ...{
        spec: { attacher: volume.driver, nodeName: node, source: { persistentVolumeName: volume.volume } },
      },
    });
    if (!made.ok && made.error.code !== 409) return made.error.message;
    const status = (): VolumeAttachment['status'] => this.attachments.get({ namespace: '', name })?.status;
    const done = yield* this.until(
      name,
      () => status()?.attached === true || status()?.attachError !== undefined,
    );
    if (!done)
      return `timed out waiting for external-attacher of ${volume.driver} CSI driver to attach volume ${volume.handle}`;
    return status()?.attachError?.message;
  }

  *detach(volume: Attachable, node: string): Task<string | undefined> {
    const name = attachmentName(volume, node);
    const gone = yield* this.context.client.delete(ATTACHMENTS, { namespace: '', name });
    if (!gone.ok) return gone.error.code === 404 ? undefined : gone.error.message;
    const found = (): VolumeAttachment | undefined => this.attachments.get({ namespace: '', name });
    const done = yield* this.until(
      name,
      () => found() === undefined || found()?.status?.detachError !== undefined,
    );
    if (!done)
      return `timed out waiting for external-attacher of ${volume.driver} CSI driver to detach volume ${volume.handle}`;
    return found()?.status?.detachError?.message;
  }

  /** Says in the node's status what is attached to it: the kubelet waits for that. */
  *report(node: string, volumes: readonly string[]): Task {
    const volumesAttached = volumes.map((name) => ({ name, devicePath: '' }));
    yield* this.context.client.patch(
      { resource: 'nodes', subresource: 'status', namespace: '', name: node },
      'strategic',
      { status: { volumesAttached: volumes.length === 0 ? null : volumesAttached } },
    );
  }

  /** False when it took too long. */
  private *until(name: string, done: () => boolean): Task<boolean> {
    const { kernel } = this.context;
    const end = kernel.now() + TIMEOUT_US;
    while (!done()) {
      const change = new Future();
      this.waiting.set(name, change);
      const woken = yield* waitUpTo(change, Math.max(0, end - kernel.now()));
      this.waiting.delete(name);
      if (woken === TIMED_OUT) return false;
    }
    return true;
  }
}
