// Go's sort.Sort is not stable: equal elements change places in a way that depends on the input alone.
// What kubectl prints of events within one second follows it. Models Go's sort/zsortinterface.go (pattern-defeating quicksort).

const MAX_INSERTION = 12;
const SHORTEST_NINTHER = 50;
const SHORTEST_SHIFTING = 50;
const MAX_SWAPS = 12;
const MAX_STEPS = 5;

type Hint = 'unknown' | 'increasing' | 'decreasing';

/** The items as Go's sort.Sort leaves them. */
export function goSort<T>(items: readonly T[], isLess: (a: T, b: T) => boolean): readonly T[] {
  const sorter = new Sorter([...items], isLess);
  if (items.length > 1) sorter.sort(0, items.length, bitLength(items.length));
  return sorter.items;
}

function bitLength(value: number): number {
  return 32 - Math.clz32(value);
}

class Sorter<T> {
  readonly items: T[];
  private readonly isLess: (a: T, b: T) => boolean;

  constructor(items: T[], isLess: (a: T, b: T) => boolean) {
    this.items = items;
    this.isLess = isLess;
  }

  private less(i: number, j: number): boolean {
    return this.isLess(this.items[i] as T, this.items[j] as T);
  }

  private swap(i: number, j: number): void {
    const held = this.items[i] as T;
    this.items[i] = this.items[j] as T;
    this.items[j] = held;
  }

  /** pdqsort of the elements from `a` to before `b`. */
  sort(from: number, to: number, bound: number): void {
    let [a, b, limit] = [from, to, bound];
    let balanced = true;
    let partitioned = true;
    for (;;) {
      const length = b - a;
      if (length <= MAX_INSERTION) return this.insertionSort(a, b);
      if (limit === 0) return this.heapSort(a, b);
      if (!balanced) {
        this.breakPatterns(a, b);
        limit--;
      }
      let { pivot, hint } = this.choosePivot(a, b);
      if (hint === 'decreasing') {
        this.reverse(a, b);
        pivot = b - 1 - (pivot - a);
        hint = 'increasing';
      }
      if (balanced && partitioned && hint === 'increasing' && this.partialInsertionSort(a, b)) return;
      if (a > 0 && !this.less(a - 1, pivot)) {
        a = this.partitionEqual(a, b, pivot);
        continue;
      }
      const split = this.partition(a, b, pivot);
      partitioned = split.already;
      const [left, right] = [split.middle - a, b - split.middle];
      const threshold = Math.floor(length / 8);
      if (left < right) {
        balanced = left >= threshold;
        this.sort(a, split.middle, limit);
        a = split.middle + 1;
      } else {
        balanced = right >= threshold;
        this.sort(split.middle + 1, b, limit);
        b = split.middle;
      }
    }
  }

  private insertionSort(a: number, b: number): void {
    for (let i = a + 1; i < b; i++) for (let j = i; j > a && this.less(j, j - 1); j--) this.swap(j, j - 1);
  }

  private siftDown(low: number, high: number, first: number): void {
    let root = low;
    for (;;) {
      let child = 2 * root + 1;
      if (child >= high) return;
      if (child + 1 < high && this.less(first + child, first + child + 1)) child++;
      if (!this.less(first + root, first + child)) return;
      this.swap(first + root, first + child);
      root = child;
    }
  }

  private heapSort(a: number, b: number): void {
    const high = b - a;
    for (let i = Math.floor((high - 1) / 2); i >= 0; i--) this.siftDown(i, high, a);
    for (let i = high - 1; i >= 0; i--) {
      this.swap(a, a + i);
      this.siftDown(0, i, a);
    }
  }

  private partition(
    a: number,
    b: number,
    pivot: number,
  ): { readonly middle: number; readonly already: boolean } {
    this.swap(a, pivot);
    let [i, j] = this.narrowed(a, a + 1, b - 1);
    if (i > j) {
      this.swap(j, a);
      return { middle: j, already: true };
    }
    while (i <= j) {
      this.swap(i, j);
      [i, j] = this.narrowed(a, i + 1, j - 1);
    }
    this.swap(j, a);
    return { middle: j, already: false };
  }

  /** Passes what is on its side of the pivot at `a` already. */
  private narrowed(a: number, from: number, to: number): [number, number] {
    let [i, j] = [from, to];
    while (i <= j && this.less(i, a)) i++;
    while (i <= j && !this.less(j, a)) j--;
    return [i, j];
  }

  private partitionEqual(a: number, b: number, pivot: number): number {
    this.swap(a, pivot);
    let i = a + 1;
    let j = b - 1;
    for (;;) {
      while (i <= j && !this.less(a, i)) i++;
      while (i <= j && this.less(a, j)) j--;
      if (i > j) return i;
      this.swap(i++, j--);
    }
  }

  private partialInsertionSort(a: number, b: number): boolean {
    let i = a + 1;
    for (let step = 0; step < MAX_STEPS; step++) {
      while (i < b && !this.less(i, i - 1)) i++;
      if (i === b) return true;
      if (b - a < SHORTEST_SHIFTING) return false;
      this.swap(i, i - 1);
      if (i - a >= 2) for (let j = i - 1; j >= 1 && this.less(j, j - 1); j--) this.swap(j, j - 1);
      if (b - i >= 2) for (let j = i + 1; j < b && this.less(j, j - 1); j++) this.swap(j, j - 1);
    }
    return false;
  }

  private breakPatterns(a: number, b: number): void {
    const length = b - a;
    if (length < 8) return;
    let random = BigInt(length);
    const mask = BigInt(2 ** bitLength(length) - 1);
    const at = a + Math.floor(length / 4) * 2 - 1;
    for (let i = 0; i < 3; i++) {
      random = BigInt.asUintN(64, random ^ (random << 13n));
      random ^= random >> 7n;
      random = BigInt.asUintN(64, random ^ (random << 17n));
      const other = Number(random & mask);
      this.swap(at + i, a + (other >= length ? other - length : other));
    }
  }

  private choosePivot(a: number, b: number): { pivot: number; hint: Hint } {
    const length = b - a;
    const quarter = Math.floor(length / 4);
    const swaps = { count: 0 };
    let [i, j, k] = [a + quarter, a + quarter * 2, a + quarter * 3];
    if (length >= 8) {
      if (length >= SHORTEST_NINTHER) {
        i = this.median([i - 1, i, i + 1], swaps);
        j = this.median([j - 1, j, j + 1], swaps);
        k = this.median([k - 1, k, k + 1], swaps);
      }
      j = this.median([i, j, k], swaps);
    }
    const hint = swaps.count === 0 ? 'increasing' : swaps.count === MAX_SWAPS ? 'decreasing' : 'unknown';
    return { pivot: j, hint };
  }

  private median(places: readonly [number, number, number], swaps: { count: number }): number {
    const ordered = (x: number, y: number): [number, number] => {
      if (!this.less(y, x)) return [x, y];
      swaps.count++;
      return [y, x];
    };
    let [a, b, c] = places;
    [a, b] = ordered(a, b);
    [b, c] = ordered(b, c);
    [a, b] = ordered(a, b);
    return b;
  }

  private reverse(a: number, b: number): void {
    for (let [i, j] = [a, b - 1]; i < j; i++, j--) this.swap(i, j);
  }
}
