import type { Kernel, Timer } from '../../kernel/kernel.ts';
import type { Task } from '../../kernel/task.ts';
import type { ApiError, WatchEvent, WatchHandle, WatchSink } from '../../machinery/client.ts';
import type { WatchRequest } from './watch-request.ts';

/** HTTP/2: 30 s without a frame, then a ping that nobody answers within 15 s. */
const HEALTH_CHECK_US = 45_000_000;
const LOST = 'http2: client connection lost';
const LOST_CONNECTION = { kind: 'TransportError', code: 0, message: LOST } as const;

interface Opening {
  readonly id: number;
  readonly request: WatchRequest;
  readonly sink: WatchSink;
}

/** One open watch: events reach its sink one by one, a delivery's latency after they were made. */
export class Watcher implements WatchHandle {
  readonly id: number;
  readonly request: WatchRequest;
  /** Called once, when the watch is over. */
  ended: (() => void) | undefined;
  private readonly kernel: Kernel;
  private readonly latencyUs: number;
  private readonly sink: WatchSink;
  private open = true;
  private hungUp = false;
  private readonly held: WatchEvent[] = [];
  private timeout: Timer | undefined;
  /** When what was sent last arrives. */
  private latest = Number.NEGATIVE_INFINITY;

  constructor(kernel: Kernel, latencyUs: number, { id, request, sink }: Opening) {
    this.kernel = kernel;
    this.latencyUs = latencyUs;
    this.id = id;
    this.request = request;
    this.sink = sink;
  }

  /** Puts an event on the wire. */
  send(event: WatchEvent): void {
    const now = this.kernel.now();
    const delay = this.kernel.around(this.latencyUs, `watch/${this.request.client}`);
    // One stream: nothing overtakes what went before.
    this.latest = Math.max(this.latest, now + delay);
    this.kernel.after(this.latest - now, () => this.arrive(event));
  }

  closeAfter(us: number): void {
    this.timeout = this.kernel.after(us, () => this.close(), { background: true });
  }

  /** The client hangs up. */
  stop(): void {
    this.hungUp = true;
    this.finish();
  }

  /** The server ends it. */
  close(error?: ApiError): void {
    if (!this.open) return;
    this.finish(error?.message);
    this.kernel.after(Math.max(this.latencyUs, this.latest - this.kernel.now()), () => {
      if (this.request.wire.isCut(this.request.from)) this.kernel.spawn(this.missed(error));
      else this.sink.closed(error);
    });
  }

  /** The end of a connection over a cut wire: learnt when something is carried again, or by the health check. */
  private *missed(error: ApiError | undefined): Task {
    const { wire, from } = this.request;
    const healed = yield* wire.carries(from, HEALTH_CHECK_US);
    if (!this.hungUp) this.sink.closed(healed ? error : LOST_CONNECTION);
  }

  private finish(reason?: string): void {
    if (!this.open) return;
    this.open = false;
    this.timeout?.cancel();
    this.ended?.();
    if (!this.kernel.records(3)) return;
    this.kernel.record(
      'kube-apiserver',
      'watch.close',
      reason === undefined ? { watch: this.id } : { watch: this.id, reason },
    );
  }

  private arrive(event: WatchEvent): void {
    if (!this.open) return;
    const { wire, from } = this.request;
    if (wire.isCut(from)) {
      if (this.held.length === 0) this.kernel.spawn(this.outlast());
      this.held.push(event);
      return;
    }
    this.deliver(event);
  }

  private deliver(event: WatchEvent): void {
    this.record(event);
    this.sink.event(event);
  }

  /** The wire is cut: events wait for it, until the connection's health check gives it up. */
  private *outlast(): Task {
    const { wire, from } = this.request;
    const healed = yield* wire.carries(from, HEALTH_CHECK_US);
    if (!this.open) return;
    if (!healed) {
      this.finish(LOST);
      this.sink.closed(LOST_CONNECTION);
      return;
    }
    for (const event of this.held.splice(0)) if (this.open) this.deliver(event);
  }

  private record(event: WatchEvent): void {
    if (event.type === 'ERROR' || !this.kernel.records(3)) return;
    const { client, actor, resource } = this.request;
    const { namespace = '', name = '', resourceVersion = '0' } = event.object.metadata ?? {};
    const data = {
      watch: this.id,
      client,
      resource,
      type: event.type,
      namespace,
      name,
      rev: Number(resourceVersion),
    };
    this.kernel.record(actor, 'watch.deliver', data);
  }
}
