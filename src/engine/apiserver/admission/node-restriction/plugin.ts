import type { Node, Pod } from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { nodeNameOf } from '../../authorization/node.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import { deepEqual } from '../../registry/draft.ts';
import type { RequestContext } from '../../request/context.ts';
import { forbid } from '../common/forbid.ts';
import type { AdmissionPlugin } from '../common/plugin.ts';
import { MIRROR_ANNOTATION, isMirrorPod, podOf } from '../common/pods.ts';

// Models plugin/pkg/admission/noderestriction/admission.go (1.36): what a kubelet may write.

const HANDLED = new Set(['pods', 'nodes', 'leases.coordination.k8s.io', 'csinodes.storage.k8s.io']);

export const nodeRestriction: AdmissionPlugin = {
  name: 'NodeRestriction',
  mayWrite: () => false,
  handles: (_, rc) => HANDLED.has(rc.resourceName) && nodeNameOf(rc.user) !== undefined,
  admit: (attributes, rc) => {
    const reason = reasonFor(attributes, rc, nodeNameOf(rc.user) ?? '');
    return reason === undefined ? undefined : forbid(attributes, rc, reason);
  },
};

function reasonFor(attributes: AdmissionAttributes, rc: RequestContext, node: string): string | undefined {
  switch (rc.resourceName) {
    case 'pods':
      return podReason(attributes, rc, node);
    case 'nodes':
      return nodeReason(attributes, node);
    default:
      return attributes.operation !== 'CREATE' && attributes.name !== node
        ? 'can only access node lease with the same name as the requesting node'
        : undefined;
  }
}

function podReason(attributes: AdmissionAttributes, rc: RequestContext, node: string): string | undefined {
  const old = attributes.old as Pod | undefined;
  const quoted = goQuote(node);
  switch (rc.subresource) {
    case '':
      if (attributes.operation === 'CREATE') return newPodReason(attributes, node);
      if (attributes.operation !== 'DELETE')
        return `unexpected operation "${attributes.operation}", node ${quoted} can only create and delete mirror pods`;
      return old?.spec?.nodeName === node
        ? undefined
        : `node ${quoted} can only delete pods with spec.nodeName set to itself`;
    case 'status':
      if (old?.spec?.nodeName !== node)
        return `node ${quoted} can only update pod status for pods with spec.nodeName set to itself`;
      return deepEqual(old.metadata.labels, attributes.object?.metadata.labels)
        ? undefined
        : `node ${quoted} cannot update labels through pod status`;
    case 'eviction':
      return undefined;
    default:
      return `unexpected pod subresource ${goQuote(rc.subresource)}, only 'status' and 'eviction' are allowed`;
  }
}

function newPodReason(attributes: AdmissionAttributes, node: string): string | undefined {
  const pod = podOf(attributes);
  const quoted = goQuote(node);
  if (!isMirrorPod(pod))
    return `pod does not have ${goQuote(MIRROR_ANNOTATION)} annotation, node ${quoted} can only create mirror pods`;
  if (pod.spec.nodeName !== node)
    return `node ${quoted} can only create pods with spec.nodeName set to itself`;
  if ((pod.spec.serviceAccountName ?? '') !== '')
    return `node ${quoted} can not create pods that reference a service account`;
  const usesSecret = (pod.spec.volumes ?? []).some(({ secret }) => secret !== undefined);
  return usesSecret ? `node ${quoted} can not create pods that reference secrets` : undefined;
}

function nodeReason({ operation, name, object, old }: AdmissionAttributes, node: string): string | undefined {
  const wanted = object as unknown as Node | undefined;
  const before = old as Node | undefined;
  const requested = name === '' ? (wanted?.metadata.name ?? '') : name;
  if (operation === 'CREATE') {
    const labels = forbiddenLabels(wanted?.metadata.labels, undefined);
    if (labels.length > 0) return `is not allowed to set the following labels: ${labels.join(', ')}`;
  }
  if (requested !== node) return `node ${goQuote(node)} is not allowed to modify node ${goQuote(requested)}`;
  if (operation !== 'UPDATE') return undefined;
  if (!deepEqual(wanted?.spec?.taints ?? [], before?.spec?.taints ?? []))
    return `node ${goQuote(node)} is not allowed to modify taints`;
  const labels = forbiddenLabels(wanted?.metadata.labels, before?.metadata.labels);
  return labels.length > 0 ? `is not allowed to modify labels: ${labels.join(', ')}` : undefined;
}

type Labels = Readonly<Record<string, string>> | undefined;

const RESTRICTED = 'node-restriction.kubernetes.io';
const KUBELET_LABELS = new Set([
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'beta.kubernetes.io/instance-type',
  'kubernetes.io/os',
  'beta.kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/arch',
]);
const KUBELET_NAMESPACES = ['kubelet.kubernetes.io', 'node.kubernetes.io'];

function forbiddenLabels(after: Labels, before: Labels): readonly string[] {
  const keys = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...keys].filter((key) => after?.[key] !== before?.[key] && isForbidden(key)).sort();
}

function isForbidden(label: string): boolean {
  const slash = label.indexOf('/');
  const namespace = slash < 0 ? '' : label.slice(0, slash);
  const under = (domain: string): boolean => namespace === domain || namespace.endsWith(`.${domain}`);
  if (under(RESTRICTED)) return true;
  const kubernetes = under('kubernetes.io') || under('k8s.io');
  return kubernetes && !KUBELET_LABELS.has(label) && !KUBELET_NAMESPACES.some(under);
}
