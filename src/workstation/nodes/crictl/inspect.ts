import { formatMicroTime } from '../../../api/time.ts';
import type { NodeContainer, NodeImage, NodeSandbox } from '../port.ts';

/** A protobuf timestamp as crictl prints it; the zero time for never. */
const time = (us: number): string =>
  us <= 0 ? '0001-01-01T00:00:00Z' : formatMicroTime(us).replace(/Z$/, '000Z');

/** What `crictl inspect` prints: the status, and of containerd's own information what is modelled. */
export function inspectContainer(container: NodeContainer): unknown {
  const { resources, sandbox } = container;
  return {
    info: {
      pid: container.pid ?? 0,
      removing: false,
      runtimeOptions: { systemd_cgroup: true },
      runtimeSpec: container.runtimeSpec,
      runtimeType: 'io.containerd.runc.v2',
      sandboxID: sandbox.id,
      snapshotKey: container.id,
      snapshotter: 'overlayfs',
    },
    status: {
      annotations: container.annotations,
      createdAt: time(container.createdUs),
      exitCode: container.exitCode,
      finishedAt: time(container.finishedUs),
      id: container.id,
      image: { annotations: {}, image: container.userImage, runtimeHandler: '', userSpecifiedImage: '' },
      imageId: container.imageId,
      imageRef: container.imageRef,
      labels: container.labels,
      logPath: container.logPath,
      message: container.message,
      metadata: { attempt: container.attempt, name: container.name },
      mounts: container.mounts.map(({ containerPath, hostPath, readonly }) => ({
        containerPath,
        gidMappings: [],
        hostPath,
        propagation: 'PROPAGATION_PRIVATE',
        readonly,
        recursiveReadOnly: false,
        selinuxRelabel: false,
        uidMappings: [],
      })),
      reason: container.reason,
      resources: {
        linux: {
          cpuPeriod: String(resources.cpuPeriodUs),
          cpuQuota: String(resources.cpuQuotaUs),
          cpuShares: String(resources.cpuShares),
          memoryLimitInBytes: String(resources.memoryLimitBytes),
          oomScoreAdj: String(resources.oomScoreAdj),
        },
      },
      startedAt: time(container.startedUs),
      state: `CONTAINER_${container.state}`,
    },
  };
}

/** What `crictl inspectp` prints. */
export function inspectSandbox(sandbox: NodeSandbox): unknown {
  const scope = sandbox.hostNetwork ? 'NODE' : 'POD';
  return {
    info: {
      pid: sandbox.pid ?? 0,
      runtimeHandler: sandbox.runtimeHandler,
      runtimeType: 'io.containerd.runc.v2',
      snapshotter: 'overlayfs',
    },
    status: {
      annotations: sandbox.annotations,
      createdAt: time(sandbox.createdUs),
      id: sandbox.id,
      labels: sandbox.labels,
      linux: {
        namespaces: {
          options: { ipc: 'POD', network: scope, pid: 'CONTAINER', targetId: '', usernsOptions: null },
        },
      },
      metadata: {
        attempt: sandbox.attempt,
        name: sandbox.name,
        namespace: sandbox.namespace,
        uid: sandbox.uid,
      },
      network: { additionalIps: [], ip: sandbox.ip },
      runtimeHandler: sandbox.runtimeHandler,
      state: sandbox.ready ? 'SANDBOX_READY' : 'SANDBOX_NOTREADY',
    },
  };
}

/** What `crictl inspecti` prints. */
export function inspectImage(image: NodeImage): unknown {
  return {
    status: {
      id: image.id,
      pinned: false,
      repoDigests: image.repoDigests,
      repoTags: image.repoTags,
      size: String(image.sizeBytes),
      spec: null,
      uid: null,
      username: '',
    },
  };
}
