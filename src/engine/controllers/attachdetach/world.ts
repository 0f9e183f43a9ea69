import type {
  CSIDriver,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
} from '../../../api/generated/types.ts';
import { refKey } from '../../../api/object.ts';
import type { Informer } from '../../machinery/informer.ts';
import type { ControllerContext } from '../common/controller.ts';
import { type Attachable, attachableOf, isManaged, needsVolumes } from './volumes.ts';

export const DRIVERS = 'csidrivers.storage.k8s.io';
const BY_CLAIM = 'attachdetach/claim';

/** A volume that Pods of a node need. */
export interface Wanted {
  readonly volume: Attachable;
  readonly node: string;
  readonly pods: readonly Pod[];
}

/** What should be attached where, from the caches. Models attachdetach/cache/desired_state_of_world.go. */
export class DesiredWorld {
  readonly nodes: Informer<Node>;
  private readonly pods: Informer<Pod>;
  private readonly volumes: Informer<PersistentVolume>;
  private readonly claims: Informer<PersistentVolumeClaim>;
  private readonly drivers: Informer<CSIDriver>;
  /** Volumes that could have to be attached. Where there are none, nothing has to be looked at. */
  private readonly candidates = new Set<string>();

  /** `changed` is called when something may have to be done. */
  constructor({ informers }: ControllerContext, changed: () => void) {
    this.nodes = informers.of<Node>('nodes');
    this.pods = informers.of<Pod>('pods');
    this.volumes = informers.of<PersistentVolume>('persistentvolumes');
    this.claims = informers.of<PersistentVolumeClaim>('persistentvolumeclaims');
    this.drivers = informers.of<CSIDriver>(DRIVERS);
    this.pods.addIndex(BY_CLAIM, claimsOf);
    const wake = (): void => {
      if (this.candidates.size > 0) changed();
    };
    const known = (volume: PersistentVolume): void => {
      if (volume.spec.csi !== undefined) this.candidates.add(volume.metadata.name);
      wake();
    };
    this.volumes.on({
      added: known,
      updated: known,
      deleted: ({ metadata }) => {
        wake();
        this.candidates.delete(metadata.name);
      },
    });
    for (const informer of [this.pods, this.claims, this.nodes, this.drivers])
      informer.on({ added: wake, updated: wake, deleted: wake });
  }

  /** A volume by its name, while it is there. */
  attachable(volume: string): Attachable | undefined {
    const found = this.volumes.get({ namespace: '', name: volume });
    return found === undefined
      ? undefined
      : attachableOf(found, (name) => this.drivers.get({ namespace: '', name }));
  }

  node(name: string): Node | undefined {
    return this.nodes.get({ namespace: '', name });
  }

  /** Everything that Pods need, one entry a volume and node. */
  wanted(): Wanted[] {
    const found: Wanted[] = [];
    for (const name of this.candidates) {
      const volume = this.attachable(name);
      if (volume === undefined) continue;
      for (const [node, pods] of this.usersByNode(name)) found.push({ volume, node, pods });
    }
    return found;
  }

  /** The Pods that use a volume, by the node that they are on. */
  usersByNode(name: string): ReadonlyMap<string, readonly Pod[]> {
    const claimRef = this.volumes.get({ namespace: '', name })?.spec.claimRef;
    const byNode = new Map<string, Pod[]>();
    if (claimRef === undefined) return byNode;
    const key = refKey({ namespace: claimRef.namespace ?? '', name: claimRef.name ?? '' });
    const claim = this.claims.getByKey(key);
    if (claim?.spec.volumeName !== name || claim.status?.phase !== 'Bound') return byNode;
    for (const pod of this.pods.byIndex(BY_CLAIM, key)) {
      const node = this.node(pod.spec.nodeName ?? '');
      if (node === undefined || !isManaged(node) || !needsVolumes(pod)) continue;
      const there = byNode.get(node.metadata.name);
      if (there === undefined) byNode.set(node.metadata.name, [pod]);
      else there.push(pod);
    }
    return byNode;
  }
}

/** Keys of the claims that a Pod's volumes name. */
function claimsOf({ metadata, spec }: Pod): string[] {
  const keys: string[] = [];
  for (const { name, persistentVolumeClaim, ephemeral } of spec.volumes ?? []) {
    const claim =
      persistentVolumeClaim?.claimName ?? (ephemeral === undefined ? undefined : `${metadata.name}-${name}`);
    if (claim !== undefined) keys.push(refKey({ namespace: metadata.namespace ?? '', name: claim }));
  }
  return keys;
}
