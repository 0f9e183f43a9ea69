import type { KubeObject } from '../../api/object.ts';
import type { ClusterUser } from '../../scenario/user.ts';
import type { Task } from '../kernel/task.ts';
import type { Client } from '../machinery/client.ts';

const RBAC = 'rbac.authorization.k8s.io';

/** What must be in the cluster for a user to have its role, in order. */
function objectsOf({ name, namespace, role }: ClusterUser): readonly (readonly [string, KubeObject])[] {
  if (role === undefined) return [];
  const apiVersion = `${RBAC}/v1`;
  const binding = {
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: RBAC, kind: 'User', name }],
  };
  if (namespace === undefined) {
    const object = { apiVersion, kind: 'ClusterRoleBinding', metadata: { name }, ...binding };
    return [[`clusterrolebindings.${RBAC}`, object]];
  }
  return [
    ['namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }],
    [`rolebindings.${RBAC}`, { apiVersion, kind: 'RoleBinding', metadata: { name, namespace }, ...binding }],
  ];
}

/** Gives a user its role. What is there already stays as it is. */
export function* bindRole(client: Client, user: ClusterUser): Task {
  for (const [resource, object] of objectsOf(user)) yield* client.create(resource, object);
}
