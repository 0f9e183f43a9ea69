import type { Node, Service } from '../../../api/generated/types.ts';
import { LateCode } from '../../kernel/late-code.ts';
import { type AddressType, isZoneAware } from './endpoints.ts';
import type { SliceChanges } from './reconcile.ts';
import type { HintEvent, Slices, ZoneShares } from './zones.ts';
import type * as Zones from './zones.ts';

/** What works hints out. The code comes with the first run that has a Service which asks for them. */
export const ZONES = new LateCode<typeof Zones>('controllers', 'what works out hints by zone');
const ZONE = 'topology.kubernetes.io/zone';

type Counts = ReadonlyMap<string, number>;

/** Slices to be written with their hints, and what to tell of it. */
interface Planned {
  readonly create: SliceChanges['create'];
  readonly update: SliceChanges['update'];
  readonly events: readonly HintEvent[];
}

/** How many endpoints serve which zone, by Service, and the nodes' shares. Models topologycache.TopologyCache (1.36). */
export class ZoneHints {
  private readonly nodes: () => Iterable<Node>;
  private shares: ZoneShares | undefined;
  private isStale = true;
  private readonly served = new Map<string, Map<AddressType, Counts>>();
  /** Services that have hints. */
  private readonly hinted = new Set<string>();

  constructor(nodes: () => Iterable<Node>) {
    this.nodes = nodes;
  }

  /** Services whose hints do not fit the nodes any more. */
  nodesChanged(): string[] {
    this.isStale = true;
    if (this.served.size === 0) return [];
    const shares = this.current();
    return [...this.served]
      .filter(([, families]) =>
        [...families.values()].some((zones) => ZONES.get().isOverloaded(zones, shares)),
      )
      .map(([key]) => key);
  }

  plan(service: Service, key: string, family: AddressType, slices: Slices): Planned {
    const tell = (type: HintEvent['type'], text: string): HintEvent => ({
      type,
      reason: type === 'Normal' ? 'TopologyAwareHintsEnabled' : 'TopologyAwareHintsDisabled',
      text: `${text}, addressType: ${family}`,
    });
    if (!isZoneAware(service)) {
      const events = this.hinted.has(key) ? [tell('Warning', 'Topology Aware Hints has been disabled')] : [];
      this.remove(key, family);
      return { ...slices, events };
    }
    const { create, update, outcome } = ZONES.get().withZoneHints(slices, this.current());
    if ('problem' in outcome) {
      this.remove(key, family);
      return { create, update, events: [tell('Warning', outcome.problem)] };
    }
    const families = this.served.get(key) ?? new Map<AddressType, Counts>();
    this.served.set(key, families.set(family, outcome.zones));
    const isNew = !this.hinted.has(key);
    this.hinted.add(key);
    const events = isNew ? [tell('Normal', 'Topology Aware Hints has been enabled')] : [];
    return { create, update, events };
  }

  forget(key: string): void {
    this.served.delete(key);
    this.hinted.delete(key);
  }

  private remove(key: string, family: AddressType): void {
    const families = this.served.get(key);
    families?.delete(family);
    if (families?.size === 0) this.served.delete(key);
    this.hinted.delete(key);
  }

  private current(): ZoneShares | undefined {
    if (this.isStale) this.shares = ZONES.get().zoneShares(this.nodes());
    this.isStale = false;
    return this.shares;
  }
}

/** Whether the Node counts otherwise than before. */
export function zoneChanged(old: Node, node: Node): boolean {
  const ready = ({ status }: Node): boolean =>
    status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
  return ready(old) !== ready(node) || old.metadata.labels?.[ZONE] !== node.metadata.labels?.[ZONE];
}
