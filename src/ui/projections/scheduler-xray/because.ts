import type { Node, NodeSelectorTerm, Pod } from '../../../api/generated/types.ts';
import { nodeSelectorTermMatches } from '../../../api/node-selector.ts';
import type { NodeRejection } from '../../../trace/kinds/scheduler.ts';
import type { PluginInputs } from '../../../trace/scheduling-question.ts';
import { amountText, ledgerOf } from './arithmetic.ts';

/** Why this Pod does not go on this node, in their own terms: what upstream's reason leaves out. */
export type Because =
  | { readonly kind: 'cordoned' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'taint'; readonly taint: string }
  | { readonly kind: 'label'; readonly wants: string; readonly has: string | undefined; readonly key: string }
  | { readonly kind: 'port'; readonly port: string }
  | { readonly kind: 'short'; readonly resource: string; readonly asks: string; readonly left: string }
  | { readonly kind: 'never'; readonly resource: string; readonly asks: string; readonly most: string }
  | { readonly kind: 'full'; readonly pods: number }
  | { readonly kind: 'skew'; readonly domain: string; readonly skew: number; readonly most: number }
  | { readonly kind: 'noLabel'; readonly key: string }
  | { readonly kind: 'repelled'; readonly pods: readonly string[]; readonly domain: string }
  | { readonly kind: 'unwanted'; readonly pods: readonly string[] }
  | { readonly kind: 'lonely'; readonly domain: string }
  | { readonly kind: 'volumes'; readonly attached: number; readonly added: number; readonly limit: number }
  | { readonly kind: 'words'; readonly words: string };

export interface BecauseOf {
  readonly pod: Pod;
  readonly node: Node | undefined;
  /** What the plugin that rejected the node looked at. */
  readonly inputs: PluginInputs;
}

/** What kept the Pod off the node, one entry a cause; empty when the reason already says all there is. */
export function becauseOf({ plugin }: NodeRejection, { pod, node, inputs }: BecauseOf): readonly Because[] {
  switch (plugin) {
    case 'NodeUnschedulable':
      return [{ kind: 'cordoned' }];
    case 'NodeName':
      return [{ kind: 'name', name: pod.spec.nodeName ?? '' }];
    case 'TaintToleration':
      return said(inputs, 'untolerated').map((taint) => ({ kind: 'taint', taint }));
    case 'NodeAffinity':
      return node === undefined ? [] : labelsMissing(pod, node);
    case 'NodePorts':
      return said(inputs, 'taken').map((port) => ({ kind: 'port', port }));
    case 'NodeResourcesFit':
      return shortages(inputs);
    case 'NodeVolumeLimits':
      return limits(inputs);
    case 'PodTopologySpread':
      return node === undefined ? [] : skews(pod, node, inputs);
    case 'InterPodAffinity':
      return neighbours(inputs);
    case 'VolumeZone':
      return listed(inputs, 'volumes').map((words) => ({ kind: 'words', words }));
    case 'VolumeBinding':
      return listed(inputs, 'bound').map((words) => ({ kind: 'words', words }));
    default:
      return [];
  }
}

function said(inputs: PluginInputs, key: string): readonly string[] {
  const value = inputs[key];
  return typeof value === 'string' && value !== '' ? [value] : [];
}

function listed(inputs: PluginInputs, key: string): readonly string[] {
  const value = inputs[key];
  return typeof value === 'object' ? value : [];
}

function count(inputs: PluginInputs, key: string): number {
  const value = inputs[key];
  return typeof value === 'number' ? value : 0;
}

function labelsMissing(pod: Pod, node: Node): readonly Because[] {
  const labels = node.metadata.labels ?? {};
  const missing = Object.entries(pod.spec.nodeSelector ?? {})
    .filter(([key, value]) => labels[key] !== value)
    .map(([key, value]): Because => ({ kind: 'label', key, wants: `${key}=${value}`, has: labels[key] }));
  if (missing.length > 0) return missing;
  const required = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  // Terms are alternatives: the one with the fewest unmet wishes is the nearest miss.
  const unmet = (required?.nodeSelectorTerms ?? []).map((term) => unmetOf(term, node));
  unmet.sort((a, b) => a.length - b.length);
  return unmet[0] ?? [];
}

function unmetOf(term: NodeSelectorTerm, node: Node): readonly Because[] {
  const labels = node.metadata.labels ?? {};
  const expressions = (term.matchExpressions ?? []).filter(
    (expression) => !nodeSelectorTermMatches({ matchExpressions: [expression] }, node),
  );
  const fields = (term.matchFields ?? []).filter(
    (field) => !nodeSelectorTermMatches({ matchFields: [field] }, node),
  );
  return [
    ...expressions.map(
      ({ key, operator, values = [] }): Because => ({
        kind: 'label',
        key,
        wants: requirementText(key, operator, values),
        has: labels[key],
      }),
    ),
    ...fields.map(
      ({ key, operator, values = [] }): Because => ({
        kind: 'label',
        key,
        wants: requirementText(key, operator, values),
        has: node.metadata.name,
      }),
    ),
  ];
}

/** `zone=b`, `zone in (a, b)`, `!gpu`: as kubectl takes selectors. */
function requirementText(key: string, operator: string, values: readonly string[]): string {
  switch (operator) {
    case 'In':
      return values.length === 1 ? `${key}=${values[0] ?? ''}` : `${key} in (${values.join(', ')})`;
    case 'NotIn':
      return values.length === 1 ? `${key}!=${values[0] ?? ''}` : `${key} notin (${values.join(', ')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    case 'Gt':
      return `${key}>${values[0] ?? ''}`;
    default:
      return `${key}<${values[0] ?? ''}`;
  }
}

function shortages(inputs: PluginInputs): readonly Because[] {
  return ledgerOf(inputs).flatMap(({ resource, pod, requested, allocatable, fits }): Because[] => {
    if (fits) return [];
    if (resource === 'pods') return [{ kind: 'full', pods: allocatable }];
    const asks = amountText(resource, pod);
    return pod > allocatable
      ? [{ kind: 'never', resource, asks, most: amountText(resource, allocatable) }]
      : [{ kind: 'short', resource, asks, left: amountText(resource, Math.max(0, allocatable - requested)) }];
  });
}

function limits(inputs: PluginInputs): readonly Because[] {
  return Object.keys(inputs).flatMap((key): Because[] => {
    if (!key.endsWith('.limit')) return [];
    const driver = key.slice(0, -'.limit'.length);
    const attached = count(inputs, `${driver}.attached`);
    const added = count(inputs, `${driver}.pod`);
    const limit = count(inputs, key);
    return attached + added > limit ? [{ kind: 'volumes', attached, added, limit }] : [];
  });
}

function skews(pod: Pod, node: Node, inputs: PluginInputs): readonly Because[] {
  const labels = node.metadata.labels ?? {};
  const hard = (pod.spec.topologySpreadConstraints ?? []).filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule',
  );
  const absent = hard.find(({ topologyKey }) => labels[topologyKey] === undefined);
  if (absent !== undefined) return [{ kind: 'noLabel', key: absent.topologyKey }];
  return hard.flatMap(({ topologyKey, maxSkew }): Because[] => {
    const part = (name: string): number => count(inputs, `${topologyKey}.${name}`);
    const skew = part('matching') + part('self') - part('least');
    return skew > maxSkew
      ? [{ kind: 'skew', domain: `${topologyKey}=${labels[topologyKey] ?? ''}`, skew, most: maxSkew }]
      : [];
  });
}

function neighbours(inputs: PluginInputs): readonly Because[] {
  const lonely = Object.keys(inputs).flatMap((key): Because[] => {
    if (!key.startsWith('affinity.') || !key.endsWith('.matching') || count(inputs, key) > 0) return [];
    const term = key.slice(0, -'.matching'.length);
    const topologyKey = term.slice('affinity.'.length);
    const [value] = said(inputs, term);
    return value === undefined
      ? [{ kind: 'noLabel', key: topologyKey }]
      : [{ kind: 'lonely', domain: `${topologyKey}=${value}` }];
  });
  if (lonely.length > 0) return lonely;
  const repelled = Object.keys(inputs).flatMap((key): Because[] => {
    if (!key.startsWith('antiAffinity.') || !key.endsWith('.pods')) return [];
    const pods = listed(inputs, key);
    const term = key.slice(0, -'.pods'.length);
    const domain = `${term.slice('antiAffinity.'.length)}=${said(inputs, term)[0] ?? ''}`;
    return pods.length === 0 ? [] : [{ kind: 'repelled', pods, domain }];
  });
  const unwanted = listed(inputs, 'existing.pods');
  return repelled.length > 0 || unwanted.length === 0 ? repelled : [{ kind: 'unwanted', pods: unwanted }];
}
