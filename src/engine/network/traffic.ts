import type { Kernel, TaskHandle } from '../kernel/kernel.ts';
import { type Task, sleepUntil } from '../kernel/task.ts';
import type { Connection, Exchange, NetNamespace, Network, Target } from './port.ts';
import { resultOf } from './exchange.ts';

/** User traffic that a scenario switches on. */
export interface TrafficOptions {
  readonly from: NetNamespace;
  readonly target: Target;
  readonly path?: string;
  readonly perSecond: number;
  readonly timeoutUs?: number;
  /** Requests go over connections that stay open, this many; without it each has its own. */
  readonly keepAlive?: number;
  /** Told as an ingress would answer its own clients: 502 refused or reset, 504 silent, 503 nobody there. */
  readonly asIngress?: boolean;
  /** Stops by itself after so many requests. */
  readonly count?: number;
}

export interface TrafficCounts {
  sent: number;
  ok: number;
  failed: number;
  /** By result, and by status for answers. */
  readonly byResult: Map<string, number>;
}

export interface Traffic {
  readonly counts: TrafficCounts;
  stop(): void;
}

const TIMEOUT_US = 1_000_000;

/** Sends requests at an even rate until stopped. Each is a traffic record where the namespace is a Pod's or has a sender's name. */
export function startTraffic(network: Network, kernel: Kernel, options: TrafficOptions): Traffic {
  const generator = new Generator(network, kernel, options);
  const handle: TaskHandle<void> = kernel.spawn(generator.run(), { background: true });
  return { counts: generator.counts, stop: () => handle.cancel() };
}

class Generator {
  readonly counts: TrafficCounts = { sent: 0, ok: 0, failed: 0, byResult: new Map() };
  private readonly network: Network;
  private readonly kernel: Kernel;
  private readonly options: TrafficOptions;
  private readonly idle: Connection[] = [];

  constructor(network: Network, kernel: Kernel, options: TrafficOptions) {
    this.network = network;
    this.kernel = kernel;
    this.options = options;
  }

  *run(): Task {
    const gap = Math.round(1_000_000 / this.options.perSecond);
    const started = this.kernel.now();
    for (let i = 0; i < (this.options.count ?? Number.POSITIVE_INFINITY); i++) {
      yield* sleepUntil(started + i * gap, this.kernel.now());
      this.kernel.spawn(this.one(), { background: true });
    }
  }

  private *one(): Task {
    const { options } = this;
    this.counts.sent++;
    const exchange = options.keepAlive === undefined ? yield* this.fresh() : yield* this.kept();
    const status = options.asIngress === true ? ingressStatus(exchange) : exchange.response?.status;
    const fine = status !== undefined && status < 400;
    if (fine) this.counts.ok++;
    else this.counts.failed++;
    const key = status === undefined ? exchange.result : String(status);
    this.counts.byResult.set(key, (this.counts.byResult.get(key) ?? 0) + 1);
  }

  private fresh(): Task<Exchange> {
    const { from, target, path, timeoutUs = TIMEOUT_US } = this.options;
    return this.network.request(from, target, { timeoutUs, path });
  }

  /** Over an idle connection when there is one; one that breaks is not tried again. */
  private *kept(): Task<Exchange> {
    const { from, target, path, keepAlive = 1, timeoutUs = TIMEOUT_US } = this.options;
    const started = this.kernel.now();
    const done = (result: Exchange['result'], more: Partial<Exchange> = {}): Exchange => ({
      result,
      tookUs: this.kernel.now() - started,
      ...more,
    });
    let connection = this.idle.pop();
    while (connection?.closed === true || connection?.poll() !== undefined) connection = this.idle.pop();
    if (connection === undefined) {
      const connected = yield* this.network.connect(from, target, { timeoutUs });
      if (!connected.ok) return done(resultOf(connected.error));
      connection = connected.value;
    }
    connection.send({
      kind: 'request',
      method: 'GET',
      path: path ?? '/',
      headers: { Host: target.host },
      body: '',
    });
    const peer = `${connection.remoteAddress}:${connection.remotePort}`;
    const got = yield* connection.receive(timeoutUs);
    const answer =
      got.ok && typeof got.value === 'object' && got.value.kind === 'response' ? got.value : undefined;
    if (answer === undefined) {
      connection.close();
      return done(got.ok ? 'reset' : resultOf(got.error), { peer });
    }
    if (answer.headers['Connection'] === 'close' || this.idle.length >= keepAlive) connection.close();
    else this.idle.push(connection);
    return done('ok', { response: answer, peer });
  }
}

/** What a proxy in front tells its own client. */
export function ingressStatus(exchange: Pick<Exchange, 'result' | 'response'>): number {
  switch (exchange.result) {
    case 'ok':
      return exchange.response?.status ?? 200;
    case 'timeout':
      return 504;
    case 'unresolved':
      return 503;
    case 'refused':
    case 'reset':
    case 'unreachable':
      return 502;
  }
}
