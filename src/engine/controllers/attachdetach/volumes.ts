import type { CSIDriver, Node, PersistentVolume, Pod } from '../../../api/generated/types.ts';
import { sha256 } from '../../../base/sha256.ts';

// Models pkg/volume/csi/csi_attacher.go, pkg/volume/util and attachdetach/reconciler (1.36).

const SHARED_MODES: ReadonlySet<string> = new Set(['ReadWriteMany', 'ReadOnlyMany']);
const MANAGED = 'volumes.kubernetes.io/controller-managed-attach-detach';
const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service';

/** A volume that has to be attached to a node before it can be mounted there. */
export interface Attachable {
  /** As nodes report it: `kubernetes.io/csi/DRIVER^HANDLE`. */
  readonly name: string;
  readonly volume: string;
  readonly driver: string;
  readonly handle: string;
  /** Only one node at a time may have it. */
  readonly exclusive: boolean;
}

/** What a PersistentVolume is to this controller; undefined for one that needs no attaching. */
export function attachableOf(
  { metadata, spec }: PersistentVolume,
  driverNamed: (name: string) => CSIDriver | undefined,
): Attachable | undefined {
  const { csi, accessModes = [] } = spec;
  if (csi === undefined || driverNamed(csi.driver)?.spec.attachRequired === false) return undefined;
  return {
    name: `kubernetes.io/csi/${csi.driver}^${csi.volumeHandle}`,
    volume: metadata.name,
    driver: csi.driver,
    handle: csi.volumeHandle,
    exclusive: accessModes.length > 0 && !accessModes.some((mode) => SHARED_MODES.has(mode)),
  };
}

/** Name of the VolumeAttachment. Models getAttachmentName. */
export function attachmentName({ handle, driver }: Attachable, node: string): string {
  const digest = sha256(Array.from(handle + driver + node, (char) => char.charCodeAt(0)));
  return `csi-${digest.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Whether attaching to the node is this controller's business. */
export function isManaged({ metadata }: Node): boolean {
  return metadata.annotations?.[MANAGED] === 'true';
}

export function isHealthy(node: Node | undefined): boolean {
  return node?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;
}

export function isOutOfService(node: Node | undefined): boolean {
  return node?.spec?.taints?.some(({ key }) => key === OUT_OF_SERVICE) === true;
}

/** A Pod that has ended needs no volumes. */
export function needsVolumes({ status }: Pod): boolean {
  return status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
}

/** What a Pod is told whose volume is on another node. `users` are the Pods there. Models reportMultiAttachError. */
export function multiAttachText(volume: string, users: readonly Pod[], to: Pod): string {
  const local = users.filter(({ metadata }) => metadata.namespace === to.metadata.namespace);
  const others = users.length - local.length;
  const elsewhere = `${others} pod(s) in different namespaces`;
  let why = "Volume is already exclusively attached to one node and can't be attached to another";
  if (local.length > 0) {
    why = `Volume is already used by pod(s) ${local.map(({ metadata }) => metadata.name).join(', ')}`;
    if (others > 0) why += ` and ${elsewhere}`;
  } else if (others > 0) why = `Volume is already used by ${elsewhere}`;
  return `Multi-Attach error for volume "${volume}" ${why}`;
}
