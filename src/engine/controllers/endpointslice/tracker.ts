import type { EndpointSlice } from '../../../api/generated/types.ts';

const GOING = -1;

/** What was written of each Service's slices, so that a cache that lags is noticed. Models endpointsliceutil.EndpointSliceTracker (1.36). */
export class SliceTracker {
  /** By Service, by slice UID: the generation written last, or GOING. */
  private readonly written = new Map<string, Map<string, number>>();

  wrote(service: string, { metadata }: EndpointSlice): void {
    this.of(service).set(metadata.uid, metadata.generation ?? 0);
  }

  removed(service: string, { metadata }: EndpointSlice): void {
    this.of(service).set(metadata.uid, GOING);
  }

  /** A deletion was seen; false for one that was not asked for here. */
  gone(service: string, { metadata }: EndpointSlice): boolean {
    const slices = this.written.get(service);
    const expected = slices?.get(metadata.uid) === GOING;
    slices?.delete(metadata.uid);
    return expected;
  }

  /** Whether a version of a slice is somebody else's. */
  isForeign(service: string, { metadata }: EndpointSlice): boolean {
    const known = this.written.get(service)?.get(metadata.uid);
    return known === undefined || (known !== GOING && (metadata.generation ?? 0) > known);
  }

  /** Whether the slices found are older than what was written, or lack one that was made. */
  isStale(service: string, slices: readonly EndpointSlice[]): boolean {
    const found = new Set<string>();
    const known = this.written.get(service);
    for (const { metadata } of slices) {
      found.add(metadata.uid);
      const generation = known?.get(metadata.uid);
      if (generation !== undefined && (generation === GOING || generation > (metadata.generation ?? 0)))
        return true;
    }
    for (const [uid, generation] of known ?? []) if (generation !== GOING && !found.has(uid)) return true;
    return false;
  }

  forget(service: string): void {
    this.written.delete(service);
  }

  private of(service: string): Map<string, number> {
    let slices = this.written.get(service);
    if (slices === undefined) {
      slices = new Map();
      this.written.set(service, slices);
    }
    return slices;
  }
}
