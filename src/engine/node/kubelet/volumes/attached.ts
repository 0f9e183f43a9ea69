import type { CSIDriver, Node, PersistentVolume } from '../../../../api/generated/types.ts';
import type { Task } from '../../../kernel/task.ts';
import type { Client } from '../../../machinery/client.ts';

// Models pkg/volume/csi CanAttach and operationexecutor's VerifyControllerAttachedVolume (1.36).

/** The name by which node statuses know the volume; undefined for one that needs no attaching. */
export function* attachableName(client: Client, { spec }: PersistentVolume): Task<string | undefined> {
  const { csi } = spec;
  if (csi === undefined) return undefined;
  const driver = yield* client.get<CSIDriver>('csidrivers.storage.k8s.io', {
    namespace: '',
    name: csi.driver,
  });
  if (driver.ok && driver.value.spec.attachRequired === false) return undefined;
  return `kubernetes.io/csi/${csi.driver}^${csi.volumeHandle}`;
}

/** Whether a driver of that name runs on the node: on every node, if it has a CSIDriver object. */
export function* driverRegistered(client: Client, name: string): Task<boolean> {
  const driver = yield* client.get<CSIDriver>('csidrivers.storage.k8s.io', { namespace: '', name });
  return driver.ok;
}

/** Whether the controller has attached it, and knows from the node's status that it is in use. */
export function isAttached(name: string, node: Node | undefined): boolean {
  const { volumesAttached = [], volumesInUse = [] } = node?.status ?? {};
  return volumesInUse.includes(name) && volumesAttached.some((volume) => volume.name === name);
}
