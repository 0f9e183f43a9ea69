import type { Draft } from '../../../../base/brand.ts';
import type { Service } from '../../../../api/generated/types.ts';
import { isExternallyAccessible, needsClusterIp } from './facts.ts';

// Models pkg/apis/core/v1/defaults.go SetDefaults_Service (1.36).

const AFFINITY_SECONDS = 10_800;

/** Scheme defaulting of a Service, in place. */
export function defaultService(service: Draft<Service>): void {
  service.spec ??= {};
  const { spec } = service;
  spec.sessionAffinity ||= 'None';
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (
    spec.sessionAffinity === 'ClientIP' &&
    spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined
  ) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: AFFINITY_SECONDS } };
  }
  spec.type ||= 'ClusterIP';
  for (const port of spec.ports ?? []) {
    port.protocol ||= 'TCP';
    port.targetPort ||= port.port ?? 0;
  }
  if (isExternallyAccessible(service)) spec.externalTrafficPolicy ||= 'Cluster';
  if (needsClusterIp(service)) spec.internalTrafficPolicy ??= 'Cluster';
  if (spec.type !== 'LoadBalancer') return;
  spec.allocateLoadBalancerNodePorts ??= true;
  for (const ingress of service.status?.loadBalancer?.ingress ?? []) if (ingress.ip) ingress.ipMode ??= 'VIP';
}
