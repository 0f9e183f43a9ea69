import type { Node, Pod, Service } from '../../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import { rpcText } from '../../cri/port/error.ts';
import type { ContainerConfig } from '../../cri/port/runtime.ts';
import { containerResources } from '../cgroups/values.ts';
import type { ObjectCache } from '../config/object-cache.ts';
import type { KubeletDeps } from '../deps.ts';
import { expand, lookupIn } from '../env/expand.ts';
import { makeEnv } from '../env/make-env.ts';
import { type AnyContainer, initContainers, isSidecar, podUid } from '../pod.ts';
import type { MountedVolume } from '../volumes/mount.ts';
import { containerHash } from './container-hash.ts';
import { DEFAULT_MESSAGE_PATH, makeMounts, terminationLogPath } from './mounts.ts';
import {
  ANNOTATION_GRACE,
  ANNOTATION_HASH,
  ANNOTATION_MESSAGE_PATH,
  ANNOTATION_MESSAGE_POLICY,
  ANNOTATION_RESTART_COUNT,
  LABEL_CONTAINER_NAME,
  LABEL_POD_NAME,
  LABEL_POD_NAMESPACE,
  LABEL_POD_UID,
} from './pod-status.ts';
import { containerSecurity, pidMode, verifyRunAsNonRoot } from './security.ts';

// Models pkg/kubelet/kuberuntime/kuberuntime_container.go generateContainerConfig (1.36).

export interface ConfigInputs {
  readonly deps: KubeletDeps;
  readonly pod: Pod;
  readonly container: AnyContainer;
  readonly podIps: readonly string[];
  readonly imageRef: string;
  readonly restartCount: number;
  readonly targetContainerId: string | undefined;
  readonly objects: ObjectCache;
  readonly services: Iterable<Service> | undefined;
  readonly node: Node | undefined;
  readonly volume: (name: string) => MountedVolume | undefined;
  /** The id of the image that the volume of that name is. */
  readonly imageVolume: (name: string) => string | undefined;
}

/** The config of one container, or the message of a CreateContainerConfigError. */
export function* containerConfig(inputs: ConfigInputs): Task<Result<ContainerConfig, string>> {
  const { deps, pod, container, imageRef, restartCount } = inputs;
  const env = yield* makeEnv({
    ...inputs,
    hostIp: deps.host.hostIp,
    readFile: (path) => {
      const text = deps.host.disk.readFile(path);
      return text.ok ? text.value : undefined;
    },
    masterNamespace: deps.config.masterServiceNamespace,
  });
  if (!env.ok) return env;
  const mounts = makeMounts({ ...inputs, env: env.value });
  if (!mounts.ok) return mounts;
  const image = yield* deps.images.imageStatus(imageRef);
  if (!image.ok) return err(rpcText(image.error));
  if (image.value === undefined) return err(`failed to get image from containerd "${imageRef}": not found`);
  const verified = verifyRunAsNonRoot(pod, container, image.value);
  if (!verified.ok) return verified;
  const lookup = lookupIn(env.value);
  const security = containerSecurity(pod, container, image.value, pidMode(pod, inputs.targetContainerId));
  const memory = deps.host.meters().memoryCapacityBytes;
  return ok({
    name: container.name,
    attempt: restartCount,
    userImage: container.image ?? '',
    imageRef,
    command: (container.command ?? []).map((word) => expand(word, lookup)),
    args: (container.args ?? []).map((word) => expand(word, lookup)),
    workingDir: container.workingDir ?? '',
    env: [...env.value],
    mounts: [...mounts.value, messageMount(inputs)],
    labels: labelsOf(pod, container),
    annotations: annotationsOf(inputs),
    logPath: `${container.name}/${restartCount}.log`,
    stdin: container.stdin === true,
    stdinOnce: container.stdinOnce === true,
    tty: container.tty === true,
    resources: containerResources(pod, container, memory),
    security,
    declaredPorts: portsOf(container),
    runsToEnd: runsToEnd(pod, container),
  });
}

/** Ports that the manifest names, a probe's too. */
function portsOf(container: AnyContainer): number[] {
  const { ports = [], livenessProbe, readinessProbe, startupProbe } = container;
  const probed = [livenessProbe, readinessProbe, startupProbe].flatMap((probe) => [
    probe?.httpGet?.port,
    probe?.tcpSocket?.port,
    probe?.grpc?.port,
  ]);
  return [
    ...ports.map(({ containerPort }) => containerPort),
    ...probed.filter((port) => typeof port === 'number'),
  ];
}

/** Whether its program is meant to end by itself. */
function runsToEnd(pod: Pod, container: AnyContainer): boolean {
  if (isSidecar(container)) return false;
  return (
    pod.spec.restartPolicy !== 'Always' || initContainers(pod).some(({ name }) => name === container.name)
  );
}

function messagePath(container: AnyContainer): string {
  return container.terminationMessagePath ?? DEFAULT_MESSAGE_PATH;
}

/** The file that becomes terminated.message. */
function messageMount({
  deps,
  pod,
  container,
  restartCount,
}: ConfigInputs): ContainerConfig['mounts'][number] {
  const hostPath = terminationLogPath(podUid(pod), container.name, String(restartCount));
  deps.host.disk.writeFile(hostPath, '', { mode: 0o666 });
  return { containerPath: messagePath(container), hostPath, readonly: false };
}

function labelsOf(pod: Pod, container: AnyContainer): Record<string, string> {
  return {
    [LABEL_POD_NAME]: pod.metadata.name,
    [LABEL_POD_NAMESPACE]: pod.metadata.namespace ?? '',
    [LABEL_POD_UID]: podUid(pod),
    [LABEL_CONTAINER_NAME]: container.name,
  };
}

function annotationsOf({ pod, container, restartCount }: ConfigInputs): Record<string, string> {
  const grace = pod.spec.terminationGracePeriodSeconds;
  return {
    [ANNOTATION_HASH]: containerHash(container),
    [ANNOTATION_RESTART_COUNT]: String(restartCount),
    [ANNOTATION_MESSAGE_PATH]: messagePath(container),
    [ANNOTATION_MESSAGE_POLICY]: container.terminationMessagePolicy ?? 'File',
    ...(grace === undefined ? {} : { [ANNOTATION_GRACE]: String(grace) }),
  };
}
