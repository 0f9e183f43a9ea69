import type { HostFiles } from '../oci/host-files.ts';
import type { OciMount } from '../oci/spec.ts';
import type { DnsConfig, SandboxConfig } from './port/runtime.ts';

// Models containerd internal/cri/server/sandbox_run_linux.go setupSandboxFiles and container_create_linux.go containerMounts (2.1).

const ROOT = '/var/lib/containerd/io.containerd.grpc.v1.cri/sandboxes';

export function sandboxDirectory(id: string): string {
  return `${ROOT}/${id}`;
}

/** resolv.conf as a Pod's DNS settings say it. */
export function resolvConfText({ servers, searches, options }: DnsConfig): string {
  const lines = [
    ...(searches.length === 0 ? [] : [`search ${searches.join(' ')}`]),
    ...servers.map((server) => `nameserver ${server}`),
    ...(options.length === 0 ? [] : [`options ${options.join(' ')}`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Writes the files of /etc that all containers of a sandbox share. Without DNS settings it is the node's resolv.conf. */
export function writeSandboxFiles(files: HostFiles, id: string, config: SandboxConfig): void {
  const directory = sandboxDirectory(id);
  const copy = (path: string): string => {
    const text = files.readFile(path);
    return text.ok ? text.value : '';
  };
  files.writeFile(`${directory}/hostname`, `${config.hostname}\n`);
  files.writeFile(`${directory}/hosts`, copy('/etc/hosts'));
  const text = config.dns === undefined ? '' : resolvConfText(config.dns);
  files.writeFile(`${directory}/resolv.conf`, text === '' ? copy('/etc/resolv.conf') : text);
}

/** The sandbox's own mounts, where the container's config has none at the place. */
export function sandboxMounts(id: string, taken: ReadonlySet<string>, readonly: boolean): OciMount[] {
  return ['hostname', 'hosts', 'resolv.conf']
    .filter((name) => !taken.has(`/etc/${name}`))
    .map((name) => ({ destination: `/etc/${name}`, source: `${sandboxDirectory(id)}/${name}`, readonly }));
}
