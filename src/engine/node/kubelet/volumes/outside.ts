import type { NFSVolumeSource, Volume } from '../../../../api/generated/types.ts';

// Volumes that something outside of the kubelet would have to serve, as 1.36 refuses them where nothing does.

/** Why a volume is not there. */
export interface MountFailure {
  readonly message: string;
  readonly blocked: boolean;
  /** It is not on the node yet: nothing to tell, only to wait. */
  readonly unattached?: true;
}

const GIT_REPO_OFF =
  'git-repo volume plugin has been disabled; if necessary, it may be re-enabled by enabling the feature-gate `GitRepoVolumeDriver`';

/** What mount(8) says on a node without the helper of nfs-utils. */
function nfsRefusal({ server, path }: NFSVolumeSource, directory: string): string {
  return [
    'mount failed: exit status 32',
    'Mounting command: mount',
    `Mounting arguments: -t nfs ${server}:${path} ${directory}`,
    `Output: mount: ${directory}: bad option; for several filesystems (e.g. nfs, cifs) you might need a /sbin/mount.<type> helper program.`,
    '       dmesg(1) may have more information after failed mount system call.',
    '',
  ].join('\n');
}

type Source = Pick<Volume, Exclude<keyof Volume, 'name' | 'secret' | 'ephemeral' | 'csi'>>;

/** What waits for a device says where no such device comes. */
const NO_DEVICE = { iscsi: 'executable file not found in $PATH', fc: 'no fc disk found' } as const;

/** Plugins that are in the API and no longer in the kubelet. */
const REMOVED = [
  'cephfs',
  'flexVolume',
  'flocker',
  'glusterfs',
  'quobyte',
  'rbd',
  'scaleIO',
  'storageos',
] as const;

/** Kinds that CSI drivers of clouds have taken over: they have to be attached first. */
const MIGRATED = [
  'awsElasticBlockStore',
  'azureDisk',
  'cinder',
  'gcePersistentDisk',
  'portworxVolume',
  'vsphereVolume',
] as const;

/** Why nothing serves a volume of the Pod, or a PersistentVolume, of that name; undefined when something does. */
export function outsideFailure(source: Source, name: string, directory: string): MountFailure | undefined {
  const failed = (step: string, why: string): MountFailure => ({
    message: `MountVolume.${step} failed for volume "${name}" : ${why}`,
    blocked: false,
  });
  if (source.gitRepo !== undefined) return failed('SetUp', GIT_REPO_OFF);
  if (source.nfs !== undefined) return failed('SetUp', nfsRefusal(source.nfs, directory));
  for (const kind of ['iscsi', 'fc'] as const)
    if (source[kind] !== undefined) return failed('WaitForAttach', NO_DEVICE[kind]);
  if (MIGRATED.some((kind) => source[kind] !== undefined))
    return { message: '', blocked: false, unattached: true };
  if (!REMOVED.some((kind) => source[kind] !== undefined)) return undefined;
  const why = `failed to get Plugin from volumeSpec for volume "${name}" err=no volume plugin matched`;
  return { message: why, blocked: true };
}
