import { canonicalJson } from '../../../base/deep.ts';
import type { Node, Pod } from '../../../api/generated/types.ts';
import type { NodeInfo } from '../cache/node-info.ts';
import { podInfoOf } from '../cache/pod-info.ts';
import { runFilters } from '../framework/filter-run.ts';
import * as names from '../framework/names.ts';
import type { Snapshot } from '../framework/snapshot.ts';
import type { Edit } from './edits.ts';
import { type ExplainOptions, decidingProfile, fitsSomewhere } from './explain.ts';
import { deletionEdits, resourceEdits } from './resource-edits.ts';
import { claimEdits, holderEdits } from './volume-edits.ts';
import { nodeAffinityEdits, podAffinityEdits, portEdits, spreadEdits, taintEdits } from './rule-edits.ts';

/** Nodes whose rejections are looked into; in a big cluster most are alike. */
const NODES_TRIED = 200;
const EDITS_TOLD = 12;

/**
 * The smallest single edits, of the Pod or of one other object, after which the Pod would fit somewhere. Each has been
 * tried: the filters were run again with it. Pure. Empty when the Pod fits already or no single edit is enough.
 */
export function whatWouldFit(pod: Pod, snapshot: Snapshot, options: ExplainOptions = {}): readonly Edit[] {
  const info = podInfoOf(pod);
  const profile = options.profile ?? decidingProfile();
  const view: ExplainOptions = { ...options, profile };
  const preFilter = profile.preFilter(info, snapshot);
  if (snapshot.nodes.length === 0 || fitsSomewhere(pod, snapshot, view)) return [];
  const volumes = claimEdits(info, snapshot, options.defaultClass).filter(({ resulting }) =>
    fitsSomewhere(pod, { ...viewOf(snapshot), objects: resulting }, view),
  );
  // Refused as a whole, no node was looked at: only what it claims can have been the reason that one edit mends.
  if (preFilter.rejection !== undefined) return smallest(volumes);
  const candidates = new Map<string, Edit>();
  for (const node of snapshot.nodes.slice(0, NODES_TRIED)) {
    const rejection = runFilters(preFilter.run, info, node);
    for (const edit of rejection === undefined ? [] : editsAgainst(rejection.plugin, pod, node)) {
      const key = `${edit.kind}/${edit.target.namespace}/${edit.target.name}/${canonicalJson(edit.values)}`;
      if (!candidates.has(key)) candidates.set(key, edit);
    }
  }
  const tried = [...candidates.values()].filter((edit) => helps(edit, pod, snapshot, view));
  return smallest([...volumes, ...tried]);
}

/** What could be done about the first plugin that rejected the node. */
function editsAgainst(plugin: string, pod: Pod, node: NodeInfo): readonly Edit[] {
  switch (plugin) {
    case names.NODE_UNSCHEDULABLE:
    case names.TAINT_TOLERATION:
      return taintEdits(pod, node);
    case names.NODE_AFFINITY:
      return nodeAffinityEdits(pod, node);
    case names.NODE_PORTS:
      return [...portEdits(pod), ...deletionEdits(podInfoOf(pod), node)];
    case names.NODE_RESOURCES_FIT:
      return [...resourceEdits(podInfoOf(pod), node), ...deletionEdits(podInfoOf(pod), node)];
    case names.POD_TOPOLOGY_SPREAD:
      return spreadEdits(pod);
    case names.INTER_POD_AFFINITY:
      return [...podAffinityEdits(pod), ...deletionEdits(podInfoOf(pod), node)];
    case names.VOLUME_RESTRICTIONS:
    case names.NODE_VOLUME_LIMITS:
      return holderEdits(podInfoOf(pod), node);
    default:
      return [];
  }
}

function helps(edit: Edit, pod: Pod, snapshot: Snapshot, view: ExplainOptions): boolean {
  if (edit.before === pod) return edit.after !== null && fitsSomewhere(edit.after as Pod, snapshot, view);
  const nodeName =
    edit.target.resource === 'nodes' ? edit.target.name : ((edit.before as Pod).spec.nodeName ?? '');
  const standing = snapshot.node(nodeName);
  if (standing === undefined) return false;
  const changed = standing.clone();
  if (edit.target.resource === 'nodes') changed.setNode(edit.after as Node);
  else changed.removePod((edit.before as Pod).metadata.uid);
  return fitsSomewhere(pod, withNode(snapshot, standing, changed), view);
}

/** The snapshot with one node in another's place. */
function withNode(snapshot: Snapshot, old: NodeInfo, changed: NodeInfo): Snapshot {
  const swap = (set: ReadonlySet<NodeInfo>, there: boolean): ReadonlySet<NodeInfo> => {
    const swapped = new Set([...set].filter((node) => node !== old));
    if (there) swapped.add(changed);
    return swapped;
  };
  const nodes = snapshot.nodes.map((node) => (node === old ? changed : node));
  return {
    ...viewOf(snapshot),
    nodes,
    node: (name) => (name === old.name ? changed : snapshot.node(name)),
    nodesWithAffinity: swap(snapshot.nodesWithAffinity, changed.podsWithAffinity.length > 0),
    nodesWithRequiredAntiAffinity: swap(
      snapshot.nodesWithRequiredAntiAffinity,
      changed.podsWithRequiredAntiAffinity.length > 0,
    ),
    claimInUse: (key) =>
      nodes.some(({ pods }) =>
        pods.some(({ namespace, claims }) => claims.some((name) => `${namespace}/${name}` === key)),
      ),
  };
}

/** The same snapshot as a plain object, parts of which can be replaced. */
function viewOf(snapshot: Snapshot): Snapshot {
  const { nodes, nodesWithAffinity, nodesWithRequiredAntiAffinity, objects } = snapshot;
  return {
    nodes,
    nodesWithAffinity,
    nodesWithRequiredAntiAffinity,
    objects,
    node: (name) => snapshot.node(name),
    image: (name) => snapshot.image(name),
    claimInUse: (key) => snapshot.claimInUse(key),
  };
}

/** Smallest first; of the same change to the Pod itself only the smallest, so that one request is not listed per node. */
function smallest(edits: readonly Edit[]): readonly Edit[] {
  const sorted = edits.map((edit, order) => ({ edit, order }));
  sorted.sort((a, b) => a.edit.cost - b.edit.cost || a.order - b.order);
  const seen = new Set<string>();
  const kept: Edit[] = [];
  for (const { edit } of sorted) {
    const same = edit.kind === 'lower-request' ? `${edit.kind}/${edit.values['resource'] ?? ''}` : undefined;
    if (same !== undefined && seen.has(same)) continue;
    if (same !== undefined) seen.add(same);
    kept.push(edit);
  }
  return kept.slice(0, EDITS_TOLD);
}
