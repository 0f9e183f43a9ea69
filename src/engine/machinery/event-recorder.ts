import type { KubeObject } from '../../api/object.ts';
import { formatTime } from '../../api/time.ts';
import type { Seq } from '../../trace/ids.ts';
import type { Kernel, TaskHandle } from '../kernel/kernel.ts';
import { Channel, type Task, sleep } from '../kernel/task.ts';
import type { Client } from './client.ts';
import {
  EventCorrelator,
  type EventDraft,
  type EventReference,
  type EventSource,
} from './event-correlator.ts';
import { EventNames } from './event-names.ts';

interface Queued {
  readonly draft: EventDraft;
  readonly unixUs: number;
  readonly cause: Seq | undefined;
}

const QUEUE = 1000;
const TRIES = 12;
const RETRY_US = 10_000_000;

/**
 * Records core/v1 Events for one component, as the kubelet and all controllers do.
 * Models client-go tools/record: one queue, one sender, correlation before sending.
 */
export class EventRecorder {
  private readonly kernel: Kernel;
  private readonly client: Client;
  private readonly source: EventSource;
  private readonly names: EventNames;
  private readonly queue = new Channel<Queued>();
  private correlator = new EventCorrelator();
  private running: TaskHandle<void> | undefined;

  constructor(
    kernel: Kernel,
    client: Client,
    source: { readonly component: string; readonly host?: string },
  ) {
    this.kernel = kernel;
    this.client = client;
    this.names = new EventNames(kernel);
    this.source = { component: source.component, host: source.host ?? '' };
  }

  /** Queues an Event about `object` (its apiVersion and kind must be set); `fieldPath` as `spec.containers{nginx}`. */
  // oxlint-disable-next-line max-params -- client-go's own Eventf has as many
  event(
    object: KubeObject,
    type: 'Normal' | 'Warning',
    reason: string,
    message: string,
    fieldPath?: string,
  ): void {
    this.eventAbout(referenceOf(object, fieldPath), type, reason, message);
  }

  /** As `event`, for what is known by reference only. */
  eventAbout(about: EventReference, type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.take({ source: this.source, about, type, reason, message });
  }

  /** As `event`, with annotations on the Event itself. Models AnnotatedEventf. */
  annotated(
    object: KubeObject,
    annotations: Readonly<Record<string, string>>,
    told: Pick<EventDraft, 'type' | 'reason' | 'message'>,
  ): void {
    this.take({ source: this.source, about: referenceOf(object), ...told, annotations });
  }

  private take(draft: EventDraft): void {
    if (this.queue.size >= QUEUE) return;
    this.queue.send({ draft, unixUs: this.kernel.unixUs(), cause: this.kernel.cause });
    this.running ??= this.kernel.spawn(this.deliver());
  }

  /** The component died: what was not sent is lost, and so is the memory of what was. */
  stop(): void {
    this.running?.cancel();
    this.running = undefined;
    while (this.queue.poll() !== undefined);
    this.correlator = new EventCorrelator();
  }

  private *deliver(): Task {
    for (;;) {
      const { draft, unixUs, cause } = yield* this.queue.receive();
      this.kernel.setCause(cause);
      for (let tries = 0; tries < TRIES; tries++) {
        if (yield* this.send(draft, unixUs)) break;
        yield* sleep(RETRY_US);
      }
    }
  }

  /** One try; false asks for another. */
  private *send(draft: EventDraft, unixUs: number): Task<boolean> {
    const correlation = this.correlator.correlate(draft, this.kernel.now());
    if (correlation.action === 'drop') return true;
    const namespace = draft.about.namespace || 'default';
    const time = formatTime(unixUs);
    if (correlation.action === 'patch') {
      const { name, count, message } = correlation;
      const patch = { count, lastTimestamp: time, message };
      const patched = yield* this.client.patch({ resource: 'events', namespace, name }, 'strategic', patch);
      if (patched.ok) return true;
      if (patched.error.kind === 'TransportError') return false;
      // An Event whose first copy has expired is made anew.
      if (patched.error.code !== 404) return true;
    }
    const name = `${draft.about.name}.${this.names.suffix(unixUs)}`;
    const created = yield* this.client.create(
      'events',
      this.object(draft, correlation.message, namespace, name, time),
    );
    if (created.ok) this.correlator.created(correlation.key, name);
    return created.ok || created.error.kind === 'Status';
  }

  // oxlint-disable-next-line max-params -- the Event's own parts
  private object(
    draft: EventDraft,
    message: string,
    namespace: string,
    name: string,
    time: string,
  ): KubeObject {
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: {
        name,
        namespace,
        ...(draft.annotations === undefined ? {} : { annotations: draft.annotations }),
      },
      involvedObject: draft.about,
      reason: draft.reason,
      message,
      source: this.source.host === '' ? { component: this.source.component } : this.source,
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
      type: draft.type,
      eventTime: null,
      reportingComponent: this.source.component,
      reportingInstance: this.source.host,
    };
    return event;
  }
}

/** The reference an Event carries to its object. */
export function referenceOf(object: KubeObject, fieldPath?: string): EventReference {
  const { namespace, name = '', uid, resourceVersion } = object.metadata ?? {};
  const reference = {
    apiVersion: object.apiVersion ?? '',
    kind: object.kind ?? '',
    namespace,
    name,
    uid,
    resourceVersion,
  };
  return fieldPath === undefined ? reference : { ...reference, fieldPath };
}
