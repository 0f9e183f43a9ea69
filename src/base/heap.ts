/** A binary min-heap. `before(a, b)` must be a strict total order, or equal items come out in no fixed order. */
export class Heap<T> {
  private readonly items: T[] = [];
  private readonly before: (a: T, b: T) => boolean;

  constructor(before: (a: T, b: T) => boolean) {
    this.before = before;
  }

  get size(): number {
    return this.items.length;
  }

  /** The least item, without taking it. */
  peek(): T | undefined {
    return this.items[0];
  }

  push(item: T): void {
    const items = this.items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] as T;
      if (!this.before(item, above)) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  /** Takes the least item. */
  pop(): T | undefined {
    const items = this.items;
    const top = items[0];
    const last = items.pop();
    if (items.length > 0 && last !== undefined) this.sink(last);
    return top;
  }

  /** Every item, in no particular order. */
  values(): readonly T[] {
    return this.items;
  }

  /** Drops every item that is not wanted. */
  keep(wanted: (item: T) => boolean): void {
    const items = this.items;
    let kept = 0;
    for (const item of items) if (wanted(item)) items[kept++] = item;
    items.length = kept;
    for (let at = (kept >> 1) - 1; at >= 0; at--) this.sink(items[at] as T, at);
  }

  private sink(item: T, from = 0): void {
    const items = this.items;
    const size = items.length;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      const right = child + 1;
      if (right < size && this.before(items[right] as T, items[child] as T)) child = right;
      const below = items[child] as T;
      if (!this.before(below, item)) break;
      items[at] = below;
      at = child;
    }
    items[at] = item;
  }
}
