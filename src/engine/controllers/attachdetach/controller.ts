import type { VolumeAttachment } from '../../../api/generated/types.ts';
import type { Informer } from '../../machinery/informer.ts';
import type { TaskHandle } from '../../kernel/kernel.ts';
import { Future, TIMED_OUT, type Task, sleep, waitUpTo } from '../../kernel/task.ts';
import type { Controller, ControllerContext } from '../common/controller.ts';
import { recordDecision } from '../common/step.ts';
import { Attacher, ATTACHMENTS } from './attacher.ts';
import { type Attachable, isHealthy, isOutOfService, multiAttachText } from './volumes.ts';
import { DRIVERS, DesiredWorld, type Wanted } from './world.ts';

const PERIOD_US = 100_000;
/** How long a volume may stay mounted on a node that is not healthy before it is taken away. */
const MAX_UNMOUNT_WAIT_US = 360_000_000;
const FIRST_RETRY_US = 500_000;
const MAX_RETRY_US = 122_000_000;

/** A volume on a node, as far as this controller knows. Uncertain: an attempt to attach it has failed. */
interface Attached {
  readonly volume: Attachable;
  readonly node: string;
  certain: boolean;
  detachWantedAt: number | undefined;
}

interface BackOff {
  until: number;
  delay: number;
}

/** Attaches volumes to the nodes of the Pods that need them, and takes them away again. Models pkg/controller/volume/attachdetach (1.36). */
export function createAttachDetachController(context: ControllerContext): Controller {
  return new AttachDetach(context);
}

class AttachDetach implements Controller {
  readonly name = 'persistentvolume-attach-detach-controller';
  private readonly context: ControllerContext;
  private readonly world: DesiredWorld;
  private readonly attachments: Informer<VolumeAttachment>;
  private readonly attacher: Attacher;
  private readonly attached = new Map<string, Attached>();
  private readonly pending = new Set<string>();
  private readonly backOffs = new Map<string, BackOff>();
  private readonly told = new Set<string>();
  private changed = new Future();
  private tasks: TaskHandle<void>[] = [];

  constructor(context: ControllerContext) {
    this.context = context;
    const wake = (): void => this.changed.resolve();
    this.world = new DesiredWorld(context, wake);
    this.attachments = context.informers.of<VolumeAttachment>(ATTACHMENTS);
    this.attachments.on({ added: wake, updated: wake, deleted: wake });
    this.attacher = new Attacher(context, this.attachments);
  }

  start(): void {
    this.tasks.push(this.context.kernel.spawn(this.run(), { background: true }));
  }

  stop(): void {
    for (const task of this.tasks) task.cancel();
    this.tasks = [];
  }

  private *run(): Task {
    const { informers, kernel } = this.context;
    const all = ['nodes', 'pods', 'persistentvolumes', 'persistentvolumeclaims', DRIVERS, ATTACHMENTS];
    yield* informers.synced(all);
    this.remember();
    for (;;) {
      const next = this.reconcile();
      const woken = yield* waitUpTo(this.changed, Math.max(PERIOD_US, next - kernel.now()));
      if (woken !== TIMED_OUT) yield* sleep(PERIOD_US);
      this.changed = new Future();
    }
  }

  /** What was attached before this process began. Models populateActualStateOfWorld. */
  private remember(): void {
    for (const { spec, status } of this.attachments.list()) {
      const volume = this.world.attachable(spec.source.persistentVolumeName ?? '');
      if (volume !== undefined) this.note(volume, spec.nodeName, status?.attached === true);
    }
  }

  private note(volume: Attachable, node: string, certain: boolean): void {
    this.attached.set(key(volume, node), { volume, node, certain, detachWantedAt: undefined });
  }

  /** Detaches, then attaches; answers when to look again by itself. Models reconciler.reconcile. */
  private reconcile(): number {
    let next = Number.MAX_SAFE_INTEGER;
    const wanted = this.world.wanted();
    const keys = new Set(wanted.map(({ volume, node }) => key(volume, node)));
    for (const entry of this.attached.values()) {
      if (keys.has(key(entry.volume, entry.node))) entry.detachWantedAt = undefined;
      else next = Math.min(next, this.detach(entry));
    }
    for (const each of wanted) next = Math.min(next, this.attach(each));
    return next;
  }

  private detach(entry: Attached): number {
    const { kernel } = this.context;
    const id = key(entry.volume, entry.node);
    if (this.pending.has(id)) return Number.MAX_SAFE_INTEGER;
    const wait = this.backOffs.get(id)?.until ?? 0;
    if (wait > kernel.now()) return wait;
    entry.detachWantedAt ??= kernel.now();
    const node = this.world.node(entry.node);
    const mounted = node === undefined || node.status?.volumesInUse?.includes(entry.volume.name) === true;
    const giveUpAt = entry.detachWantedAt + MAX_UNMOUNT_WAIT_US;
    const forced = isOutOfService(node) || (!isHealthy(node) && kernel.now() >= giveUpAt);
    if (mounted && !forced) return isHealthy(node) ? Number.MAX_SAFE_INTEGER : giveUpAt;
    this.decide(
      entry.volume,
      'detach',
      `no Pod on ${entry.node} needs it${mounted ? ', and the node does not answer' : ''}: detach`,
    );
    this.begin(id, this.detachNow(entry, id));
    return Number.MAX_SAFE_INTEGER;
  }

  private attach({ volume, node, pods }: Wanted): number {
    const { kernel, recorder } = this.context;
    const id = key(volume, node);
    const standing = this.attached.get(id);
    if (standing?.certain === true) return Number.MAX_SAFE_INTEGER;
    if (this.pending.has(id)) return Number.MAX_SAFE_INTEGER;
    const wait = this.backOffs.get(id)?.until ?? 0;
    if (wait > kernel.now()) return wait;
    // One at a time: whoever comes second looks again when the first is done.
    if (volume.exclusive && this.isPending(volume)) return Number.MAX_SAFE_INTEGER;
    const elsewhere = this.nodesWith(volume).filter((other) => other !== node);
    if (volume.exclusive && elsewhere.length > 0) {
      if (this.told.has(id)) return Number.MAX_SAFE_INTEGER;
      this.told.add(id);
      const users = [...this.world.usersByNode(volume.volume)]
        .filter(([other]) => elsewhere.includes(other))
        .flatMap(([, there]) => there);
      this.decide(volume, 'wait', `it is on ${elsewhere.join(', ')}, and ${node} needs it: wait`);
      for (const pod of pods)
        recorder.event(pod, 'Warning', 'FailedAttachVolume', multiAttachText(volume.volume, users, pod));
      return Number.MAX_SAFE_INTEGER;
    }
    this.decide(volume, 'attach', `a Pod on ${node} needs it: attach`);
    this.begin(id, this.attachNow({ volume, node, pods }, id));
    return Number.MAX_SAFE_INTEGER;
  }

  /** Nodes that have the volume or may have it. */
  private nodesWith(volume: Attachable): string[] {
    return [...this.attached.values()]
      .filter((entry) => entry.volume.name === volume.name)
      .map(({ node }) => node);
  }

  private isPending(volume: Attachable): boolean {
    return [...this.pending].some((id) => id.startsWith(`${volume.name}\n`));
  }

  private begin(id: string, work: Task): void {
    this.pending.add(id);
    this.tasks = this.tasks.filter(({ done }) => !done.settled);
    this.tasks.push(this.context.kernel.spawn(work, { background: false }));
  }

  private *attachNow({ volume, node, pods }: Wanted, id: string): Task {
    const { recorder } = this.context;
    const error = yield* this.attacher.attach(volume, node);
    this.pending.delete(id);
    this.note(volume, node, error === undefined);
    if (error === undefined) {
      this.backOffs.delete(id);
      this.told.delete(id);
      for (const pod of pods)
        recorder.event(
          pod,
          'Normal',
          'SuccessfulAttachVolume',
          `AttachVolume.Attach succeeded for volume "${volume.volume}" `,
        );
      yield* this.attacher.report(node, this.volumesOn(node));
    } else {
      this.later(id);
      for (const pod of pods)
        recorder.event(
          pod,
          'Warning',
          'FailedAttachVolume',
          `AttachVolume.Attach failed for volume "${volume.volume}" : ${error}`,
        );
    }
    this.changed.resolve();
  }

  private *detachNow({ volume, node }: Attached, id: string): Task {
    const others = this.volumesOn(node).filter((name) => name !== volume.name);
    if (this.world.node(node) !== undefined) yield* this.attacher.report(node, others);
    const error = yield* this.attacher.detach(volume, node);
    this.pending.delete(id);
    if (error === undefined) {
      this.attached.delete(id);
      this.backOffs.delete(id);
      // Whoever waited for it is told anew should it have to wait again.
      for (const told of this.told) if (told.startsWith(`${volume.name}\n`)) this.told.delete(told);
    } else this.later(id);
    this.changed.resolve();
  }

  private volumesOn(node: string): string[] {
    return [...this.attached.values()]
      .filter((entry) => entry.node === node && entry.certain)
      .map(({ volume }) => volume.name);
  }

  private later(id: string): void {
    const delay = Math.min((this.backOffs.get(id)?.delay ?? FIRST_RETRY_US / 2) * 2, MAX_RETRY_US);
    this.backOffs.set(id, { delay, until: this.context.kernel.now() + delay });
  }

  private decide(volume: Attachable, name: string, note: string): void {
    const object = { metadata: { name: volume.volume } };
    const decision = { controller: 'attachdetach', name, resource: 'persistentvolumes', note };
    recordDecision(this.context, object, decision);
  }
}

function key(volume: Attachable, node: string): string {
  return `${volume.name}\n${node}`;
}
