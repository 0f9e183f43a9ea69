import type { Pod, RuntimeClass, Secret } from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { formatGoDuration } from '../../../../api/duration.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import { rpcText } from '../../cri/port/error.ts';
import type { SandboxConfig } from '../../cri/port/runtime.ts';
import { type KubeletDeps, containerEvent, podEvent } from '../deps.ts';
import {
  type AnyContainer,
  ephemeralContainers,
  formatPod,
  initContainers,
  isHostNetwork,
  isSidecar,
  podUid,
} from '../pod.ts';
import { BackOff } from './back-off.ts';
import { backOffKey } from './back-off-key.ts';
import type { PodActions } from './actions.ts';
import { computePodActions } from './compute-pod-actions.ts';
import { removeContainer } from './container-logs.ts';
import { type ImageVolumes, pullImageVolumes } from './image-volumes.ts';
import { killContainer, killPod } from './kill.ts';
import { sandboxIps } from './pod-status.ts';
import { sandboxConfig, tellDnsLimits } from './sandbox-config.ts';
import { type StartEnvironment, startContainer } from './start-container.ts';
import { SyncResult } from './sync-result.ts';
import type { ProbeVerdicts, RuntimePodStatus } from './types.ts';

// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go SyncPod (1.36).

export interface RuntimeHooks {
  readonly verdicts: ProbeVerdicts;
  readonly environment: StartEnvironment;
  readonly terminationRequested: (uid: string) => boolean;
  /** The sandbox is up: the condition may be shown before the containers are. */
  readonly sandboxReady: (pod: Pod) => void;
  /** Containers whose pending resize needs a restart. */
  readonly resizeRestarts: (pod: Pod, status: RuntimePodStatus) => ReadonlySet<string>;
  /** Step 8: resizes running containers; answers errors. */
  readonly resize: (pod: Pod, status: RuntimePodStatus) => Task<string[]>;
}

export interface SyncRequest {
  readonly pod: Pod;
  readonly status: RuntimePodStatus;
  readonly secrets: readonly Secret[];
}

interface Sandbox {
  readonly id: string;
  readonly config: SandboxConfig;
  readonly ips: readonly string[];
}

const INITIAL_US = 10_000_000;
const EMPTY: ReadonlySet<string> = new Set();

export class RuntimeManager {
  private readonly deps: KubeletDeps;
  private readonly hooks: RuntimeHooks;
  private readonly backOff: BackOff;

  constructor(deps: KubeletDeps, hooks: RuntimeHooks) {
    this.deps = deps;
    this.hooks = hooks;
    this.backOff = new BackOff(INITIAL_US, deps.config.maxContainerRestartPeriodUs);
  }

  /** Makes what runs what the Pod wants, in upstream's order of steps. */
  *syncPod(request: SyncRequest): Task<SyncResult> {
    const { pod, status } = request;
    const { verdicts, resizeRestarts } = this.hooks;
    const result = new SyncResult();
    const actions = computePodActions({
      pod,
      status,
      verdicts,
      resizeRestarts: status.containers.length === 0 ? EMPTY : resizeRestarts(pod, status),
    });
    if (actions.createSandbox && actions.sandboxId !== '') {
      podEvent(
        this.deps,
        pod,
        ['Normal', 'SandboxChanged'],
        'Pod sandbox changed, it will be killed and re-created.',
      );
    }
    if (!(yield* this.killUnwanted(request, actions, result))) return result;
    yield* this.pruneInitContainers(pod, status, actions.createSandbox);
    const sandbox = yield* this.ensureSandbox(request, actions, result);
    if (sandbox === undefined) return result;
    yield* this.startAll(request, actions, sandbox, result);
    return result;
  }

  collectBackOff(): void {
    this.backOff.collect(this.deps.kernel.unixUs());
  }

  private *killUnwanted(
    { pod, status }: SyncRequest,
    actions: PodActions,
    result: SyncResult,
  ): Task<boolean> {
    if (actions.killPod) {
      const live = status.sandboxes.length > 0;
      if (live) result.acted = true;
      const errors = live ? yield* killPod(this.deps, { pod, status }) : [];
      result.errors.push(...errors);
      return errors.length === 0;
    }
    for (const { id, name, message, reason } of actions.containersToKill) {
      result.acted = true;
      const killed = yield* killContainer(this.deps, {
        pod,
        id,
        name,
        message,
        reason,
        podIp: status.ips[0] ?? '',
      });
      if (!killed.ok) {
        result.errors.push(
          `failed to "KillContainer" for "${name}" with KillContainerError: ${goQuote(killed.error)}`,
        );
        return false;
      }
    }
    return true;
  }

  /** Keeps one record of each finished init container; a new sandbox purges all. */
  private *pruneInitContainers(pod: Pod, status: RuntimePodStatus, purge: boolean): Task {
    const names = new Set(initContainers(pod).map(({ name }) => name));
    if (names.size === 0) return;
    const kept = new Set<string>();
    for (const { id, name, state } of status.containers) {
      if (!names.has(name)) continue;
      if (!purge) {
        if (state !== 'exited' && state !== 'unknown') continue;
        if (!kept.has(name)) {
          kept.add(name);
          continue;
        }
      }
      // Upstream takes the logs of purged ones too; the next instance would count from 0 again.
      if (purge) yield* this.deps.runtime.removeContainer(id);
      else yield* removeContainer(this.deps, id);
    }
  }

  private *ensureSandbox(
    { pod, status }: SyncRequest,
    actions: PodActions,
    result: SyncResult,
  ): Task<Sandbox | undefined> {
    if (!actions.createSandbox) {
      tellDnsLimits(this.deps, pod);
      if (actions.killPod) return undefined;
      const config = this.configOf(pod, actions.attempt);
      return { id: actions.sandboxId, config, ips: status.ips };
    }
    result.acted = true;
    const config = this.configOf(pod, actions.attempt);
    tellDnsLimits(this.deps, pod);
    const made = yield* this.createSandbox(pod, config);
    if (!made.ok) {
      if (made.error !== '') result.errors.push(made.error);
      return undefined;
    }
    tellDnsLimits(this.deps, pod);
    return made.value;
  }

  private readonly configs = new WeakMap<object, SandboxConfig>();

  private configOf(pod: Pod, attempt: number): SandboxConfig {
    const cached = this.configs.get(pod.spec);
    if (cached?.metadata.attempt === attempt) return cached;
    const config = sandboxConfig(this.deps, pod, attempt);
    this.configs.set(pod.spec, config);
    return config;
  }

  /** The handler that the Pod's RuntimeClass names. Models pkg/kubelet/runtimeclass LookupRuntimeHandler. */
  private *handlerOf(pod: Pod): Task<Partial<SandboxConfig>> {
    const name = pod.spec.runtimeClassName ?? '';
    if (name === '') return {};
    const found = yield* this.deps.client.get<RuntimeClass>('runtimeclasses.node.k8s.io', {
      namespace: '',
      name,
    });
    return found.ok ? { runtimeHandler: found.value.handler } : {};
  }

  private *createSandbox(pod: Pod, config: SandboxConfig): Task<Result<Sandbox, string>> {
    const { runtime } = this.deps;
    const created = yield* runtime.runPodSandbox({ ...config, ...(yield* this.handlerOf(pod)) });
    if (!created.ok) {
      // A Pod that was deleted meanwhile has no real error.
      if (this.hooks.terminationRequested(podUid(pod))) return err('');
      const text = rpcText(created.error);
      podEvent(
        this.deps,
        pod,
        ['Warning', 'FailedCreatePodSandBox'],
        `Failed to create pod sandbox: ${text}`,
      );
      const message = `Failed to create sandbox for pod "${formatPod(pod)}": ${text}`;
      return err(
        `failed to "CreatePodSandbox" for "${formatPod(pod)}" with CreatePodSandboxError: ${goQuote(message)}`,
      );
    }
    const status = yield* runtime.podSandboxStatus(created.value);
    if (!status.ok) {
      const text = rpcText(status.error);
      podEvent(
        this.deps,
        pod,
        ['Warning', 'FailedPodSandBoxStatus'],
        `Unable to get pod sandbox status: ${text}`,
      );
      return err(`failed to SyncPod: ${text}`);
    }
    const ips = isHostNetwork(pod) ? [] : sandboxIps(status.value);
    this.hooks.sandboxReady(pod);
    return ok({ id: created.value, config, ips });
  }

  private *startAll(request: SyncRequest, actions: PodActions, sandbox: Sandbox, result: SyncResult): Task {
    const { pod, status } = request;
    const { images } = this.hooks.environment;
    const ready = { ...sandbox, imageVolumes: yield* pullImageVolumes(images, pod, request.secrets) };
    for (const index of actions.ephemeralContainersToStart) {
      const container = ephemeralContainers(pod)[index];
      if (container !== undefined) yield* this.start(request, container, ready, result);
    }
    for (const index of actions.initContainersToStart) {
      const container = initContainers(pod)[index];
      if (container === undefined) continue;
      const started = yield* this.start(request, container, ready, result);
      if (!started && !isSidecar(container)) return;
    }
    result.errors.push(...(yield* this.hooks.resize(pod, status)));
    for (const index of actions.containersToStart) {
      const container = pod.spec.containers[index];
      if (container !== undefined) yield* this.start(request, container, ready, result);
    }
  }

  private *start(
    request: SyncRequest,
    container: AnyContainer,
    sandbox: Sandbox & { readonly imageVolumes: ImageVolumes },
    result: SyncResult,
  ): Task<boolean> {
    const { pod, status } = request;
    result.acted = true;
    const waiting = this.checkBackOff(pod, container, status);
    if (waiting !== undefined) {
      const failure = { reason: 'CrashLoopBackOff', message: waiting.message };
      result.starts.push({ container: container.name, failure, retryAt: waiting.retryAt });
      return false;
    }
    const started = yield* startContainer(this.deps, this.hooks.environment, {
      ...request,
      container,
      sandboxId: sandbox.id,
      sandbox: sandbox.config,
      podIps: sandbox.ips,
      imageVolumes: sandbox.imageVolumes,
    });
    result.starts.push({ container: container.name, failure: started.ok ? undefined : started.error });
    return started.ok;
  }

  /** Models doBackOff: the newest exited instance that this sync began with counts, not one it has just killed. */
  private checkBackOff(
    pod: Pod,
    container: AnyContainer,
    status: RuntimePodStatus,
  ): { message: string; retryAt: number } | undefined {
    const { kernel, actor } = this.deps;
    const last = status.containers.find(({ name, state }) => name === container.name && state === 'exited');
    if (last === undefined) return undefined;
    const key = backOffKey(pod, container);
    const now = kernel.unixUs();
    if (!this.backOff.isInBackOffSince(key, last.finishedAt, now)) {
      this.backOff.next(key, last.finishedAt, now);
      return undefined;
    }
    const delayUs = this.backOff.get(key);
    const retryAt = kernel.now() + (last.finishedAt + delayUs - now);
    const text = `Back-off restarting failed container ${container.name} in pod ${formatPod(pod)}`;
    containerEvent(this.deps, { pod, container: container.name }, ['Warning', 'BackOff'], text);
    const { name, namespace = '' } = pod.metadata;
    kernel.record(actor, 'backoff', {
      pod: { namespace, name },
      container: container.name,
      why: 'crash',
      delayUs,
      untilUs: retryAt,
    });
    const message = `back-off ${formatGoDuration(delayUs)} restarting failed container=${container.name} pod=${formatPod(pod)}`;
    return { message, retryAt };
  }
}
