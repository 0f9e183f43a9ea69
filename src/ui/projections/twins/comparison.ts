import type { Event } from '../../../api/generated/types.ts';
import type { ResourceName } from '../../../api/object.ts';
import type { Trace } from '../../../trace/trace.ts';
import { versionAt } from '../../../trace/world.ts';
import { briefOf } from '../inspector/brief.ts';
import { isSystemNamespace } from '../pod-story/subject.ts';
import { lookAt, type PodLife, type PodLook, podLives, type Run, sameLook, statusesBy } from './pod-lives.ts';

/** Something of the first run and of the second. */
export type Pair<T> = readonly [a: T, b: T];

/** A Pod of both runs, or of one of them. */
export interface ComparedPod {
  readonly names: Pair<string | undefined>;
  readonly now: Pair<PodLook | undefined>;
  readonly statuses: Pair<readonly string[]>;
  readonly end: Pair<PodLook | undefined>;
  readonly differs: boolean;
}

/** Something that both runs have in a word: an object as `kubectl get` has it, or how often an Event was seen. */
export interface Compared {
  readonly key: string;
  readonly label: string;
  /** '': it is not there. */
  readonly now: Pair<string>;
  readonly end: Pair<string>;
  readonly differs: boolean;
}

export interface Comparison {
  readonly pods: readonly ComparedPod[];
  readonly objects: readonly Compared[];
  readonly events: readonly Compared[];
}

/** The two moments of a comparison, in virtual µs: the present, and the last one that both runs have come to. */
export interface Moments {
  readonly us: number;
  readonly endUs: number;
}

/** Two runs beside each other at a moment and at their end. */
export function compareRuns(a: Run, b: Run, at: Moments): Comparison {
  return {
    pods: pairsOf(podLives(a), podLives(b)).map((pair) => comparedPod(pair, at)),
    objects: joined([a, b], objectsAt, at),
    events: joined([a, b], eventsBy, at),
  };
}

/** Pods of one name belong together; those whose names chance gave, in the order in which they came. */
function pairsOf(a: readonly PodLife[], b: readonly PodLife[]): readonly Pair<PodLife | undefined>[] {
  const left = new Set(b);
  const take = (wanted: (life: PodLife) => boolean): PodLife | undefined => {
    for (const life of left)
      if (wanted(life)) {
        left.delete(life);
        return life;
      }
    return undefined;
  };
  const sameName = a.map(({ ref }) =>
    take((life) => life.ref.name === ref.name && life.ref.namespace === ref.namespace),
  );
  const pairs = a.map((life, place): Pair<PodLife | undefined> => {
    const other =
      sameName[place] ??
      take(({ ref, family }) => family === life.family && ref.namespace === life.ref.namespace);
    return [life, other];
  });
  return [...pairs, ...[...left].map((life): Pair<PodLife | undefined> => [undefined, life])];
}

function comparedPod(pair: Pair<PodLife | undefined>, { us, endUs }: Moments): ComparedPod {
  const both = <T>(of: (life: PodLife) => T, none: T): Pair<T> => [
    pair[0] === undefined ? none : of(pair[0]),
    pair[1] === undefined ? none : of(pair[1]),
  ];
  const now = both<PodLook | undefined>((life) => lookAt(life, us), undefined);
  const end = both<PodLook | undefined>((life) => lookAt(life, endUs), undefined);
  const statuses = both<readonly string[]>((life) => statusesBy(life, us), []);
  const differs = !sameLook(...now) || !sameLook(...end) || statuses[0].join() !== statuses[1].join();
  return { names: both<string | undefined>(({ ref }) => ref.name, undefined), now, statuses, end, differs };
}

type Words = ReadonlyMap<string, { readonly label: string; readonly text: string }>;

function joined(
  runs: Pair<Run>,
  wordsAt: (run: Run, us: number) => Words,
  { us, endUs }: Moments,
): readonly Compared[] {
  const now = runs.map((run) => wordsAt(run, us));
  const end = runs.map((run) => wordsAt(run, endUs));
  const labels = new Map<string, string>();
  for (const words of [...now, ...end]) for (const [key, { label }] of words) labels.set(key, label);
  return [...labels].map(([key, label]) => {
    const textOf = (words: Words | undefined): string => words?.get(key)?.text ?? '';
    const pairNow = [textOf(now[0]), textOf(now[1])] as const;
    const pairEnd = [textOf(end[0]), textOf(end[1])] as const;
    const differs = pairNow[0] !== pairNow[1] || pairEnd[0] !== pairEnd[1];
    return { key, label, now: pairNow, end: pairEnd, differs };
  });
}

/** Kinds that say something of a run as a whole in a word, and what they are called. */
const KINDS: Readonly<Partial<Record<ResourceName, string>>> = {
  'deployments.apps': 'deployment',
  'statefulsets.apps': 'statefulset',
  'daemonsets.apps': 'daemonset',
  'jobs.batch': 'job',
  persistentvolumeclaims: 'persistentvolumeclaim',
  nodes: 'node',
  namespaces: 'namespace',
};

const seqBy = (trace: Trace, us: number): number => trace.countUntil(us) - 1;

function objectsAt({ trace, world }: Run, us: number): Words {
  const seq = seqBy(trace, us);
  const words = new Map<string, { label: string; text: string }>();
  for (const [resource, kind] of Object.entries(KINDS) as [ResourceName, string][])
    for (const { namespace, name, versions } of world.histories(resource)) {
      const object = versionAt(versions, seq)?.object;
      if (object === undefined || isSystemNamespace(namespace)) continue;
      const { text } = briefOf(resource, object);
      words.set(`${resource}|${namespace}|${name}`, {
        label: `${kind} ${name}`,
        text: text === '' ? '+' : text,
      });
    }
  return words;
}

type Counted = Event & { readonly series?: { readonly count?: number } };

/** How often each kind of Event about the user's own objects, and about nodes, had been seen. */
function eventsBy({ trace, world }: Run, us: number): Words {
  const seq = seqBy(trace, us);
  const counts = new Map<string, number>();
  for (const { versions } of world.histories('events')) {
    // An Event goes after an hour; it has been seen all the same.
    const last = versionAt(versions, seq);
    if (last === undefined || trace.at(last.seq).at < 0) continue;
    const seen = last.object === undefined ? versions[versions.indexOf(last) - 1] : last;
    const event = seen?.object as unknown as Counted | undefined;
    if (event === undefined) continue;
    if (isSystemNamespace(event.involvedObject?.namespace ?? '')) continue;
    const key = `${event.type ?? ''} ${event.reason ?? ''}`;
    counts.set(key, (counts.get(key) ?? 0) + (event.series?.count ?? event.count ?? 1));
  }
  return new Map([...counts].map(([key, n]) => [key, { label: key, text: `×${n}` }]));
}
