import type { ObjectRef } from '../../api/object.ts';
import type { RecordKinds } from '../../trace/record.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { EndEvents } from './connection.ts';
import { resultOf } from './exchange.ts';
import type { Namespace } from './namespace.ts';
import type { NetError, Payload } from './port.ts';

type Traffic = RecordKinds['traffic'];

/** What is known of a connection when it is dialled. */
export interface Dialled {
  readonly address: string;
  readonly port: number;
  readonly rule?: string;
  readonly peer?: string;
  readonly backend?: ObjectRef;
}

/** Makes one traffic record of each exchange a Pod begins, with its way and what became of it. */
export class TrafficRecorder {
  private readonly kernel: Kernel;
  private next = 1;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  record(data: Omit<Traffic, 'id'>): void {
    if (this.kernel.records(2)) this.kernel.record('network', 'traffic', { id: this.next++, ...data });
  }

  /** A name that no server knew. */
  unresolved(from: Namespace, name: string, tookUs: number): void {
    const sender = senderOf(from);
    if (sender !== undefined)
      this.record({ from: sender, to: name, node: from.node, result: 'unresolved', tookUs });
  }

  /** Follows a connection from its first packet. Connections of nodes themselves (probes) are the kubelet's to tell. */
  attempt(from: Namespace, dialled: Dialled): { failed(error: NetError): void; events(): EndEvents } {
    const sender = senderOf(from);
    const started = this.kernel.now();
    const base = {
      from: sender ?? '',
      node: from.node,
      address: `${dialled.address}:${dialled.port}`,
      rule: dialled.rule,
      peer: dialled.peer,
      backend: dialled.backend,
    };
    const tell = (data: Pick<Traffic, 'to' | 'result'> & Partial<Traffic>, since: number): void => {
      if (sender !== undefined) this.record({ ...base, ...data, tookUs: this.kernel.now() - since });
    };
    return {
      failed: (error) => tell({ to: base.address, result: resultOf(error) }, started),
      events: () => followExchanges(base.address, tell, () => this.kernel.now(), started),
    };
  }
}

function senderOf(from: Namespace): string | undefined {
  return from.pod === undefined ? from.sender : `${from.pod.namespace}/${from.pod.name}`;
}

/** One record a request: answered, or cut off. A connection without HTTP gets one record when it is over. */
function followExchanges(
  address: string,
  tell: (data: Pick<Traffic, 'to' | 'result'> & Partial<Traffic>, since: number) => void,
  now: () => number,
  dialledAt: number,
): EndEvents {
  let pending: { readonly to: string; readonly path: string; readonly since: number } | undefined;
  let told = false;
  let first = true;
  return {
    sent: (payload: Payload) => {
      if (typeof payload === 'string' || payload.kind !== 'request') return;
      // The first exchange includes the handshake.
      pending = {
        to: payload.headers['Host'] ?? address,
        path: payload.path,
        since: first ? dialledAt : now(),
      };
      first = false;
    },
    received: (payload: Payload) => {
      if (pending === undefined || typeof payload === 'string' || payload.kind !== 'response') return;
      tell({ to: pending.to, path: pending.path, result: 'ok', status: payload.status }, pending.since);
      pending = undefined;
      told = true;
    },
    over: (by) => {
      // Who hangs up with a question open has waited long enough.
      if (pending !== undefined)
        tell(
          { to: pending.to, path: pending.path, result: by === 'local' ? 'timeout' : 'reset' },
          pending.since,
        );
      else if (!told) tell({ to: address, result: 'ok' }, dialledAt);
      pending = undefined;
      told = true;
    },
  };
}
