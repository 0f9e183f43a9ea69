import type { PolicyRule, RoleRef } from '../../../api/generated/types.ts';
import type { KubeObject } from '../../../api/object.ts';
import { goQuote } from '../../../api/go-text.ts';
import { type ApiStatus, failure, newForbidden, newNotFound } from '../../../api/status.ts';
import type { RequestContext } from '../request/context.ts';
import type { ObjectDraft } from '../registry/draft.ts';
import { ruleAllows } from './rbac.ts';
import type { Rbac } from './rbac.ts';

// Models pkg/registry/rbac/{role,rolebinding,…}/policybased/storage.go and validation/rule.go ConfirmNoEscalation (1.36).

const GROUP = 'rbac.authorization.k8s.io';

/** Why a role or binding may not be written by this user: nobody may grant what they do not hold themselves. */
export function escalationRefused(rc: RequestContext, rbac: Rbac, draft: ObjectDraft): ApiStatus | undefined {
  if (rc.resource.group !== GROUP || rc.subresource !== '') return undefined;
  const isBinding = rc.resource.resource.endsWith('bindings');
  if (!isBinding) {
    const rules = (draft['rules'] ?? []) as readonly PolicyRule[];
    return may(rc, 'escalate', rc.resource.resource, draft.metadata.name ?? '')
      ? undefined
      : confirm(rc, rbac, draft, rules);
  }
  const ref = (draft['roleRef'] ?? {}) as RoleRef;
  if (ref.kind !== 'ClusterRole' && ref.kind !== 'Role')
    return failure(500, '', `unsupported role reference kind: ${goQuote(ref.kind ?? '')}`);
  const resource = ref.kind === 'ClusterRole' ? 'clusterroles' : 'roles';
  if (may(rc, 'bind', resource, ref.name ?? '')) return undefined;
  const namespace = ref.kind === 'ClusterRole' ? '' : rc.namespace;
  const role = rc.server.etcd.get<KubeObject & { readonly rules?: readonly PolicyRule[] }>(
    `${resource}.${GROUP}`,
    { namespace, name: ref.name ?? '' },
  );
  if (role === undefined) return newNotFound(`${resource}.${GROUP}`, ref.name ?? '');
  return confirm(rc, rbac, draft, role.rules ?? []);
}

function may(rc: RequestContext, verb: string, resource: string, name: string): boolean {
  const namespace = resource === 'roles' ? rc.namespace : '';
  return rc.server.authorize({
    user: rc.user,
    verb,
    group: GROUP,
    resource,
    subresource: '',
    namespace,
    name,
  }).allowed;
}

function confirm(
  rc: RequestContext,
  rbac: Rbac,
  draft: ObjectDraft,
  rules: readonly PolicyRule[],
): ApiStatus | undefined {
  if (rc.user.groups.includes('system:masters')) return undefined;
  const held = [...rbac.grantedTo(rc.user, rc.namespace)].flatMap((granted) =>
    'rule' in granted ? [granted.rule] : [],
  );
  const missing = rules.flatMap(breakDown).filter((single) => !held.some((rule) => covers(rule, single)));
  if (missing.length === 0) return undefined;
  const { name, groups } = rc.user;
  const lines = [...new Set(compact(missing).map(ruleText))].sort();
  const text = `user ${goQuote(name)} (groups=${list(groups)}) is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}`;
  return newForbidden(rc.resourceName, draft.metadata.name ?? '', text);
}

/** One verb on one resource, or on one path. */
interface Single {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly name: string | undefined;
  readonly path: string | undefined;
}

function breakDown({
  verbs,
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: PolicyRule): readonly Single[] {
  const names: readonly (string | undefined)[] = resourceNames.length === 0 ? [undefined] : resourceNames;
  const out: Single[] = [];
  for (const verb of verbs ?? []) {
    for (const path of nonResourceURLs) out.push({ verb, group: '', resource: '', name: undefined, path });
    for (const group of apiGroups)
      for (const resource of resources)
        for (const name of names) out.push({ verb, group, resource, name, path: undefined });
  }
  return out;
}

function covers(rule: PolicyRule, { verb, group, resource, name, path }: Single): boolean {
  if (name === undefined && (rule.resourceNames ?? []).length > 0) return false;
  const [plain = '', subresource = ''] = resource.split('/');
  const access = {
    user: { name: '', groups: [] },
    verb,
    group,
    resource: plain,
    subresource,
    namespace: '',
    name: name ?? '',
  };
  return ruleAllows(rule, path === undefined ? access : { ...access, path });
}

/** Verbs of one resource stand together again. Models CompactRules. */
function compact(missing: readonly Single[]): readonly PolicyRule[] {
  const groups = new Map<string, { readonly first: Single; readonly verbs: string[] }>();
  for (const single of missing) {
    const key = JSON.stringify([single.group, single.resource, single.name, single.path]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { first: single, verbs: [single.verb] });
    else if (!known.verbs.includes(single.verb)) known.verbs.push(single.verb);
  }
  return [...groups.values()].map(({ first, verbs }) => {
    if (first.path !== undefined) return { verbs, nonResourceURLs: [first.path] };
    return {
      verbs,
      apiGroups: [first.group],
      resources: [first.resource],
      ...(first.name === undefined ? {} : { resourceNames: [first.name] }),
    };
  });
}

/** Models rbacv1helpers.CompactString. */
function ruleText({
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
  verbs,
}: PolicyRule): string {
  const parts = [
    ...(apiGroups.length === 0 ? [] : [`APIGroups:${list(apiGroups)}`]),
    ...(resources.length === 0 ? [] : [`Resources:${list(resources)}`]),
    ...(nonResourceURLs.length === 0 ? [] : [`NonResourceURLs:${list(nonResourceURLs)}`]),
    ...(resourceNames.length === 0 ? [] : [`ResourceNames:${list(resourceNames)}`]),
    `Verbs:${list(verbs ?? [])}`,
  ];
  return `{${parts.join(', ')}}`;
}

/** Go's %q of a list. */
function list(words: readonly string[]): string {
  return `[${words.map(goQuote).join(' ')}]`;
}
