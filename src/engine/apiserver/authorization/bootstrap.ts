import type { PolicyRule, Subject } from '../../../api/generated/types.ts';
import type { KubeObject, ResourceName } from '../../../api/object.ts';
import { deepFreeze } from '../../../base/deep.ts';
import { AGGREGATED, CLUSTER_BINDINGS, CLUSTER_ROLES, ROLE_LABELS } from './bootstrap-roles.ts';
import { CONTROLLER_ROLES } from './controller-roles.ts';
import { rulesOf } from './policy-text.ts';

// Models pkg/registry/rbac/rest/storage_rbac.go PostStartHook (1.36).

interface BootstrapObject {
  readonly resource: ResourceName;
  readonly object: KubeObject;
}

const ROLES = 'clusterroles.rbac.authorization.k8s.io';
const BINDINGS = 'clusterrolebindings.rbac.authorization.k8s.io';
const RBAC = 'rbac.authorization.k8s.io';
const LABELS = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };
const ANNOTATIONS = { 'rbac.authorization.kubernetes.io/autoupdate': 'true' };

let made: readonly BootstrapObject[] | undefined;

/** The default cluster roles and their bindings, as objects to be stored. Made once: every cluster begins with the same. */
export function bootstrapObjects(): readonly BootstrapObject[] {
  made ??= deepFreeze(build());
  return made;
}

function build(): readonly BootstrapObject[] {
  const plain = Object.entries(CLUSTER_ROLES).map(([name, rules]) => role(name, rulesOf(rules)));
  const gathered = Object.entries(AGGREGATED).map(([name, { from, carries }]) => {
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { [from]: 'true' } }] };
    return role(name, gather(from), { aggregationRule, label: carries });
  });
  const loops = [...CONTROLLER_ROLES].map(([name, rules]) => role(name, rulesOf(rules)));
  const bindings = Object.entries(CLUSTER_BINDINGS).map(([name, { subjects, role: roleName }]) =>
    binding(name, roleName ?? name, subjects),
  );
  const loopBindings = [...CONTROLLER_ROLES.keys()].map((name) =>
    binding(name, name, [`ServiceAccount:kube-system/${name.slice('system:controller:'.length)}`]),
  );
  return [...plain, ...gathered, ...loops, ...bindings, ...loopBindings];
}

/** What the aggregation controller has written by the time anybody looks. */
function gather(label: string): readonly PolicyRule[] {
  const rules: PolicyRule[] = [];
  for (const [name, { from, carries }] of Object.entries(AGGREGATED)) {
    if (carries === label && name !== label) rules.push(...gather(from));
  }
  for (const [name, carried] of Object.entries(ROLE_LABELS)) {
    if (carried === label) rules.push(...rulesOf(CLUSTER_ROLES[name] ?? ''));
  }
  return rules;
}

function role(
  name: string,
  rules: readonly PolicyRule[],
  more: { aggregationRule?: object; label?: string | undefined } = {},
): BootstrapObject {
  const label = more.label ?? ROLE_LABELS[name];
  const labels = label === undefined ? LABELS : { ...LABELS, [label]: 'true' };
  const head = {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRole',
    metadata: { name, labels, annotations: ANNOTATIONS },
  };
  const object =
    more.aggregationRule === undefined
      ? { ...head, rules }
      : { ...head, aggregationRule: more.aggregationRule, rules };
  return { resource: ROLES, object };
}

function binding(name: string, roleName: string, subjects: readonly string[]): BootstrapObject {
  const object = {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name, labels: LABELS, annotations: ANNOTATIONS },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: roleName },
    ...(subjects.length === 0 ? {} : { subjects: subjects.map(subject) }),
  };
  return { resource: BINDINGS, object };
}

function subject(text: string): Subject {
  const colon = text.indexOf(':');
  const kind = text.slice(0, colon);
  const name = text.slice(colon + 1);
  if (kind !== 'ServiceAccount') return { apiGroup: RBAC, kind, name };
  const slash = name.indexOf('/');
  return { kind, name: name.slice(slash + 1), namespace: name.slice(0, slash) };
}
