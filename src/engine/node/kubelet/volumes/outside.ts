import type { NFSVolumeSource, Volume } from '../../../../api/generated/types.ts';

// Volumes that something outside of the kubelet would have to serve, as 1.36 refuses them where nothing does.

const GIT_REPO_OFF =
  'git-repo volume plugin has been disabled; if necessary, it may be re-enabled by enabling the feature-gate `GitRepoVolumeDriver`';

/** What mount(8) says on a node without the helper of nfs-utils. */
export function nfsRefusal({ server, path }: NFSVolumeSource, directory: string): string {
  return [
    'mount failed: exit status 32',
    'Mounting command: mount',
    `Mounting arguments: -t nfs ${server}:${path} ${directory}`,
    `Output: mount: ${directory}: bad option; for several filesystems (e.g. nfs, cifs) you might need a /sbin/mount.<type> helper program.`,
    '       dmesg(1) may have more information after failed mount system call.',
    '',
  ].join('\n');
}

/** Why the plugin of a Pod's own volume cannot set it up; undefined when it can. */
export function pluginRefusal({ gitRepo, nfs }: Volume, directory: string): string | undefined {
  if (gitRepo !== undefined) return GIT_REPO_OFF;
  return nfs === undefined ? undefined : nfsRefusal(nfs, directory);
}
