import type { Pod } from '../../../../api/generated/types.ts';
import type { PortMapping, SandboxConfig } from '../../cri/port/runtime.ts';
import { podCgroupPath } from '../cgroups/values.ts';
import { type KubeletDeps, podEvent } from '../deps.ts';
import { podDns } from '../network/dns.ts';
import { hostnameAndDomain } from '../network/hostname.ts';
import { initContainers, isHostNetwork, podUid } from '../pod.ts';
import { LABEL_POD_NAME, LABEL_POD_NAMESPACE, LABEL_POD_UID } from './pod-status.ts';

// Models pkg/kubelet/kuberuntime/kuberuntime_sandbox.go generatePodSandboxConfig (1.36).

export function logDirectory(pod: Pod): string {
  return `/var/log/pods/${pod.metadata.namespace}_${pod.metadata.name}_${podUid(pod)}`;
}

/** Tells of resolver limits that the Pod exceeds: each time that its sandbox's config is made, which is at every sync. */
export function tellDnsLimits(deps: KubeletDeps, pod: Pod): void {
  if (pod.spec.dnsConfig === undefined) return;
  for (const warning of podDns(pod, deps.host, deps.config).warnings)
    podEvent(deps, pod, ['Warning', 'DNSConfigForming'], warning);
}

export function sandboxConfig(deps: KubeletDeps, pod: Pod, attempt: number): SandboxConfig {
  const { name, namespace = '' } = pod.metadata;
  const uid = podUid(pod);
  const { dns } = podDns(pod, deps.host, deps.config);
  const { hostname, domain } = hostnameAndDomain(pod, deps.config.clusterDomain);
  const full = pod.spec.setHostnameAsFQDN === true && domain !== '' ? `${hostname}.${domain}` : hostname;
  return {
    metadata: { name, namespace, uid, attempt },
    hostname: isHostNetwork(pod) ? deps.nodeName : full,
    logDirectory: logDirectory(pod),
    dns,
    portMappings: portMappings(pod),
    labels: {
      ...pod.metadata.labels,
      [LABEL_POD_NAME]: name,
      [LABEL_POD_NAMESPACE]: namespace,
      [LABEL_POD_UID]: uid,
    },
    annotations: pod.metadata.annotations ?? {},
    cgroupParent: podCgroupPath(pod),
    hostNetwork: isHostNetwork(pod),
    hostPid: pod.spec.hostPID === true,
    hostIpc: pod.spec.hostIPC === true,
    shareProcessNamespace: pod.spec.shareProcessNamespace === true,
    ...(pod.spec.hostUsers === false ? { userNamespace: idsOf(uid) } : {}),
    sysctls: Object.fromEntries(
      (pod.spec.securityContext?.sysctls ?? []).map(({ name: key, value }) => [key, value]),
    ),
    runtimeHandler: pod.spec.runtimeClassName ?? '',
  };
}

const ID_RANGE = 65_536;

/** The node's ids of a user namespace. Upstream takes the next free range of 65536; here a Pod's UID says which. */
function idsOf(uid: string): number {
  return ID_RANGE * (1 + (Number.parseInt(uid.slice(0, 6), 16) % 10_000));
}

function portMappings(pod: Pod): PortMapping[] {
  const mappings: PortMapping[] = [];
  for (const container of [...pod.spec.containers, ...initContainers(pod)]) {
    for (const { hostPort = 0, containerPort, protocol = 'TCP', hostIP = '' } of container.ports ?? []) {
      if (hostPort > 0) mappings.push({ protocol, containerPort, hostPort, hostIp: hostIP });
    }
  }
  return mappings;
}
