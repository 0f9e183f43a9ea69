import type { LabelSelector, Namespace, RuleWithOperations } from '../../../../api/generated/types.ts';
import { labelSelectorMatches } from '../../../../api/label-selector.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';

// Models apiserver/pkg/admission/plugin/webhook/predicates and policy/matching (1.36).

/** Whether one rule names the request's operation and resource. */
export function ruleMatches(
  rule: RuleWithOperations,
  { operation }: AdmissionAttributes,
  rc: RequestContext,
): boolean {
  const { group, version, resource, namespaced } = rc.resource;
  const within = (list: readonly string[] | undefined, word: string): boolean =>
    (list ?? []).includes('*') || (list ?? []).includes(word);
  if (
    !within(rule.operations, operation) ||
    !within(rule.apiGroups, group) ||
    !within(rule.apiVersions, version)
  )
    return false;
  if (rule.scope === 'Cluster' && namespaced) return false;
  if (rule.scope === 'Namespaced' && !namespaced) return false;
  return (rule.resources ?? []).some((pattern) => resourceMatches(pattern, resource, rc.subresource));
}

function resourceMatches(pattern: string, resource: string, subresource: string): boolean {
  if (pattern === '*/*') return true;
  const [wantedResource = '', wantedSub] = pattern.split('/');
  const resourceFits = wantedResource === '*' || wantedResource === resource;
  if (wantedSub === undefined) return resourceFits && subresource === '';
  return resourceFits && (wantedSub === '*' || wantedSub === subresource);
}

interface Selectors {
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
}

/** Whether the selectors of a webhook or policy take the request in; absent ones take everything. */
export function selectorsMatch(
  { namespaceSelector, objectSelector }: Selectors,
  attributes: AdmissionAttributes,
  rc: RequestContext,
): boolean {
  if (namespaceSelector !== undefined && !isOpen(namespaceSelector)) {
    const labels = namespaceLabels(attributes, rc);
    if (labels !== undefined && !labelSelectorMatches(namespaceSelector, labels)) return false;
  }
  if (objectSelector === undefined || isOpen(objectSelector)) return true;
  const objects = [attributes.object?.metadata, attributes.old?.metadata];
  return objects.some((meta) => meta !== undefined && labelSelectorMatches(objectSelector, meta.labels));
}

function isOpen({ matchLabels, matchExpressions }: LabelSelector): boolean {
  return Object.keys(matchLabels ?? {}).length === 0 && (matchExpressions ?? []).length === 0;
}

/** Undefined for cluster-scoped objects other than namespaces: their namespace cannot keep them out. */
function namespaceLabels(
  { namespace, object, old }: AdmissionAttributes,
  rc: RequestContext,
): Readonly<Record<string, string>> | undefined {
  if (rc.resourceName === 'namespaces') return object?.metadata.labels ?? old?.metadata?.labels ?? {};
  if (namespace === '') return undefined;
  return (
    rc.server.etcd.get<Namespace>('namespaces', { namespace: '', name: namespace })?.metadata.labels ?? {}
  );
}

const EXEMPT_GROUP = 'admissionregistration.k8s.io';
const EXEMPT_REVIEWS = ['authentication.k8s.io', 'authorization.k8s.io'];

/** What no webhook and no policy is ever asked about: the registrations themselves, and reviews. */
export function isExempt(rc: RequestContext): boolean {
  return rc.resource.group === EXEMPT_GROUP || EXEMPT_REVIEWS.includes(rc.resource.group);
}
