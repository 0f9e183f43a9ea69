import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
  RoleRef,
  Subject,
} from '../../../api/generated/types.ts';
import { labelSelectorMatches } from '../../../api/label-selector.ts';
import type { Etcd } from '../../etcd/store.ts';
import type { UserInfo } from '../request/user.ts';
import type { Access, Authorizer, Decision } from './authorizer.ts';

// Models plugin/pkg/auth/authorizer/rbac and pkg/registry/rbac/validation/rule.go (1.36).

const RBAC = 'rbac.authorization.k8s.io';
const RESOURCES = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'].map(
  (resource) => `${resource}.${RBAC}`,
);
const ALLOWED: Decision = { allowed: true };

/** One rule that applies to somebody; `missing` stands for a binding whose role is not there. */
export type Granted = { readonly rule: PolicyRule } | { readonly missing: string };

/** Role-based access over what is stored now. */
export class Rbac {
  private readonly etcd: Etcd;
  private decisions = new WeakMap<UserInfo, Map<string, Decision>>();

  constructor(etcd: Etcd) {
    this.etcd = etcd;
    etcd.subscribe(({ resource }) => {
      if (RESOURCES.includes(resource)) this.decisions = new WeakMap();
    });
  }

  /** The authorizer; decisions are remembered until a role or binding changes. */
  readonly authorize: Authorizer = (access) => {
    const known = this.decisions.get(access.user) ?? new Map<string, Decision>();
    const { verb, group, resource, subresource, namespace, name, path } = access;
    const key =
      path === undefined ? `${verb} ${group}/${resource}/${subresource} ${namespace}` : `${verb} ${path}`;
    const decided = known.get(key);
    if (decided !== undefined) return decided;
    const { decision, named } = this.decide(access);
    if (!named || name === '') {
      known.set(key, decision);
      this.decisions.set(access.user, known);
    }
    return decision;
  };

  /** Every rule that applies to somebody in a namespace ('' = only those of the whole cluster), in order of their bindings. */
  *grantedTo(user: UserInfo, namespace: string): Generator<Granted> {
    for (const { subjects, roleRef } of this.ordered<ClusterRoleBinding>('clusterrolebindings', '')) {
      if (appliesTo(subjects, user, '')) yield* this.rulesOf(roleRef, '');
    }
    if (namespace === '') return;
    for (const { subjects, roleRef } of this.ordered<RoleBinding>('rolebindings', namespace)) {
      if (appliesTo(subjects, user, namespace)) yield* this.rulesOf(roleRef, namespace);
    }
  }

  private decide(access: Access): { readonly decision: Decision; readonly named: boolean } {
    const problems: string[] = [];
    let named = false;
    for (const granted of this.grantedTo(access.user, access.namespace)) {
      if ('missing' in granted) {
        problems.push(granted.missing);
        continue;
      }
      if (granted.rule.resourceNames !== undefined) named = true;
      if (ruleAllows(granted.rule, access))
        return { decision: ALLOWED, named: granted.rule.resourceNames !== undefined };
    }
    if (problems.length === 0) return { decision: { allowed: false }, named };
    const text = problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`;
    return { decision: { allowed: false, reason: `RBAC: ${text}` }, named };
  }

  private ordered<T extends ClusterRoleBinding | RoleBinding>(
    resource: string,
    namespace: string,
  ): readonly T[] {
    return this.etcd.range(`${resource}.${RBAC}`, namespace) as readonly T[];
  }

  private *rulesOf(ref: RoleRef, namespace: string): Generator<Granted> {
    const clusterWide = ref.kind === 'ClusterRole';
    const resource = `${clusterWide ? 'clusterroles' : 'roles'}.${RBAC}`;
    const found = this.etcd.get<Role | ClusterRole>(resource, {
      namespace: clusterWide ? '' : namespace,
      name: ref.name ?? '',
    });
    if (found === undefined) {
      yield { missing: `${clusterWide ? 'clusterrole' : 'role'}.${RBAC} "${ref.name ?? ''}" not found` };
      return;
    }
    for (const rule of found.rules ?? []) yield { rule };
    yield* this.gathered(found);
  }

  /** What a role of the user's own gathers from others: the aggregation controller's work. */
  private *gathered(role: Role | ClusterRole): Generator<Granted> {
    const selectors = 'aggregationRule' in role ? (role.aggregationRule?.clusterRoleSelectors ?? []) : [];
    if (selectors.length === 0 || (role.rules ?? []).length > 0) return;
    for (const other of this.etcd.list<ClusterRole>(`clusterroles.${RBAC}`, '')) {
      const taken =
        other !== role && selectors.some((selector) => labelSelectorMatches(selector, other.metadata.labels));
      if (taken) for (const rule of other.rules ?? []) yield { rule };
    }
  }
}

function appliesTo(
  subjects: readonly Subject[] | undefined,
  { name, groups }: UserInfo,
  bindingNamespace: string,
): boolean {
  return (subjects ?? []).some((subject) => {
    switch (subject.kind) {
      case 'User':
        return subject.name === name;
      case 'Group':
        return groups.includes(subject.name ?? '');
      case 'ServiceAccount':
        return (
          name === `system:serviceaccount:${subject.namespace ?? bindingNamespace}:${subject.name ?? ''}`
        );
      default:
        return false;
    }
  });
}

/** Models RuleAllows. */
export function ruleAllows(rule: PolicyRule, access: Access): boolean {
  if (!covers(rule.verbs, access.verb)) return false;
  if (access.path !== undefined)
    return (rule.nonResourceURLs ?? []).some((pattern) => pathMatches(pattern, access.path ?? ''));
  const { group, name } = access;
  if (!covers(rule.apiGroups ?? [], group) || !resourceMatches(rule.resources ?? [], access)) return false;
  return (rule.resourceNames ?? []).length === 0 || rule.resourceNames?.includes(name) === true;
}

function covers(words: readonly string[] | undefined, word: string): boolean {
  return words !== undefined && (words.includes('*') || words.includes(word));
}

function resourceMatches(resources: readonly string[], { resource, subresource }: Access): boolean {
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  return resources.some(
    (each) => each === '*' || each === full || (subresource !== '' && each === `*/${subresource}`),
  );
}

function pathMatches(pattern: string, path: string): boolean {
  if (pattern === '*' || pattern === path) return true;
  return pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1));
}
