// Models pkg/api/service/util.go and the helpers of pkg/registry/core/service/storage (1.36).

/** Only the fields the predicates read, of a stored Service or a draft. */
interface Like {
  readonly spec: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly clusterIPs?: readonly string[];
    readonly externalIPs?: readonly string[];
    readonly externalTrafficPolicy?: string;
    readonly allocateLoadBalancerNodePorts?: boolean;
  };
}

export function isHeadless({ spec }: Like): boolean {
  return spec.clusterIPs?.[0] === 'None' || (!spec.clusterIPs?.length && spec.clusterIP === 'None');
}

export function isExternallyAccessible({ spec }: Like): boolean {
  return (
    spec.type === 'LoadBalancer' ||
    spec.type === 'NodePort' ||
    (spec.type === 'ClusterIP' && Boolean(spec.externalIPs?.length))
  );
}

export function needsClusterIp({ spec }: Like): boolean {
  return spec.type === 'ClusterIP' || spec.type === 'NodePort' || spec.type === 'LoadBalancer';
}

/** A LoadBalancer may do without, when it says so. */
export function needsNodePort({ spec }: Like): boolean {
  return (
    spec.type === 'NodePort' || (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false)
  );
}

export function needsHealthCheck({ spec }: Like): boolean {
  return spec.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local';
}
