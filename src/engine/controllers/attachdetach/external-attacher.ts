import type { CSIDriver, VolumeAttachment } from '../../../api/generated/types.ts';
import type { Identity } from '../../machinery/client.ts';
import type { Component, ComponentContext } from '../../machinery/component.ts';
import { Informer } from '../../machinery/informer.ts';
import type { TaskHandle } from '../../kernel/kernel.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import { ATTACHMENTS } from './attacher.ts';
import { DRIVERS } from './world.ts';

/** What the storage behind a driver takes to attach or detach a volume: modelled. */
const STORAGE_US = 1_000_000;
const CACHE_US = 50_000;

/**
 * The side of a CSI driver that attaches: there for every driver that has a CSIDriver object, as one would install it; its storage
 * says yes to everything. Models kubernetes-csi/external-attacher as far as the API server sees it.
 */
export function createExternalAttacher(context: ComponentContext, identity: Identity): Component {
  const client = context.connect(identity);
  const { kernel } = context;
  let informers: { start(): void; stop(): void }[] = [];
  const busy = new Map<string, TaskHandle<void>>();

  function* serve(attachment: VolumeAttachment): Task {
    const { name, finalizers = [], deletionTimestamp } = attachment.metadata;
    const finalizer = `external-attacher/${attachment.spec.attacher.replaceAll('.', '-')}`;
    const target = { resource: ATTACHMENTS, namespace: '', name };
    const going = deletionTimestamp !== undefined;
    if (going && !finalizers.includes(finalizer)) return;
    if (!going && !finalizers.includes(finalizer))
      yield* client.patch(target, 'merge', { metadata: { finalizers: [...finalizers, finalizer] } });
    yield* sleep(STORAGE_US);
    const status = { resource: ATTACHMENTS, subresource: 'status', namespace: '', name };
    yield* client.patch(status, 'merge', { status: { attached: !going } });
    const left = finalizers.filter((each) => each !== finalizer);
    if (going) yield* client.patch(target, 'merge', { metadata: { finalizers: left } });
    // Its own writes come back before it looks again.
    yield* sleep(CACHE_US);
  }

  return {
    name: 'csi-attacher',
    start() {
      if (informers.length > 0) return;
      const attachments = new Informer<VolumeAttachment>(kernel, client, ATTACHMENTS);
      const drivers = new Informer<CSIDriver>(kernel, client, DRIVERS);
      const consider = (attachment: VolumeAttachment): void => {
        const { metadata, spec, status } = attachment;
        const settled = metadata.deletionTimestamp === undefined && status?.attached === true;
        const installed = drivers.get({ namespace: '', name: spec.attacher }) !== undefined;
        const work = busy.get(metadata.name);
        if (settled || !installed || (work !== undefined && !work.done.settled)) return;
        const task = kernel.spawn(serve(attachment), { background: false });
        busy.set(metadata.name, task);
        task.done.subscribe(() => {
          busy.delete(metadata.name);
          const again = attachments.get({ namespace: '', name: metadata.name });
          if (again !== undefined) consider(again);
        });
      };
      attachments.on({ added: consider, updated: consider });
      const all = (): void => attachments.list().forEach(consider);
      drivers.on({ added: all });
      informers = [attachments, drivers];
      for (const informer of informers) informer.start();
    },
    stop() {
      for (const informer of informers) informer.stop();
      for (const task of busy.values()) task.cancel();
      informers = [];
      busy.clear();
    },
  };
}
