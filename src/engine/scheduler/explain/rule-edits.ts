import type { Affinity, Node, NodeSelectorTerm, Pod, PodSpec } from '../../../api/generated/types.ts';
import { findUntoleratedTaint, taintText } from '../../../api/toleration.ts';
import type { NodeInfo } from '../cache/node-info.ts';
import { type Edit, nodeEdit, podEdit } from './edits.ts';

/** Edits against taints and cordons: the node gives in, or the Pod bears with it. */
export function taintEdits(pod: Pod, { node }: NodeInfo): Edit[] {
  const edits: Edit[] = [];
  if (node.spec.unschedulable === true) {
    const { unschedulable: _cordoned, ...spec } = node.spec;
    const taints = (spec.taints ?? []).filter(({ key }) => key !== 'node.kubernetes.io/unschedulable');
    edits.push(
      nodeEdit(
        node,
        { kind: 'uncordon', values: { node: node.metadata.name }, cost: 1 },
        { ...node, spec: { ...spec, taints } },
      ),
    );
  }
  const taint = findUntoleratedTaint(
    node.spec.taints,
    pod.spec.tolerations,
    ({ effect }) => effect !== 'PreferNoSchedule',
  );
  if (taint === undefined) return edits;
  const text = taintText(taint);
  const taints = (node.spec.taints ?? []).filter((other) => other !== taint);
  edits.push(
    nodeEdit(
      node,
      { kind: 'remove-taint', values: { taint: text, node: node.metadata.name }, cost: 2 },
      { ...node, spec: { ...node.spec, taints } },
    ),
  );
  const { key, value, effect } = taint;
  const added =
    value === undefined || value === ''
      ? ({ key, operator: 'Exists', effect } as const)
      : ({ key, operator: 'Equal', value, effect } as const);
  const spec: PodSpec = { ...pod.spec, tolerations: [...(pod.spec.tolerations ?? []), added] };
  edits.push(podEdit(pod, { kind: 'add-toleration', values: { taint: text }, cost: 1 }, { ...pod, spec }));
  return edits;
}

/** Edits against the Pod's choice of nodes: the node gets the label, or the Pod drops the wish. */
export function nodeAffinityEdits(pod: Pod, { node }: NodeInfo): Edit[] {
  const edits: Edit[] = [];
  const labels = node.metadata.labels ?? {};
  const selector = pod.spec.nodeSelector ?? {};
  for (const key of Object.keys(selector)) {
    const value = selector[key] ?? '';
    if (labels[key] === value) continue;
    edits.push(labelled(node, key, value));
    const { [key]: _dropped, ...rest } = selector;
    const { nodeSelector: _selector, ...others } = pod.spec;
    const spec: PodSpec = Object.keys(rest).length === 0 ? others : { ...others, nodeSelector: rest };
    edits.push(
      podEdit(
        pod,
        { kind: 'drop-node-selector', values: { label: `${key}=${value}` }, cost: 2 },
        { ...pod, spec },
      ),
    );
  }
  const required = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (required === undefined) return edits;
  for (const term of required.nodeSelectorTerms) edits.push(...labelsFor(node, term));
  const { nodeAffinity, ...affinity } = pod.spec.affinity ?? {};
  const { requiredDuringSchedulingIgnoredDuringExecution: _dropped, ...left } = nodeAffinity ?? {};
  edits.push(withAffinity(pod, 'drop-node-affinity', { ...affinity, nodeAffinity: left }));
  return edits;
}

function labelled(node: Node, key: string, value: string): Edit {
  const metadata = { ...node.metadata, labels: { ...node.metadata.labels, [key]: value } };
  const values = { label: `${key}=${value}`, node: node.metadata.name };
  return nodeEdit(node, { kind: 'add-label', values, cost: 1.5 }, { ...node, metadata });
}

/** The one label that is missing for a term, when one would do. */
function labelsFor(node: Node, term: NodeSelectorTerm): Edit[] {
  return (term.matchExpressions ?? []).flatMap(({ key, operator, values = [] }) => {
    if (operator !== 'In' && operator !== 'Exists') return [];
    const value = operator === 'Exists' ? '' : values[0];
    return value === undefined || node.metadata.labels?.[key] === value ? [] : [labelled(node, key, value)];
  });
}

function withAffinity(
  pod: Pod,
  kind: 'drop-node-affinity' | 'drop-pod-affinity' | 'drop-pod-anti-affinity',
  affinity: Affinity,
): Edit {
  return podEdit(pod, { kind, values: {}, cost: 2.5 }, { ...pod, spec: { ...pod.spec, affinity } });
}

/** Edits against rules about other Pods. */
export function podAffinityEdits(pod: Pod): Edit[] {
  const edits: Edit[] = [];
  const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
  if (podAffinity?.requiredDuringSchedulingIgnoredDuringExecution !== undefined) {
    const { requiredDuringSchedulingIgnoredDuringExecution: _dropped, ...left } = podAffinity;
    edits.push(withAffinity(pod, 'drop-pod-affinity', { ...pod.spec.affinity, podAffinity: left }));
  }
  if (podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution !== undefined) {
    const { requiredDuringSchedulingIgnoredDuringExecution: _dropped, ...left } = podAntiAffinity;
    edits.push(withAffinity(pod, 'drop-pod-anti-affinity', { ...pod.spec.affinity, podAntiAffinity: left }));
  }
  return edits;
}

/** A hard spread constraint made a wish. */
export function spreadEdits(pod: Pod): Edit[] {
  const constraints = pod.spec.topologySpreadConstraints ?? [];
  return constraints.flatMap((constraint) => {
    if (constraint.whenUnsatisfiable !== 'DoNotSchedule') return [];
    const softened = constraints.map((other) =>
      other === constraint ? { ...other, whenUnsatisfiable: 'ScheduleAnyway' as const } : other,
    );
    const values = { topologyKey: constraint.topologyKey };
    const spec: PodSpec = { ...pod.spec, topologySpreadConstraints: softened };
    return [podEdit(pod, { kind: 'drop-spread-constraint', values, cost: 2 }, { ...pod, spec })];
  });
}

/** A host port given up. */
export function portEdits(pod: Pod): Edit[] {
  return pod.spec.containers.flatMap((container) =>
    (container.ports ?? []).flatMap((port) => {
      if (port.hostPort === undefined || pod.spec.hostNetwork === true) return [];
      const { hostPort, hostIP: _address, ...left } = port;
      const ports = (container.ports ?? []).map((other) => (other === port ? left : other));
      const containers = pod.spec.containers.map((other) =>
        other === container ? { ...other, ports } : other,
      );
      const values = { container: container.name, port: String(hostPort) };
      return [
        podEdit(
          pod,
          { kind: 'drop-host-port', values, cost: 2 },
          { ...pod, spec: { ...pod.spec, containers } },
        ),
      ];
    }),
  );
}
