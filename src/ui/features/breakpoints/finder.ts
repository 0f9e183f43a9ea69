import { useMemo } from 'react';
import type { Event } from '../../../api/generated/types.ts';
import { matchScore } from '../../../base/match-score.ts';
import { breakpointsText } from '../../../i18n/catalogue/breakpoints.ts';
import { clock } from '../../../i18n/format.ts';
import { type Mark, markKey } from '../../projections/marks/marks.ts';
import { kindOf } from '../../projections/names.ts';
import { narrate } from '../../projections/narration/narrate.ts';
import type { Branch } from '../../session/branch.ts';
import { type PaletteItem, type PaletteSource, usePaletteSources } from '../../session/commands.ts';
import type { Session } from '../../session/session.ts';
import { useSession } from '../../session/use-session.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { hasWords as has } from './has-words.ts';
import { markWords } from './words.ts';

/** Resources whose objects are looked for; the rest is reached through these. */
const FOUND = [
  'pods',
  'deployments.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'jobs.batch',
  'services',
  'nodes',
  'persistentvolumeclaims',
] as const;
const MOST = 8;

function objects({ runs, cursor, selection }: Session, query: string): readonly PaletteItem[] {
  const branch = runs.active();
  if (branch === undefined || query.trim() === '') return [];
  const seq = Math.max(cursor.getState().seq, branch.trace.countUntil(-1) - 1);
  const found: PaletteItem[] = [];
  for (const resource of FOUND)
    for (const { metadata } of branch.world.list(resource, seq)) {
      const { name = '', namespace = '' } = metadata ?? {};
      const detail = namespace === '' ? kindOf(resource) : `${kindOf(resource)}, ${namespace}`;
      if (!has(`${name} ${detail}`, query)) continue;
      found.push({
        id: `${resource}/${namespace}/${name}`,
        label: name,
        detail,
        run: () =>
          selection.setState({ selection: { kind: 'object', subject: { resource, namespace, name } } }),
      });
    }
  return byName(found, query);
}

/** What has the query in its name first, at its beginning before elsewhere; then what is only where it says. */
function byName(found: readonly PaletteItem[], query: string): readonly PaletteItem[] {
  return found
    .map((item) => ({ item, rank: matchScore(query, item.label) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST)
    .map(({ item }) => item);
}

/** The components of a run's cluster. */
function actorsOf({ world, trace }: Branch): readonly string[] {
  const nodes = world.list('nodes', trace.length).map(({ metadata }) => metadata?.name ?? '');
  return [
    'kube-apiserver',
    'etcd',
    'kube-scheduler',
    'kube-controller-manager',
    ...nodes.flatMap((node) => [`kubelet/${node}`, `containerd/${node}`, `kube-proxy/${node}`]),
  ];
}

function components({ runs, selection }: Session, query: string): readonly PaletteItem[] {
  const branch = runs.active();
  if (branch === undefined || query.trim() === '') return [];
  return actorsOf(branch)
    .filter((actor) => has(actor, query))
    .slice(0, MOST)
    .map((actor) => ({
      id: actor,
      label: actor,
      detail: '',
      run: () => selection.setState({ selection: { kind: 'component', actor } }),
    }));
}

/** Milestones looked through at most: each is told anew for the search. */
const MOST_TOLD = 400;

function milestones({ runs, player }: Session, query: string, lang: 'en' | 'ko'): readonly PaletteItem[] {
  const branch = runs.active();
  if (branch === undefined || query.trim() === '') return [];
  const { trace, world, story } = branch;
  const found: PaletteItem[] = [];
  for (const seq of story.steps(1).slice(0, MOST_TOLD)) {
    if (found.length >= MOST) break;
    const { at } = trace.at(seq);
    const label = narrate({ trace, world, story, seq, timeUs: at, lang }, undefined)
      .sentence.map(({ text }) => text)
      .join('');
    if (has(label, query))
      found.push({ id: String(seq), label, detail: clock(at), run: () => player.seek(seq) });
  }
  return found;
}

/** The conditions and Event reasons that occur in a run, and the components that act in it. */
function marksIn(branch: Branch): readonly Mark[] {
  const { world } = branch;
  const marks = new Map<string, Mark>();
  const keep = (mark: Mark): void => void marks.set(markKey(mark), mark);
  for (const { versions } of world.histories('events')) {
    const { reason } = (versions[0]?.object ?? {}) as Partial<Event>;
    if (reason !== undefined) keep({ kind: 'event', reason });
  }
  for (const resource of FOUND)
    for (const { versions } of world.histories(resource))
      for (const { type } of conditionsOf(versions.at(-1)?.object ?? versions.at(-2)?.object))
        for (const status of ['True', 'False']) keep({ kind: 'condition', resource, type, status });
  for (const actor of actorsOf(branch)) keep({ kind: 'acts', actor });
  return [...marks.values()];
}

function conditionsOf(object: unknown): readonly { readonly type: string }[] {
  const { status } = (object ?? {}) as { status?: { conditions?: readonly { type: string }[] } };
  return status?.conditions ?? [];
}

function stops({ runs, breakpoints }: Session, query: string, lang: 'en' | 'ko'): readonly PaletteItem[] {
  const branch = runs.active();
  if (branch === undefined || query.trim() === '') return [];
  return marksIn(branch)
    .map((mark) => ({ mark, label: markWords(mark, lang) }))
    .filter(({ label }) => has(label, query))
    .slice(0, MOST)
    .map(({ mark, label }) => ({
      id: markKey(mark),
      label,
      detail: '',
      run: () => breakpoints.add(mark),
    }));
}

/** Lets the palette find the run's objects, components and milestones, and what playing can stop at. */
export function useFinder(): void {
  const t = useText(breakpointsText);
  const { lang } = useUi();
  const session = useSession();
  const sources = useMemo((): readonly PaletteSource[] => {
    return [
      { title: t('find.objects'), find: (query) => objects(session, query) },
      { title: t('find.components'), find: (query) => components(session, query) },
      { title: t('find.milestones'), find: (query) => milestones(session, query, lang) },
      { title: t('find.stops'), find: (query) => stops(session, query, lang) },
    ];
  }, [session, t, lang]);
  usePaletteSources(sources);
}
