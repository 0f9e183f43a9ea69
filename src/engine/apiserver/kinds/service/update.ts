import type { Draft } from '../../../../base/brand.ts';
import type { Service } from '../../../../api/generated/types.ts';
import { needsClusterIp, needsHealthCheck, needsNodePort } from './facts.ts';

// What a new version of a Service keeps of the old one without saying so. Models pkg/registry/core/service
// NormalizeClusterIPs, patchAllocatedValues, dropTypeDependentFields (1.36).

type Spec = Draft<Service>['spec'];

function sameList(a: readonly string[] = [], b: readonly string[] = []): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

/** clusterIP and clusterIPs say the same; who changes one changes the other. */
export function normalizeAddresses(spec: Spec, old: Service['spec'] | undefined): void {
  if (old === undefined) {
    if (spec.clusterIP && !spec.clusterIPs?.length) spec.clusterIPs = [spec.clusterIP];
    return;
  }
  const sameOne = (spec.clusterIP ?? '') === (old.clusterIP ?? '');
  const sameMany = sameList(spec.clusterIPs, old.clusterIPs);
  if (!spec.clusterIP && old.clusterIP && sameMany) delete spec.clusterIPs;
  else if (!spec.clusterIPs?.length && old.clusterIPs?.length && sameOne) delete spec.clusterIP;
  else if (!sameOne && sameMany && spec.clusterIP)
    spec.clusterIPs = [spec.clusterIP, ...(spec.clusterIPs ?? []).slice(1)];
  else if (sameOne && !sameMany && spec.clusterIPs?.length) spec.clusterIP = spec.clusterIPs[0];
}

function keepPorts(spec: Spec, old: Service['spec']): void {
  const key = (port: { readonly protocol?: string; readonly port: number }) =>
    `${port.protocol}/${port.port}`;
  const held = new Map(old.ports?.map((port) => [key(port), port.nodePort]));
  const used = new Set(spec.ports?.map(({ nodePort }) => nodePort).filter(Boolean));
  for (const port of spec.ports ?? []) {
    const number = held.get(key(port));
    if (port.nodePort || !number || used.has(number)) continue;
    port.nodePort = number;
    used.add(number);
  }
}

/** A PUT that leaves out what the server once chose gets it back. */
export function keepAllocated(service: Draft<Service>, old: Service): void {
  const { spec } = service;
  if (needsClusterIp(old) && needsClusterIp(service)) {
    if (!spec.clusterIP) spec.clusterIP = old.spec.clusterIP;
    if (!spec.clusterIPs?.length && spec.clusterIP === old.spec.clusterIP)
      spec.clusterIPs = [...(old.spec.clusterIPs ?? [])];
  }
  if (needsNodePort(old) && needsNodePort(service)) keepPorts(spec, old.spec);
  if (needsHealthCheck(old) && needsHealthCheck(service))
    spec.healthCheckNodePort ||= old.spec.healthCheckNodePort;
}

function samePorts(spec: Spec, old: Service['spec']): boolean {
  const numbers = (ports: readonly { readonly nodePort?: number }[] | undefined) =>
    (ports ?? []).map(({ nodePort }) => String(nodePort ?? 0));
  return sameList(numbers(spec.ports).sort(), numbers(old.ports).sort());
}

/** Fields that only mean something for the old type go with it, unless the user has written them anew. */
export function dropTypeDependent(service: Draft<Service>, old: Service): void {
  const { spec } = service;
  const was = old.spec;
  if (needsClusterIp(old) && !needsClusterIp(service) && sameList(spec.clusterIPs, was.clusterIPs)) {
    delete spec.clusterIP;
    delete spec.clusterIPs;
    if (sameList(spec.ipFamilies, was.ipFamilies)) delete spec.ipFamilies;
    if (spec.ipFamilyPolicy === was.ipFamilyPolicy) delete spec.ipFamilyPolicy;
  }
  if (needsNodePort(old) && !needsNodePort(service) && spec.type !== 'LoadBalancer' && samePorts(spec, was)) {
    for (const port of spec.ports ?? []) delete port.nodePort;
  }
  if (
    needsHealthCheck(old) &&
    !needsHealthCheck(service) &&
    spec.healthCheckNodePort === was.healthCheckNodePort
  ) {
    delete spec.healthCheckNodePort;
  }
  if (was.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') {
    if (spec.allocateLoadBalancerNodePorts === was.allocateLoadBalancerNodePorts)
      delete spec.allocateLoadBalancerNodePorts;
    if (spec.loadBalancerClass === was.loadBalancerClass) delete spec.loadBalancerClass;
  }
  const outside =
    spec.type === 'LoadBalancer' || spec.type === 'NodePort' || Boolean(spec.externalIPs?.length);
  if (!outside && spec.externalTrafficPolicy === was.externalTrafficPolicy) delete spec.externalTrafficPolicy;
}
