/** Cluster sizes between which a time to live holds. They overlap, so that a cluster on an edge does not flap. */
const BOUNDARIES: readonly { readonly least: number; readonly most: number; readonly ttlSeconds: number }[] =
  [
    { least: 0, most: 100, ttlSeconds: 0 },
    { least: 90, most: 500, ttlSeconds: 15 },
    { least: 450, most: 1_000, ttlSeconds: 30 },
    { least: 900, most: 2_000, ttlSeconds: 60 },
    { least: 1_800, most: Number.POSITIVE_INFINITY, ttlSeconds: 300 },
  ];

/** The time to live in a cluster of so many nodes; `state` keeps the step it stands on. Models ttl_controller.go ttlBoundaries. */
export function desiredTtlSeconds(state: { step: number }, nodes: number): number {
  while (nodes > (BOUNDARIES[state.step]?.most ?? Number.POSITIVE_INFINITY)) state.step++;
  while (nodes < (BOUNDARIES[state.step]?.least ?? 0)) state.step--;
  return BOUNDARIES[state.step]?.ttlSeconds ?? 0;
}
