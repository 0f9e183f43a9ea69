import { type Result, err, ok } from '../../../base/result.ts';
import { FileTree, type Image } from '../oci/shapes.ts';
import type { HostFiles } from '../oci/host-files.ts';
import { Files } from '../oci/files.ts';
import { type OciMount, type OciSpec, boundingCapabilities } from '../oci/spec.ts';
import { resolveUser } from '../oci/users.ts';
import type { ContainerConfig, SandboxConfig } from './port/runtime.ts';
import { sandboxMounts } from './sandbox-files.ts';

// Models containerd internal/cri/server/container_create.go and its spec options (2.1).

const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface SpecInputs {
  readonly id: string;
  readonly config: ContainerConfig;
  readonly sandboxId: string;
  readonly sandbox: SandboxConfig;
  readonly image: Image;
  readonly host: HostFiles;
  /** The files of an image that is mounted as a volume. */
  readonly imageTree: (ref: string, subPath: string) => NonNullable<OciMount['image']>['tree'] | undefined;
  /** Digits of the temporary mount in an error's text. */
  readonly mountDigits: () => string;
}

/** The runtime's config of a container; the error is CreateContainer's. */
export function containerSpec(inputs: SpecInputs): Result<OciSpec, string> {
  const { id, config, sandbox, image } = inputs;
  const args = processArgs(config, image);
  if (args.length === 0)
    return err(`failed to generate container "${id}" spec: failed to generate spec: no command specified`);
  const mounts = hostPaths(inputs);
  if (!mounts.ok) return mounts;
  const { security } = config;
  const user = resolveUser(new Files(image.rootfs()), {
    user: security.runAsUser ?? (security.runAsUsername === undefined ? 0 : image.config.user),
    ...(security.runAsGroup === undefined ? {} : { group: security.runAsGroup }),
    supplementalGroups: security.supplementalGroups,
    strict: security.supplementalGroupsPolicy === 'Strict',
  });
  if (!user.ok) {
    const where = `/var/lib/containerd/tmpmounts/containerd-mount${inputs.mountDigits()}`;
    return err(`failed to create containerd container: mount callback failed on ${where}: ${user.error}`);
  }
  if (security.seccomp === 'Localhost') {
    const profile = `/var/lib/kubelet/seccomp/${security.seccompProfile ?? ''}`;
    if (inputs.host.place(profile) === undefined)
      return err(
        `failed to create containerd container: cannot load seccomp profile "${profile}": open ${profile}: no such file or directory`,
      );
  }
  const bounding = boundingCapabilities({
    privileged: security.privileged,
    add: security.addCapabilities,
    drop: security.dropCapabilities,
  });
  return ok({
    args,
    env: environment(config, sandbox, image),
    cwd:
      config.workingDir !== ''
        ? config.workingDir
        : image.config.workingDir !== ''
          ? image.config.workingDir
          : '/',
    user: user.value,
    capabilities: user.value.uid === 0 ? bounding : new Set(),
    bounding,
    privileged: security.privileged,
    ...(sandbox.userNamespace === undefined ? {} : { rootIs: sandbox.userNamespace }),
    readonlyRootfs: security.readonlyRootfs,
    hostname: sandbox.hostname,
    mounts: mountsOf(inputs),
    cgroupsPath: `${sandbox.cgroupParent}/cri-containerd-${id}.scope`,
    oomScoreAdj: config.resources.oomScoreAdj,
    noNewPrivileges: security.noNewPrivileges,
    seccomp: security.seccomp !== 'Unconfined' && !security.privileged,
    terminal: config.tty,
    declaredPorts: config.declaredPorts ?? [],
    runsToEnd: config.runsToEnd === true,
    ...(image.standIn === undefined ? {} : { standIn: image.standIn }),
  });
}

const CONTAINERS = '/var/lib/containerd/io.containerd.grpc.v1.cri/containers';

export function containerDirectory(id: string): string {
  return `${CONTAINERS}/${id}`;
}

/** Where the image declares a volume and the Pod mounts none, containerd gives it a folder of the container's own. */
function declaredVolumes({ id, config, image }: SpecInputs): OciMount[] {
  const taken = config.mounts.map(({ containerPath }) => containerPath);
  return image.config.volumes
    .filter((path) => !taken.includes(path))
    .map((path) => ({
      destination: path,
      source: `${containerDirectory(id)}/volumes/${path.slice(1).replaceAll('/', '-')}`,
      readonly: false,
    }));
}

/** An image's files. Where nobody knows what it holds, it holds the folder that is asked for. */
export function volumeTree(image: Image | undefined, subPath: string): ReturnType<SpecInputs['imageTree']> {
  const tree = image?.rootfs();
  if (image?.fidelity !== 'guessed' || subPath === '' || !(tree instanceof FileTree)) return tree;
  const there = new Files(tree).lookup(`/${subPath}`, { uid: 0, gid: 0, groups: [], override: true });
  if (!there.ok) tree.mkdirs(`/${subPath}`);
  return tree;
}

const IMAGE_VOLUMES = '/run/containerd/io.containerd.grpc.v1.cri/image-volumes';

/** The sandbox's files of /etc, then what the config asks for. */
function mountsOf(inputs: SpecInputs): OciMount[] {
  const { sandboxId, config, imageTree } = inputs;
  const taken = new Set(config.mounts.map(({ containerPath }) => containerPath));
  return [
    ...sandboxMounts(sandboxId, taken, config.security.readonlyRootfs),
    ...config.mounts.map(({ containerPath, hostPath, readonly, image, imageSubPath }) => {
      const tree = image === undefined ? undefined : imageTree(image, imageSubPath ?? '');
      const source = image === undefined ? hostPath : `${IMAGE_VOLUMES}/${image}`;
      const of = tree === undefined ? {} : { image: { tree, subPath: imageSubPath ?? '' } };
      return { destination: containerPath, source, readonly, ...of };
    }),
    ...declaredVolumes(inputs),
  ].sort((a, b) => depthOf(a.destination) - depthOf(b.destination));
}

function depthOf(path: string): number {
  return path.split('/').filter((part) => part !== '').length;
}

/** command replaces ENTRYPOINT, args replace CMD; command alone drops CMD. */
function processArgs({ command, args }: ContainerConfig, { config }: Image): readonly string[] {
  if (command.length > 0) return [...command, ...args];
  return [...config.entrypoint, ...(args.length > 0 ? args : config.cmd)];
}

/** Later ones win, at the place of the first. */
function environment(
  config: ContainerConfig,
  sandbox: SandboxConfig,
  image: Image,
): (readonly [string, string])[] {
  const env = new Map<string, string>([
    ['PATH', DEFAULT_PATH],
    ['HOSTNAME', sandbox.hostname],
  ]);
  if (config.tty) env.set('TERM', 'xterm');
  for (const entry of image.config.env) {
    const at = entry.indexOf('=');
    env.set(entry.slice(0, at), entry.slice(at + 1));
  }
  for (const [name, value] of config.env) env.set(name, value);
  return [...env];
}

/** Missing sources of bind mounts are made as folders. */
function hostPaths(inputs: SpecInputs): Result<void, string> {
  const { id, config, host } = inputs;
  for (const { source } of declaredVolumes(inputs)) host.makeDirectory(source, { mode: 0o1777 });
  for (const { hostPath, image } of config.mounts) {
    if (image !== undefined) continue;
    if (host.place(hostPath) !== undefined) continue;
    const made = host.makeDirectory(hostPath);
    if (!made.ok)
      return err(
        `failed to generate container "${id}" spec: failed to apply OCI options: failed to mkdir "${hostPath}": ${made.error}`,
      );
  }
  return ok();
}
