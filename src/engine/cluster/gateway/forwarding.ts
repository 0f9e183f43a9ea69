import { type ApiStatus, failure } from '../../../api/status.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Channel, type Task } from '../../kernel/task.ts';
import type { ApiRequest, Client } from '../../machinery/client.ts';
import type { ForwardedConnection, PortForwarding } from '../../machinery/kubelet-server.ts';
import { statusOf } from './upgraded.ts';

/** A request for a Pod's ports: refused as HTTP, or upgraded and then asked for connections. */
export interface ForwardingUpgrade {
  accept(): void;
  refuse(status: ApiStatus): void;
}

/** Who came for a port. */
export interface ForwardedClient {
  /** A message of the Pod's. */
  message(message: unknown): void;
  /** The Pod's side is at its end; `error` says why it was never reached, or broke off. */
  ended(error?: string): void;
}

/** How a client speaks through a forwarded port: messages, then null for its end. */
export type Outbox = Channel<unknown>;

/** port-forward as an outside client sees it. */
export class ForwardingCall {
  private readonly kernel: Kernel;
  private readonly client: Client;
  private way: PortForwarding | undefined;

  constructor(kernel: Kernel, client: Client) {
    this.kernel = kernel;
    this.client = client;
  }

  *run(request: ApiRequest, upgrade: ForwardingUpgrade): Task {
    const opening = this.client.forward(request);
    if (opening === undefined) return upgrade.refuse(failure(501, 'InternalError', 'no streams'));
    const opened = yield* opening;
    if (!opened.ok) return upgrade.refuse(statusOf(opened.error) as ApiStatus);
    this.way = opened.value;
    upgrade.accept();
  }

  /** Dials a port of the Pod's for a client. */
  open(port: number, client: ForwardedClient): Outbox {
    const outbox: Outbox = new Channel();
    if (this.way !== undefined) this.kernel.spawn(this.carry(this.way, port, { client, outbox }));
    return outbox;
  }

  private *carry(
    way: PortForwarding,
    port: number,
    { client, outbox }: { client: ForwardedClient; outbox: Outbox },
  ): Task {
    const dialled = yield* way.dial(port);
    if (!dialled.ok) return client.ended(dialled.error.message);
    const connection = dialled.value;
    const hearing = this.kernel.spawn(this.hear(connection, client));
    for (;;) {
      const message = yield* outbox.receive();
      if (message === null) break;
      const sent = connection.send(message);
      if (sent.ok) continue;
      client.ended(sent.error.message);
      break;
    }
    hearing.cancel();
    connection.close();
  }

  private *hear(connection: ForwardedConnection, client: ForwardedClient): Task {
    for (;;) {
      const received = yield* connection.receive();
      if (!received.ok) return client.ended(received.error.message);
      if (received.value === 'end') return client.ended();
      client.message(received.value);
    }
  }
}
