import type { Pod } from '../../../api/generated/types.ts';
import type { Etcd } from '../../etcd/store.ts';
import type { Access, Authorizer, Decision } from './authorizer.ts';
import { CLUSTER_ROLES } from './bootstrap-roles.ts';
import { rulesOf } from './policy-text.ts';
import { ruleAllows } from './rbac.ts';
import { podReferences } from './pod-references.ts';

// Models plugin/pkg/auth/authorizer/node/node_authorizer.go (1.36).

const ALLOWED: Decision = { allowed: true };
const NODE_RULES = rulesOf(CLUSTER_ROLES['system:node'] ?? '');

/** The node a kubelet speaks for; undefined for everybody else. */
export function nodeNameOf(user: {
  readonly name: string;
  readonly groups: readonly string[];
}): string | undefined {
  const prefix = 'system:node:';
  return user.name.startsWith(prefix) && user.groups.includes('system:nodes')
    ? user.name.slice(prefix.length)
    : undefined;
}

/** Which Pods stand on which node: what a kubelet may look at follows from them. */
export class NodeAuthorizer {
  private readonly etcd: Etcd;
  private readonly podsOf = new Map<string, Map<string, Pod>>();

  constructor(etcd: Etcd) {
    this.etcd = etcd;
    etcd.subscribe(({ type, resource, object, previous }) => {
      if (resource !== 'pods') return;
      if (previous !== undefined) this.forget(previous as Pod);
      if (type === 'put') this.learn(object as Pod);
    });
  }

  readonly authorize: Authorizer = (access) => {
    const node = nodeNameOf(access.user);
    if (node === undefined || access.path !== undefined) return deny('');
    switch (access.group === '' ? access.resource : `${access.resource}.${access.group}`) {
      case 'secrets':
      case 'configmaps':
        return this.readReferenced(node, access);
      case 'persistentvolumeclaims':
      case 'persistentvolumes':
        return this.getReferenced(node, access);
      case 'serviceaccounts':
        return this.serviceAccount(node, access);
      case 'nodes':
        return nodeObject(node, access);
      case 'pods':
        return this.pod(node, access);
      case 'leases.coordination.k8s.io':
        return ownObject(node, access, 'kube-node-lease');
      case 'csinodes.storage.k8s.io':
        return ownObject(node, access, '');
      default:
        return NODE_RULES.some((rule) => ruleAllows(rule, access)) ? ALLOWED : deny('');
    }
  };

  private readReferenced(node: string, access: Access): Decision {
    if (!['get', 'list', 'watch'].includes(access.verb)) return deny('can only read resources of this type');
    if (access.subresource !== '') return deny('cannot read subresource');
    if (access.namespace === '') return deny('can only read namespaced object of this type');
    return this.related(node, access);
  }

  private getReferenced(node: string, access: Access): Decision {
    if (access.subresource === 'status' && ['update', 'patch'].includes(access.verb))
      return this.related(node, access);
    if (access.verb !== 'get') return deny('can only get individual resources of this type');
    if (access.subresource !== '') return deny('cannot get subresource');
    return this.related(node, access);
  }

  private serviceAccount(node: string, access: Access): Decision {
    if (access.verb === 'create' && access.subresource === 'token') return this.related(node, access);
    if (access.verb === 'get' && access.subresource === '') return this.related(node, access);
    return deny('can only create tokens for individual service accounts');
  }

  private related(node: string, { resource, namespace, name }: Access): Decision {
    if (name === '') return deny('No Object name found');
    for (const pod of this.podsOf.get(node)?.values() ?? []) {
      if (podReferences(pod, { resource, namespace, name }, this.etcd)) return ALLOWED;
    }
    return deny(`no relationship found between node '${node}' and this object`);
  }

  private pod(node: string, { verb, subresource, name, namespace, fieldSelector }: Access): Decision {
    if (subresource === 'status') return ['patch', 'update', 'get'].includes(verb) ? ALLOWED : deny('');
    if (subresource === 'eviction') return verb === 'create' ? ALLOWED : deny('');
    if (subresource !== '') return deny('');
    if (verb === 'create' || verb === 'delete') return ALLOWED;
    if (verb === 'list' || verb === 'watch') {
      return fieldSelector?.get('spec.nodeName') === node
        ? ALLOWED
        : deny('can only list/watch pods with spec.nodeName field selector');
    }
    if (verb !== 'get') return deny('');
    if (this.podsOf.get(node)?.has(`${namespace}/${name}`) === true) return ALLOWED;
    return deny(`no relationship found between node '${node}' and this object`);
  }

  private learn(pod: Pod): void {
    const node = pod.spec?.nodeName;
    if (node === undefined) return;
    const pods = this.podsOf.get(node) ?? new Map<string, Pod>();
    pods.set(podKey(pod), pod);
    this.podsOf.set(node, pods);
  }

  private forget(pod: Pod): void {
    this.podsOf.get(pod.spec?.nodeName ?? '')?.delete(podKey(pod));
  }
}

function podKey({ metadata }: Pod): string {
  return `${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}

function deny(reason: string): Decision {
  return { allowed: false, reason };
}

function nodeObject(node: string, { verb, name, fieldSelector }: Access): Decision {
  switch (verb) {
    case 'create':
    case 'update':
    case 'patch':
      return ALLOWED;
    case 'get':
      return name === node ? ALLOWED : deny(`node '${node}' cannot read '${name}', only its own Node object`);
    case 'list':
    case 'watch':
      return fieldSelector?.get('metadata.name') === node
        ? ALLOWED
        : deny(`node '${node}' cannot read all nodes, only its own Node object`);
    default:
      return deny('');
  }
}

function ownObject(node: string, { verb, namespace, name }: Access, home: string): Decision {
  if (namespace !== home) return deny(`can only access leases in the "${home}" system namespace`);
  if (!['get', 'create', 'update', 'patch', 'delete'].includes(verb))
    return deny('can only get, create, update, patch, or delete a node lease');
  if (verb !== 'create' && name !== node)
    return deny('can only access node lease with the same name as the requesting node');
  return ALLOWED;
}
