import type { Pod } from '../../../../api/generated/types.ts';

/** What a Pod uses of the node at this moment. */
export interface PodUsage {
  readonly pod: Pod;
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly processes: number;
  readonly containers: ReadonlyMap<string, { readonly memoryBytes: number; readonly diskBytes: number }>;
}
