/** A Pod in the active queue, as far as its place goes. `order` settles what upstream leaves open. */
export interface Sortable {
  readonly priority: number;
  /** When it was queued, virtual µs. */
  readonly timestamp: number;
  readonly order: number;
}

/** Higher priority first, then who has waited longer. Models plugins/queuesort PrioritySort (1.36). */
export function prioritySort(a: Sortable, b: Sortable): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp;
  return a.order < b.order;
}
