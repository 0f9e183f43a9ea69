import type { EndpointSlice, Service, ServicePort } from '../../../api/generated/types.ts';
import {
  type EndpointChoice,
  type ProxyPlace,
  chooseEndpoints,
  endpointsOfPort,
  sameChoice,
} from './endpoints.ts';

export type Protocol = 'TCP' | 'UDP' | 'SCTP';

/** One service port with everything its rules need. Plain data: iptables-save prints it, the forwarder follows it. */
export interface ServiceRule {
  /** `default/web:http`, or `default/web` for a port without a name. */
  readonly name: string;
  readonly namespace: string;
  readonly service: string;
  readonly portName: string;
  readonly protocol: Protocol;
  readonly clusterIP: string;
  readonly port: number;
  readonly nodePort?: number;
  readonly externalIPs: readonly string[];
  readonly loadBalancerIPs: readonly string[];
  readonly healthCheckNodePort?: number;
  readonly internalLocal: boolean;
  readonly externalLocal: boolean;
  /** Seconds a client stays with its endpoint; absent without affinity. */
  readonly affinitySeconds?: number;
  readonly endpoints: EndpointChoice;
}

/** Whether kube-proxy programs this Service at all. Models pkg/proxy/util ShouldSkipService and the headless selector. */
export function isProxied(service: Service): boolean {
  const { clusterIP = '', type } = service.spec ?? {};
  if (clusterIP === '' || clusterIP === 'None' || type === 'ExternalName') return false;
  return service.metadata.labels?.['service.kubernetes.io/service-proxy-name'] === undefined;
}

/** Whether anything but the cluster address leads to it. Models pkg/proxy/serviceport.go ExternallyAccessible. */
export function isExternallyAccessible(rule: ServiceRule): boolean {
  return rule.nodePort !== undefined || rule.externalIPs.length > 0 || rule.loadBalancerIPs.length > 0;
}

/** The rules of one Service. Pure. */
export function rulesOf(
  service: Service,
  slices: readonly EndpointSlice[],
  place: ProxyPlace,
): ServiceRule[] {
  if (!isProxied(service)) return [];
  return (service.spec?.ports ?? []).map((port) => ruleOf(service, port, slices, place));
}

function ruleOf(
  service: Service,
  port: ServicePort,
  slices: readonly EndpointSlice[],
  place: ProxyPlace,
): ServiceRule {
  const { namespace = '', name } = service.metadata;
  const spec = service.spec ?? {};
  const portName = port.name ?? '';
  const protocol = port.protocol ?? 'TCP';
  const exposed = spec.type === 'NodePort' || spec.type === 'LoadBalancer';
  return {
    name: portName === '' ? `${namespace}/${name}` : `${namespace}/${name}:${portName}`,
    namespace,
    service: name,
    portName,
    protocol,
    clusterIP: spec.clusterIP ?? '',
    port: port.port,
    nodePort: exposed && port.nodePort !== 0 ? port.nodePort : undefined,
    externalIPs: spec.externalIPs ?? [],
    loadBalancerIPs: (service.status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) =>
      ip === undefined ? [] : [ip],
    ),
    healthCheckNodePort: spec.healthCheckNodePort,
    internalLocal: spec.internalTrafficPolicy === 'Local',
    externalLocal: spec.externalTrafficPolicy === 'Local',
    affinitySeconds:
      spec.sessionAffinity === 'ClientIP'
        ? (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? 10_800)
        : undefined,
    endpoints: chooseEndpoints(endpointsOfPort(slices, portName, protocol), place),
  };
}

function sameRule(a: ServiceRule, b: ServiceRule | undefined): boolean {
  if (b === undefined || !sameChoice(a.endpoints, b.endpoints)) return false;
  return JSON.stringify({ ...a, endpoints: undefined }) === JSON.stringify({ ...b, endpoints: undefined });
}

/** All rules a node has at a moment, and what finds them. */
export class RuleSet {
  /** `address/protocol/port` → rule, for cluster, external and load-balancer addresses. */
  readonly byAddress = new Map<string, { readonly rule: ServiceRule; readonly external: boolean }>();
  /** `protocol/port` → rule. */
  readonly byNodePort = new Map<string, ServiceRule>();
  private readonly byService = new Map<string, readonly ServiceRule[]>();

  /** Puts a Service's rules in place of its old ones (none: takes them away). Answers whether anything changed. */
  set(service: string, rules: readonly ServiceRule[]): boolean {
    const old = this.byService.get(service) ?? [];
    if (old.length === 0 && rules.length === 0) return false;
    if (old.length === rules.length && old.every((rule, index) => sameRule(rule, rules[index]))) return false;
    for (const rule of old) this.index(rule, false);
    if (rules.length === 0) this.byService.delete(service);
    else this.byService.set(service, rules);
    for (const rule of rules) this.index(rule, true);
    return true;
  }

  /** Every rule, in order of name. */
  all(): readonly ServiceRule[] {
    return [...this.byService.values()]
      .flat()
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  services(): readonly string[] {
    return [...this.byService.keys()];
  }

  private index(rule: ServiceRule, present: boolean): void {
    const put = (address: string, external: boolean): void => {
      const key = `${address}/${rule.protocol}/${rule.port}`;
      if (present) this.byAddress.set(key, { rule, external });
      else this.byAddress.delete(key);
    };
    put(rule.clusterIP, false);
    for (const address of [...rule.externalIPs, ...rule.loadBalancerIPs]) put(address, true);
    if (rule.nodePort === undefined) return;
    if (present) this.byNodePort.set(`${rule.protocol}/${rule.nodePort}`, rule);
    else this.byNodePort.delete(`${rule.protocol}/${rule.nodePort}`);
  }
}
