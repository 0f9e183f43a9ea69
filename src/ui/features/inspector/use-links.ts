import { useMemo } from 'react';
import type { Link } from '../../../diagnosis/link.ts';
import { why, whyCluster } from '../../../diagnosis/why.ts';
import { clusterFacts } from '../../projections/inspector/cluster-facts.ts';
import type { Subject } from './use-subject.ts';

/** The chain of what is wrong with the object; where it is well, of what is wrong elsewhere. */
export function useLinks({ branch, resource, ref, seq }: Subject): {
  readonly links: readonly Link[];
  readonly own: boolean;
} {
  return useMemo(() => {
    const cluster = clusterFacts(branch.trace, branch.world, seq);
    const own = why(cluster, { resource, ...ref });
    return own.length > 0 ? { links: own, own: true } : { links: whyCluster(cluster), own: false };
  }, [branch, resource, ref, seq]);
}
