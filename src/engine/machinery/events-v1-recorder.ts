import type { KubeObject } from '../../api/object.ts';
import { formatMicroTime } from '../../api/time.ts';
import { MINUTE, SECOND, type Seq } from '../../trace/ids.ts';
import type { Kernel, TaskHandle, Timer } from '../kernel/kernel.ts';
import { type Task, sleep } from '../kernel/task.ts';
import type { Client } from './client.ts';
import type { EventReference } from './event-correlator.ts';
import { EventNames } from './event-names.ts';
import { referenceOf } from './event-recorder.ts';

/** What happened, in the words of events.k8s.io/v1. */
export interface EventV1Draft {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly action: string;
  readonly note: string;
  /** A second object it has to do with. */
  readonly related?: KubeObject;
}

interface Series {
  count: number;
  lastObservedUs: number;
}

interface Cached {
  readonly event: KubeObject & { readonly metadata: { readonly name: string; readonly namespace: string } };
  readonly atUs: number;
  series: Series | undefined;
}

const FINISH_US = 6 * MINUTE;
const REFRESH_US = 30 * MINUTE;
const TRIES = 12;
const RETRY_US = 10 * SECOND;

/**
 * Records events.k8s.io/v1 Events, as kube-scheduler does: the second of a kind about the same version of an object
 * turns the first into a series, further ones are only counted until the series ends.
 * Models client-go tools/events event_broadcaster.go and event_recorder.go (1.36).
 */
export class EventsV1Recorder {
  private readonly kernel: Kernel;
  private readonly client: Client;
  private readonly controller: string;
  private readonly instance: string;
  private readonly names: EventNames;
  private readonly cache = new Map<string, Cached>();
  private readonly sending = new Set<TaskHandle<void>>();
  private finishing: Timer | undefined;
  private refreshing: Timer | undefined;

  constructor(
    kernel: Kernel,
    client: Client,
    reporting: { readonly controller: string; readonly instance: string },
  ) {
    this.kernel = kernel;
    this.client = client;
    this.names = new EventNames(kernel);
    this.controller = reporting.controller;
    this.instance = reporting.instance;
  }

  /** Records an Event about `object`, whose version counts: after a change of it a new Event begins. */
  event(object: KubeObject, draft: EventV1Draft): void {
    this.eventAbout(referenceOf(object), draft);
  }

  /** As `event`, for what is known by reference only. */
  eventAbout(regarding: EventReference, draft: EventV1Draft): void {
    const related = draft.related === undefined ? undefined : referenceOf(draft.related);
    const key = this.key(regarding, related, draft);
    const known = this.cache.get(key);
    const now = this.kernel.unixUs();
    if (known?.series !== undefined) {
      known.series.count++;
      known.series.lastObservedUs = now;
      return;
    }
    if (known !== undefined) {
      known.series = { count: 2, lastObservedUs: now };
      this.send(known);
      return;
    }
    const cached: Cached = { event: this.object(regarding, related, draft), atUs: now, series: undefined };
    this.cache.set(key, cached);
    this.send(cached);
    this.keepHouse();
  }

  /** The component died: what was not sent is lost, and so is the memory of what was. */
  stop(): void {
    for (const task of this.sending) task.cancel();
    this.sending.clear();
    this.cache.clear();
    this.finishing?.cancel();
    this.refreshing?.cancel();
    this.finishing = undefined;
    this.refreshing = undefined;
  }

  private key(
    regarding: EventReference,
    related: EventReference | undefined,
    { type, action, reason }: EventV1Draft,
  ): string {
    const text = ({ kind, namespace = '', name, uid = '', resourceVersion = '' }: EventReference): string =>
      `${kind}|${namespace}|${name}|${uid}|${resourceVersion}`;
    return `${type}|${action}|${reason}|${text(regarding)}|${related === undefined ? '' : text(related)}`;
  }

  private object(
    regarding: EventReference,
    related: EventReference | undefined,
    draft: EventV1Draft,
  ): Cached['event'] {
    const unixUs = this.kernel.unixUs();
    const namespace = regarding.namespace || 'default';
    return {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name: `${regarding.name}.${this.names.suffix(unixUs)}`, namespace },
      ...{
        eventTime: formatMicroTime(unixUs),
        reportingController: this.controller,
        reportingInstance: this.instance,
        action: draft.action,
        reason: draft.reason,
        regarding,
        ...(related === undefined ? {} : { related }),
        note: draft.note,
        type: draft.type,
      },
    };
  }

  private send(cached: Cached): void {
    const task = this.kernel.spawn(this.deliver(cached, this.kernel.cause));
    this.sending.add(task);
    task.done.subscribe(() => this.sending.delete(task));
  }

  /** Tries until the API server has answered, whatever it says. Models attemptRecording. */
  private *deliver(cached: Cached, cause: Seq | undefined): Task {
    for (let tries = 0; tries < TRIES; tries++) {
      this.kernel.setCause(cause);
      if (yield* this.attempt(cached)) return;
      yield* sleep(RETRY_US);
    }
  }

  private *attempt({ event, series }: Cached): Task<boolean> {
    const body = series === undefined ? event : { ...event, ...{ series: seriesOf(series) } };
    if (series !== undefined) {
      const { name, namespace } = event.metadata;
      const target = { resource: 'events.events.k8s.io', namespace, name };
      const patched = yield* this.client.patch(target, 'strategic', { series: seriesOf(series) });
      if (patched.ok) return true;
      // An Event that has expired meanwhile is made anew.
      if (patched.error.code !== 404) return patched.error.kind === 'Status';
    }
    const created = yield* this.client.create('events.events.k8s.io', body);
    return created.ok || created.error.kind === 'Status';
  }

  /** Series end after six minutes without another; standing ones are written every half hour. */
  private keepHouse(): void {
    this.finishing ??= this.kernel.after(FINISH_US, () => this.finish(), { background: true });
    this.refreshing ??= this.kernel.after(REFRESH_US, () => this.refresh(), { background: true });
  }

  /** Models finishSeries. */
  private finish(): void {
    this.finishing = undefined;
    const since = this.kernel.unixUs() - FINISH_US;
    for (const [key, cached] of [...this.cache]) {
      if ((cached.series?.lastObservedUs ?? cached.atUs) >= since) continue;
      if (cached.series !== undefined) this.send(cached);
      this.cache.delete(key);
    }
    if (this.cache.size > 0) this.keepHouse();
  }

  /** Models refreshExistingEventSeries. */
  private refresh(): void {
    this.refreshing = undefined;
    for (const cached of this.cache.values()) if (cached.series !== undefined) this.send(cached);
    if (this.cache.size > 0) this.keepHouse();
  }
}

function seriesOf({ count, lastObservedUs }: Series): {
  readonly count: number;
  readonly lastObservedTime: string;
} {
  return { count, lastObservedTime: formatMicroTime(lastObservedUs) };
}
