import type { ContainerStatus, Pod, PodStatus, Probe } from '../../../../api/generated/types.ts';
import { parseTime } from '../../../../api/time.ts';
import type { TaskHandle, Timer } from '../../../kernel/kernel.ts';
import type { Task } from '../../../kernel/task.ts';
import { type KubeletDeps, containerEvent } from '../deps.ts';
import { type AnyContainer, isTerminalPhase } from '../pod.ts';
import { restartsAfter } from '../runtime/restart-policy.ts';
import type { ProbeResult } from '../runtime/types.ts';
import { runProbe } from './probe.ts';

// Models pkg/kubelet/prober/worker.go (1.36).

export type ProbeKind = 'startup' | 'readiness' | 'liveness';

export interface WorkerOptions {
  readonly deps: KubeletDeps;
  readonly kind: ProbeKind;
  readonly container: AnyContainer;
  readonly probe: Probe;
  /** The newest version of the Pod. */
  readonly pod: () => Pod;
  readonly status: () => PodStatus | undefined;
  readonly setResult: (containerId: string, result: ProbeResult) => void;
  readonly removeResult: (containerId: string) => void;
  readonly ended: () => void;
  /** When the kubelet started: workers made right after that begin at random. */
  readonly kubeletStartedAt: number;
}

const TITLES: Readonly<Record<ProbeKind, string>> = {
  startup: 'Startup',
  readiness: 'Readiness',
  liveness: 'Liveness',
};
const INITIAL: Readonly<Record<ProbeKind, ProbeResult>> = {
  startup: 'unknown',
  readiness: 'failure',
  liveness: 'success',
};
const TRIES = 3;
/** A container that ran this long before the kubelet started keeps its state through the restart. */
export const SETTLED_BEFORE_US = 10_000_000;
/** How long a healthy container's probes still count as something happening. */
const YOUNG_US = 120_000_000;

export class ProbeWorker {
  private readonly options: WorkerOptions;
  private readonly periodUs: number;
  private containerId = '';
  private onHold = false;
  private lastResult: ProbeResult | undefined;
  private run = 0;
  private timer: Timer | undefined;
  private probing: TaskHandle<void> | undefined;
  private triggered = false;
  private nextTick = 0;
  private stopped = false;

  constructor(options: WorkerOptions) {
    this.options = options;
    this.periodUs = (options.probe.periodSeconds ?? 10) * 1_000_000;
  }

  start(): void {
    const { deps, kubeletStartedAt } = this.options;
    const { kernel } = deps;
    let first: number = kernel.now();
    if (this.periodUs > first - kubeletStartedAt)
      first += Math.round(kernel.random(`prober/${deps.nodeName}`).next() * this.periodUs);
    this.nextTick = first + this.periodUs;
    this.schedule(first);
  }

  stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    this.timer?.cancel();
    this.probing?.cancel();
    if (this.containerId !== '') this.options.removeResult(this.containerId);
    this.options.ended();
  }

  /** Probes at once and starts the period anew. */
  trigger(): void {
    if (this.stopped) return;
    if (this.probing !== undefined) {
      this.triggered = true;
      return;
    }
    this.nextTick = this.options.deps.kernel.now() + this.periodUs;
    this.schedule(this.options.deps.kernel.now());
  }

  private schedule(at: number): void {
    const { kernel } = this.options.deps;
    this.timer?.cancel();
    this.timer = kernel.at(at, () => this.begin(), { background: this.isSteady() });
  }

  /** Whether nothing is expected to change: such a probe keeps no cluster from being quiet. */
  private isSteady(): boolean {
    const { deps, kind } = this.options;
    const status = this.statusOfContainer();
    const startedAt = status?.state?.running?.startedAt;
    if (status === undefined || startedAt === undefined) return this.containerId === '' && this.onHold;
    if (kind === 'startup' && (this.onHold || status.started === true)) return true;
    if (this.lastResult !== 'success') return false;
    return deps.kernel.unixUs() - (parseTime(startedAt) ?? 0) > YOUNG_US;
  }

  private begin(): void {
    this.timer = undefined;
    if (this.stopped) return;
    const { kernel } = this.options.deps;
    while (this.nextTick <= kernel.now()) this.nextTick += this.periodUs;
    this.probing = kernel.spawn(this.once());
  }

  private *once(): Task {
    const { kernel } = this.options.deps;
    const goOn = yield* this.doProbe();
    this.probing = undefined;
    if (this.stopped) return;
    if (!goOn) return this.stop();
    if (this.triggered) {
      this.triggered = false;
      this.nextTick = kernel.now() + this.periodUs;
      return this.schedule(kernel.now());
    }
    // A tick that fell into a long probe is made up for at once; further ones are lost.
    this.schedule(Math.max(this.nextTick, kernel.now()));
  }

  private statusOfContainer(): ContainerStatus | undefined {
    const { status, container } = this.options;
    const all = status();
    const named = (each: ContainerStatus): boolean => each.name === container.name;
    return all?.containerStatuses?.find(named) ?? all?.initContainerStatuses?.find(named);
  }

  /** One look; false ends the worker. */
  private *doProbe(): Task<boolean> {
    const { kind, probe, container, setResult, removeResult } = this.options;
    const all = this.options.status();
    if (all === undefined) return true;
    if (isTerminalPhase(all.phase)) return false;
    const status = this.statusOfContainer();
    const id = (status?.containerID ?? '').replace('containerd://', '');
    if (status === undefined || id === '') return true;
    if (id !== this.containerId) {
      if (this.containerId !== '') removeResult(this.containerId);
      this.containerId = id;
      if (!this.outlived(status)) setResult(id, INITIAL[kind]);
      this.onHold = false;
    }
    if (this.onHold) return true;
    const pod = this.options.pod();
    if (status.state?.running === undefined) {
      setResult(id, 'failure');
      const ended = status.state?.terminated;
      return (
        ended === undefined ||
        restartsAfter(container, pod, ended.exitCode) ||
        pod.spec.restartPolicy !== 'Never'
      );
    }
    if (pod.metadata.deletionTimestamp !== undefined && kind !== 'readiness') {
      setResult(id, 'success');
      return false;
    }
    if (this.secondsSinceStart(status) < (probe.initialDelaySeconds ?? 0)) return true;
    if ((status.started === true) === (kind === 'startup')) return true;
    yield* this.probe(pod, all.podIP ?? '');
    return true;
  }

  /** Whether the container had settled before this kubelet started: what it was then holds until a probe speaks. */
  private outlived(status: ContainerStatus): boolean {
    const { deps, kubeletStartedAt } = this.options;
    const startedAt = parseTime(status.state?.running?.startedAt ?? '');
    if (startedAt === undefined) return false;
    return startedAt + SETTLED_BEFORE_US < deps.kernel.unixUs() - deps.kernel.now() + kubeletStartedAt;
  }

  private secondsSinceStart(status: ContainerStatus): number {
    const startedAt = parseTime(status.state?.running?.startedAt ?? '') ?? 0;
    return Math.floor((this.options.deps.kernel.unixUs() - startedAt) / 1_000_000);
  }

  private *probe(pod: Pod, podIp: string): Task {
    const { kind, probe, setResult } = this.options;
    const id = this.containerId;
    const result = yield* this.attempt(pod, podIp);
    if (result === undefined || this.stopped || id !== this.containerId) return;
    if (result === this.lastResult) this.run++;
    else {
      this.lastResult = result;
      this.run = 1;
    }
    const threshold = result === 'failure' ? (probe.failureThreshold ?? 3) : (probe.successThreshold ?? 1);
    if (this.run < threshold) return;
    setResult(id, result);
    if ((kind === 'liveness' && result === 'failure') || kind === 'startup') {
      this.onHold = true;
      this.run = 0;
    }
  }

  /** Success or failure with its event; undefined when the prober failed. */
  private *attempt(pod: Pod, podIp: string): Task<'success' | 'failure' | undefined> {
    const { deps, kind, probe, container } = this.options;
    const tools = { runtime: deps.runtime, dialer: deps.host.dialer };
    const target = { container, containerId: this.containerId, podIp };
    let answer = yield* runProbe(tools, probe, target);
    for (let tries = 1; !answer.ok && tries < TRIES; tries++) answer = yield* runProbe(tools, probe, target);
    if (this.stopped) return undefined;
    const event = (reason: string, message: string): void =>
      containerEvent(deps, { pod, container: container.name }, ['Warning', reason], message);
    if (!answer.ok) {
      this.record(pod, 'unknown', answer.error);
      event('Unhealthy', `${TITLES[kind]} probe errored and resulted in unknown state: ${answer.error}`);
      return undefined;
    }
    const { result, output } = answer.value;
    this.record(pod, result === 'failure' ? 'failure' : 'success', output);
    if (result === 'failure') event('Unhealthy', `${TITLES[kind]} probe failed: ${output}`);
    if (result === 'warning') event('ProbeWarning', `${TITLES[kind]} probe warning: ${output}`);
    return result === 'failure' ? 'failure' : 'success';
  }

  private record(pod: Pod, result: ProbeResult, output: string): void {
    const { deps, kind, probe, container } = this.options;
    const { name, namespace = '' } = pod.metadata;
    const same = result === this.lastResult;
    const threshold = result === 'failure' ? (probe.failureThreshold ?? 3) : (probe.successThreshold ?? 1);
    deps.kernel.record(deps.actor, 'probe.result', {
      pod: { namespace, name },
      container: container.name,
      probe: kind,
      result,
      output,
      run: same ? this.run + 1 : 1,
      threshold,
    });
  }
}
