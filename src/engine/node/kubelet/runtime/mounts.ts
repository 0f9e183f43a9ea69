import type { Pod, VolumeMount } from '../../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { HostDisk } from '../../cri/port/host.ts';
import type { Mount } from '../../cri/port/runtime.ts';
import type { KubeletDeps } from '../deps.ts';
import { expand, lookupIn } from '../env/expand.ts';
import { hostNetworkHosts, managedHosts } from '../network/hosts.ts';
import { hostnameAndDomain } from '../network/hostname.ts';
import { type AnyContainer, isHostNetwork, podUid } from '../pod.ts';
import { type MountedVolume, podDirectory } from '../volumes/mount.ts';

// Models pkg/kubelet/kubelet_pods.go makeMounts (1.36).

const HOSTS = '/etc/hosts';
export const DEFAULT_MESSAGE_PATH = '/dev/termination-log';

export interface MountInputs {
  readonly deps: KubeletDeps;
  readonly pod: Pod;
  readonly container: AnyContainer;
  readonly podIps: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly volume: (name: string) => MountedVolume | undefined;
  readonly imageVolume: (name: string) => string | undefined;
}

/** The mounts of a container, or why they cannot be made. */
export function makeMounts(inputs: MountInputs): Result<Mount[], string> {
  const { pod, container, podIps } = inputs;
  const mounts: Mount[] = [];
  let ownHosts = false;
  for (const [index, mount] of (container.volumeMounts ?? []).entries()) {
    if (mount.mountPath === HOSTS) ownHosts = true;
    const image = inputs.imageVolume(mount.name);
    if (image !== undefined) {
      const imageSubPath = mount.subPath ?? '';
      mounts.push({ containerPath: mount.mountPath, hostPath: '', readonly: true, image, imageSubPath });
      continue;
    }
    const made = makeMount(inputs, mount, index);
    if (!made.ok) return made;
    mounts.push(made.value);
  }
  if (!ownHosts && (isHostNetwork(pod) || podIps.length > 0)) mounts.push(hostsMount(inputs));
  return ok(mounts);
}

function makeMount(inputs: MountInputs, mount: VolumeMount, index: number): Result<Mount, string> {
  const { deps, pod, container } = inputs;
  const volume = inputs.volume(mount.name);
  if (volume === undefined)
    return err(`cannot find volume "${mount.name}" to mount into container "${container.name}"`);
  let hostPath = volume.hostPath;
  const subPath = subPathOf(inputs, mount);
  if (!subPath.ok) return subPath;
  if (subPath.value !== '') {
    const bound = bindSubPath(deps.host.disk, {
      volume: hostPath,
      source: `${hostPath}/${subPath.value}`,
      target: subPathTarget(pod, container, mount, index),
    });
    if (!bound.ok)
      return err(`failed to ${bound.error} for volumeMount "${mount.name}" of container "${container.name}"`);
    hostPath = bound.value;
  }
  const propagation = mount.mountPropagation;
  const containerPath = mount.mountPath.startsWith('/') ? mount.mountPath : `/${mount.mountPath}`;
  return ok({
    containerPath,
    hostPath,
    readonly: mount.readOnly === true || volume.readOnly,
    ...(propagation === 'HostToContainer' || propagation === 'Bidirectional' ? { propagation } : {}),
  });
}

function subPathOf({ env }: MountInputs, mount: VolumeMount): Result<string, string> {
  let path = mount.subPath ?? '';
  if (mount.subPathExpr !== undefined && mount.subPathExpr !== '') {
    path = expand(mount.subPathExpr, lookupIn(env));
    const missing = /\$\(([^)]*)\)/.exec(path);
    if (missing !== null) return err(`missing value for "${missing[1]}"`);
  }
  if (path === '') return ok('');
  if (path.startsWith('/')) return err(`error SubPath \`${path}\` must not be an absolute path`);
  if (path.split('/').includes('..'))
    return err(`unable to provision SubPath \`${path}\`: must not contain '..'`);
  return ok(path);
}

function subPathTarget(pod: Pod, container: AnyContainer, mount: VolumeMount, index: number): string {
  return `${podDirectory(podUid(pod))}/volume-subpaths/${mount.name}/${container.name}/${index}`;
}

/** A path that keeps pointing at what is there now, whatever becomes of links on the way; a missing one is made a folder with the volume's permissions. */
function bindSubPath(
  disk: HostDisk,
  { volume, source, target }: { readonly volume: string; readonly source: string; readonly target: string },
): Result<string, string> {
  if (disk.stat(source) === undefined) {
    const made = disk.makeDirectory(source, { mode: disk.stat(volume)?.mode ?? 0o755 });
    if (!made.ok) return err('create subPath directory');
  }
  const bound = disk.bind(source, target);
  return bound.ok ? ok(target) : err('prepare subPath');
}

function hostsMount({ deps, pod, podIps }: MountInputs): Mount {
  const path = `${podDirectory(podUid(pod))}/etc-hosts`;
  const aliases = pod.spec.hostAliases ?? [];
  const { hostname, domain } = hostnameAndDomain(pod, deps.config.clusterDomain);
  const nodeHosts = deps.host.disk.readFile(HOSTS);
  const text = isHostNetwork(pod)
    ? hostNetworkHosts(nodeHosts.ok ? nodeHosts.value : '', aliases)
    : managedHosts({ podIps, hostname, domain, aliases });
  deps.host.disk.writeFile(path, text);
  return { containerPath: HOSTS, hostPath: path, readonly: false };
}

/** Where a container's last words are kept on the node. */
export function terminationLogPath(uid: string, container: string, key: string): string {
  return `${podDirectory(uid)}/containers/${container}/${key}`;
}
