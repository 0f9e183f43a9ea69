import type { Node } from '../../../api/generated/types.ts';
import { BETA_REGION_LABEL, BETA_ZONE_LABEL, REGION_LABEL, ZONE_LABEL } from '../framework/names.ts';

/** Region and zone as one key; '' for a node with neither. Models component-helpers GetZoneKey. */
export function zoneKey(node: Node): string {
  const labels = node.metadata.labels ?? {};
  const zone = labels[ZONE_LABEL] ?? labels[BETA_ZONE_LABEL] ?? '';
  const region = labels[REGION_LABEL] ?? labels[BETA_REGION_LABEL] ?? '';
  return region === '' && zone === '' ? '' : `${region}:\u0000:${zone}`;
}

/**
 * The order in which nodes are looked at: one of every zone in turn, zones in the order first seen,
 * nodes within a zone in the order they joined. Models pkg/scheduler/backend/cache/node_tree.go (1.36).
 */
export class NodeOrder {
  private readonly zones = new Map<string, string[]>();
  private readonly zoneOf = new Map<string, string>();

  /** Adds a node, or moves it when its zone has changed; true when the order has changed. */
  put(node: Node): boolean {
    const { name } = node.metadata;
    const zone = zoneKey(node);
    const former = this.zoneOf.get(name);
    if (former === zone) return false;
    if (former !== undefined) this.remove(name);
    this.zoneOf.set(name, zone);
    const names = this.zones.get(zone);
    if (names === undefined) this.zones.set(zone, [name]);
    else names.push(name);
    return true;
  }

  remove(name: string): void {
    const zone = this.zoneOf.get(name);
    if (zone === undefined) return;
    this.zoneOf.delete(name);
    const names = this.zones.get(zone);
    const at = names?.indexOf(name) ?? -1;
    if (at >= 0) names?.splice(at, 1);
    if (names?.length === 0) this.zones.delete(zone);
  }

  list(): string[] {
    const order: string[] = [];
    const zones = [...this.zones.values()];
    for (let i = 0; order.length < this.zoneOf.size; i++) {
      for (const names of zones) {
        const name = names[i];
        if (name !== undefined) order.push(name);
      }
    }
    return order;
  }
}
