import type { NodeSelectorTerm, Pod, PodAffinityTerm, Toleration } from '../../../api/generated/types.ts';
import { formatLabelSelector } from '../../../api/label-selector.ts';
import { podRequests } from '../../../api/pod-resources.ts';
import { formatAmount } from '../../../api/quantity.ts';
import { isAddedToleration } from './added-tolerations.ts';

/** One thing a Pod asks of its place, in the manifest's own words. */
export interface Ask {
  readonly kind:
    | 'requests'
    | 'node'
    | 'selector'
    | 'requires'
    | 'prefers'
    | 'near'
    | 'avoids'
    | 'spreads'
    | 'tolerates'
    | 'ports'
    | 'priority';
  readonly texts: readonly string[];
}

/** What the scheduler has to go by, in the order its plugins look. What a Pod does not ask is left out. */
export function podAsks(pod: Pod): readonly Ask[] {
  const { spec } = pod;
  const node = spec.affinity?.nodeAffinity;
  const near = spec.affinity?.podAffinity;
  const apart = spec.affinity?.podAntiAffinity;
  const asks: readonly Ask[] = [
    { kind: 'requests', texts: requestsOf(pod) },
    {
      kind: 'selector',
      texts: Object.entries(spec.nodeSelector ?? {}).map(([key, value]) => `${key}=${value}`),
    },
    {
      kind: 'requires',
      texts: (node?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []).map(termText),
    },
    {
      kind: 'prefers',
      texts: (node?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
        ({ weight, preference }) => `${termText(preference)} × ${weight}`,
      ),
    },
    {
      kind: 'near',
      texts: podTerms(
        near?.requiredDuringSchedulingIgnoredDuringExecution,
        near?.preferredDuringSchedulingIgnoredDuringExecution,
      ),
    },
    {
      kind: 'avoids',
      texts: podTerms(
        apart?.requiredDuringSchedulingIgnoredDuringExecution,
        apart?.preferredDuringSchedulingIgnoredDuringExecution,
      ),
    },
    {
      kind: 'spreads',
      texts: (spec.topologySpreadConstraints ?? []).map(
        ({ topologyKey, maxSkew, whenUnsatisfiable }) =>
          `${topologyKey}, maxSkew ${maxSkew}, ${whenUnsatisfiable}`,
      ),
    },
    {
      kind: 'tolerates',
      texts: (spec.tolerations ?? []).filter((each) => !isAddedToleration(each)).map(tolerationText),
    },
    {
      kind: 'ports',
      texts: spec.containers.flatMap(({ ports = [] }) =>
        ports.flatMap(({ hostPort, protocol = 'TCP' }) =>
          hostPort === undefined ? [] : [`${hostPort}/${protocol}`],
        ),
      ),
    },
    { kind: 'priority', texts: (spec.priority ?? 0) === 0 ? [] : [String(spec.priority)] },
  ];
  return asks.filter(({ texts }) => texts.length > 0);
}

function requestsOf(pod: Pod): readonly string[] {
  return [...podRequests(pod)].map(([resource, amount]) => `${resource} ${formatAmount(amount)}`);
}

function termText({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm): string {
  return [...matchExpressions, ...matchFields]
    .map(({ key, operator, values = [] }) =>
      operator === 'In' && values.length === 1
        ? `${key}=${values[0] ?? ''}`
        : `${key} ${operator} ${values.join(', ')}`.trim(),
    )
    .join(', ');
}

function podTerms(
  required: readonly PodAffinityTerm[] = [],
  preferred: readonly { readonly weight: number; readonly podAffinityTerm: PodAffinityTerm }[] = [],
): readonly string[] {
  const text = ({ labelSelector, topologyKey }: PodAffinityTerm): string =>
    `${labelSelector === undefined ? '' : formatLabelSelector(labelSelector)} / ${topologyKey}`;
  return [
    ...required.map(text),
    ...preferred.map(({ weight, podAffinityTerm }) => `${text(podAffinityTerm)} × ${weight}`),
  ];
}

function tolerationText({ key = '', operator, value = '', effect }: Toleration): string {
  const what = key === '' ? '*' : operator === 'Exists' || value === '' ? key : `${key}=${value}`;
  return effect === undefined ? what : `${what}:${effect}`;
}
