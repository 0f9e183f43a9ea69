import { useMemo } from 'react';
import type { ClusterFacts } from '../../../diagnosis/cluster.ts';
import type { Link } from '../../../diagnosis/link.ts';
import { why, whyCluster, whyRefused, whyRestarted } from '../../../diagnosis/why.ts';
import { clusterFacts } from '../../projections/inspector/cluster-facts.ts';
import { terminalIndex } from '../../projections/terminal/terminal.ts';
import type { Branch } from '../../session/branch.ts';
import type { Subject } from './use-subject.ts';

/** Of what a chain tells: the object, its earlier runs, something else, the last command. */
export type About = 'own' | 'before' | 'elsewhere' | 'command';

export interface Links {
  readonly links: readonly Link[];
  readonly about: About;
}

/** The chain of what is or was wrong with the object; where it is well, of what is wrong elsewhere. */
export function useLinks({ branch, resource, ref, seq }: Subject): Links {
  return useMemo(() => {
    const cluster = clusterFacts(branch.trace, branch.world, seq);
    const subject = { resource, ...ref };
    const first = (about: About, links: readonly Link[]): Links | undefined =>
      links.length === 0 ? undefined : { about, links };
    return (
      first('own', why(cluster, subject)) ??
      first('before', whyRestarted(cluster, subject)) ??
      first('elsewhere', whyCluster(cluster)) ?? {
        about: 'command',
        links: refusedLinks(branch, cluster, seq),
      }
    );
  }, [branch, resource, ref, seq]);
}

/** The chain of what is wrong with the object, if anything is: no other object is looked at where it is well. */
export function useOwnLinks({ branch, resource, ref, seq }: Subject): readonly Link[] {
  return useMemo(
    () => why(clusterFacts(branch.trace, branch.world, seq), { resource, ...ref }),
    [branch, resource, ref, seq],
  );
}

/** What the API server turned down of the last command, in its own words. */
function refusedLinks({ trace }: Branch, cluster: ClusterFacts, seq: number): readonly Link[] {
  const last = terminalIndex(trace).at(seq).at(-1);
  if (last === undefined || last.exit === 0) return [];
  const printed = last.output.findLast(({ text }) => text.startsWith('Error from server'));
  return printed === undefined ? [] : whyRefused(cluster, printed.text);
}
