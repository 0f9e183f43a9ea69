import type { Node, Pod, Secret, Service } from '../../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import type { ContainerConfig, SandboxConfig } from '../../cri/port/runtime.ts';
import type { ObjectCache } from '../config/object-cache.ts';
import { type KubeletDeps, containerEvent } from '../deps.ts';
import type { ImageManager } from '../images/image-manager.ts';
import { runHook } from '../lifecycle/hooks.ts';
import { type AnyContainer, podUid } from '../pod.ts';
import type { StartFailure } from '../status/container-statuses.ts';
import type { MountedVolume } from '../volumes/mount.ts';
import { containerConfig } from './container-config.ts';
import { logLink } from './container-logs.ts';
import { type ImageVolumes, imagesOf } from './image-volumes.ts';
import { killContainer } from './kill.ts';
import { logDirectory } from './sandbox-config.ts';
import { type RuntimePodStatus, findByName } from './types.ts';

// Models pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer (1.36).

/** What starting containers needs to know of the rest of the kubelet. */
export interface StartEnvironment {
  readonly images: ImageManager;
  readonly objects: ObjectCache;
  readonly services: () => Iterable<Service> | undefined;
  readonly node: () => Node | undefined;
  readonly volume: (uid: string, name: string) => MountedVolume | undefined;
}

export interface StartRequest {
  readonly pod: Pod;
  readonly container: AnyContainer;
  readonly status: RuntimePodStatus;
  readonly sandboxId: string;
  readonly sandbox: SandboxConfig;
  readonly podIps: readonly string[];
  readonly secrets: readonly Secret[];
  readonly imageVolumes: ImageVolumes;
}

/** Pulls, creates, starts, runs postStart. The failure is what the waiting state will say. */
export function* startContainer(
  deps: KubeletDeps,
  env: StartEnvironment,
  request: StartRequest,
): Task<Result<void, StartFailure>> {
  const { pod, container, status } = request;
  const failed = (reason: string, message: string, id?: string): Result<never, StartFailure> => {
    containerEvent(
      deps,
      { pod, container: container.name, ...(id === undefined ? {} : { id }) },
      ['Warning', 'Failed'],
      `Error: ${message}`,
    );
    return err({ reason, message });
  };
  const volumes = imagesOf(container, request.imageVolumes);
  if (!volumes.ok) {
    failed(volumes.error.reason, volumes.error.reason);
    return volumes;
  }
  const policy = container.imagePullPolicy ?? 'IfNotPresent';
  const image = yield* env.images.ensure({
    pod,
    container: container.name,
    image: container.image ?? '',
    policy,
    secrets: request.secrets,
  });
  if (!image.ok) {
    containerEvent(
      deps,
      { pod, container: container.name },
      ['Warning', 'Failed'],
      `Error: ${image.error.reason}`,
    );
    return image;
  }
  const target = targetId(container, status);
  if (!target.ok) return failed('CreateContainerConfigError', target.error);
  const config = yield* containerConfig({
    deps,
    pod,
    container,
    podIps: request.podIps,
    imageRef: image.value,
    restartCount: nextRestartCount(deps, pod, container, status),
    targetContainerId: target.value,
    objects: env.objects,
    services: env.services(),
    node: env.node(),
    volume: (name) => env.volume(podUid(pod), name),
    imageVolume: (name) => volumes.value.get(name),
  });
  if (!config.ok) return failed('CreateContainerConfigError', config.error);
  const created = yield* deps.runtime.createContainer(request.sandboxId, config.value, request.sandbox);
  if (!created.ok) return failed('CreateContainerError', created.error.message);
  const id = created.value;
  containerEvent(deps, { pod, container: container.name, id }, ['Normal', 'Created'], 'Container created');
  const started = yield* deps.runtime.startContainer(id);
  if (!started.ok) return failed('RunContainerError', started.error.message, id);
  containerEvent(deps, { pod, container: container.name, id }, ['Normal', 'Started'], 'Container started');
  linkLog(deps, pod, config.value, id);
  return yield* postStart(deps, request, id);
}

/** The link outlives nothing: it goes with the container. */
function linkLog({ host }: KubeletDeps, pod: Pod, { labels, logPath }: ContainerConfig, id: string): void {
  host.disk.symlink(logLink({ id, labels }), `${logDirectory(pod)}/${logPath}`);
}

function* postStart(
  deps: KubeletDeps,
  { pod, container, podIps }: StartRequest,
  id: string,
): Task<Result<void, StartFailure>> {
  const hook = container.lifecycle?.postStart;
  if (hook === undefined) return ok();
  const podIp = podIps[0] ?? '';
  const ran = yield* runHook({ deps, pod, container, containerId: id, podIp }, hook);
  if (ran.ok) return ok();
  containerEvent(
    deps,
    { pod, container: container.name, id },
    ['Warning', 'FailedPostStartHook'],
    'PostStartHook failed',
  );
  yield* killContainer(deps, {
    pod,
    id,
    name: container.name,
    message: 'FailedPostStartHook',
    reason: '',
    podIp,
  });
  return err({ reason: 'PostStartHookError', message: ran.error });
}

function targetId(container: AnyContainer, status: RuntimePodStatus): Result<string | undefined, string> {
  const name = 'targetContainerName' in container ? (container.targetContainerName ?? '') : '';
  if (name === '') return ok(undefined);
  const instance = findByName(status, name);
  return instance === undefined ? err(`unable to find target container ${name}`) : ok(instance.id);
}

/** One more than the last instance's, or than the newest log file's when no instance is left. */
function nextRestartCount(
  deps: KubeletDeps,
  pod: Pod,
  container: AnyContainer,
  status: RuntimePodStatus,
): number {
  const instance = findByName(status, container.name);
  if (instance !== undefined) return instance.restartCount + 1;
  let last = -1;
  for (const name of deps.host.disk.list(`${logDirectory(pod)}/${container.name}`)) {
    const match = /^(\d+)\.log/.exec(name);
    if (match !== null) last = Math.max(last, Number(match[1]));
  }
  return last + 1;
}
