import { isCidr, isIp, parseIp } from '../../../../api/addresses.ts';
import {
  duplicate,
  type FieldPath,
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../../api/field-error.ts';
import type { Service, ServicePort } from '../../../../api/generated/types.ts';
import { isPortNumber } from '../../../../api/names.ts';
import { internalForm } from '../common/internal/form.ts';
import { checkProtocol } from '../common/podspec/containers.ts';
import {
  checkDnsLabel,
  checkDnsSubdomain,
  checkLabels,
  checkPortNumberOrName,
  checkQualifiedName,
  checkWord,
  type Errors,
  invalidEach,
  SPEC,
} from '../common/validate.ts';
import { checkClusterIps } from './cluster-ips.ts';
import { isExternallyAccessible, isHeadless, needsClusterIp, needsHealthCheck } from './facts.ts';

// Models pkg/apis/core/validation validateService (1.36), in its order.

const TYPES: readonly string[] = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const AFFINITIES: readonly string[] = ['ClientIP', 'None'];
const POLICIES: readonly string[] = ['Cluster', 'Local'];
const DISTRIBUTIONS: readonly string[] = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
const MAX_AFFINITY_SECONDS = 86_400;

function checkByType(errors: Errors, service: Service): void {
  const { spec } = service;
  const { type } = spec;
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(service)) {
    errors.push(
      invalid(SPEC.child('clusterIPs').index(0), 'None', `may not be set to 'None' for ${type} services`),
    );
  }
  if (type !== 'ExternalName') return;
  const message = 'may not be set for ExternalName services';
  if (spec.clusterIPs?.length) errors.push(forbidden(SPEC.child('clusterIPs'), message));
  if (spec.ipFamilies?.length) errors.push(forbidden(SPEC.child('ipFamilies'), message));
  if (spec.ipFamilyPolicy !== undefined) errors.push(forbidden(SPEC.child('ipFamilyPolicy'), message));
  const name = (spec.externalName ?? '').replace(/\.$/, '');
  if (name === '') errors.push(required(SPEC.child('externalName')));
  else checkDnsSubdomain(errors, name, SPEC.child('externalName'));
}

function checkPort(
  errors: Errors,
  port: ServicePort,
  path: FieldPath,
  names: { readonly seen: Set<string>; readonly needed: boolean },
): void {
  const name = port.name ?? '';
  if (name === '') {
    if (names.needed) errors.push(required(path.child('name')));
  } else {
    checkDnsLabel(errors, name, path.child('name'));
    if (names.seen.has(name)) errors.push(duplicate(path.child('name'), name));
    names.seen.add(name);
  }
  invalidEach(errors, path.child('port'), port.port ?? 0, isPortNumber(port.port ?? 0));
  checkProtocol(errors, port.protocol, path.child('protocol'));
  checkPortNumberOrName(errors, port.targetPort, path.child('targetPort'));
  if (port.appProtocol !== undefined) checkQualifiedName(errors, port.appProtocol, path.child('appProtocol'));
}

function checkAffinity(errors: Errors, { spec }: Service): void {
  checkWord(errors, spec.sessionAffinity, SPEC.child('sessionAffinity'), AFFINITIES);
  const config = spec.sessionAffinityConfig;
  const at = SPEC.child('sessionAffinityConfig');
  if (spec.sessionAffinity === 'None' && config) {
    errors.push(forbidden(at, 'must not be set when session affinity is None'));
  }
  if (spec.sessionAffinity !== 'ClientIP') return;
  const message = 'when session affinity type is ClientIP';
  const seconds = config?.clientIP?.timeoutSeconds;
  if (!config) errors.push(required(at, message));
  else if (!config.clientIP) errors.push(required(at.child('clientIP'), message));
  else if (seconds === undefined) errors.push(required(at.child('clientIP', 'timeoutSeconds'), message));
  else if (seconds <= 0 || seconds > MAX_AFFINITY_SECONDS) {
    const range = `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`;
    errors.push(invalid(at.child('clientIP', 'timeoutSeconds'), seconds, range));
  }
}

/** Addresses that make no sense as an endpoint. Models ValidateEndpointIP. */
export function checkEndpointIp(errors: Errors, text: string, path: FieldPath): void {
  const ip = parseIp(text);
  if (ip === undefined) return void errors.push(invalid(path, text, 'must be a valid IP address'));
  const v4 = ip.family === 4;
  const top = v4 ? Number(ip.value >> 24n) : Number(ip.value >> 112n);
  const refuse = (why: string) => errors.push(invalid(path, text, why));
  if (ip.value === 0n) refuse(`may not be unspecified (${text})`);
  if (v4 ? top === 127 : ip.value === 1n) refuse('may not be in the loopback range (127.0.0.0/8, ::1/128)');
  if (v4 ? ip.value >> 16n === 0xa9fen : (top & 0xffc0) === 0xfe80) {
    refuse('may not be in the link-local range (169.254.0.0/16, fe80::/10)');
  }
  if (v4 ? ip.value >> 8n === 0xe00000n : (top & 0xff0f) === 0xff02) {
    refuse('may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)');
  }
}

function checkExternalIps(errors: Errors, { spec }: Service): void {
  for (const [i, ip] of (spec.externalIPs ?? []).entries()) {
    const at = SPEC.child('externalIPs').index(i);
    const messages = isIp(ip);
    if (messages.length > 0) invalidEach(errors, at, ip, messages);
    else checkEndpointIp(errors, ip, at);
  }
}

function checkDuplicatePorts(errors: Errors, { spec }: Service): void {
  const nodePorts = new Set<string>();
  const ports = new Set<string>();
  const path = SPEC.child('ports');
  for (const [i, { nodePort, protocol }] of (spec.ports ?? []).entries()) {
    if (!nodePort) continue;
    const key = `${protocol}/${nodePort}`;
    if (nodePorts.has(key)) errors.push(duplicate(path.index(i).child('nodePort'), nodePort));
    nodePorts.add(key);
  }
  for (const [i, { port, protocol }] of (spec.ports ?? []).entries()) {
    const key = `${protocol}/${port}`;
    if (ports.has(key))
      errors.push(duplicate(path.index(i), internalForm('ServicePort', { protocol, port })));
    ports.add(key);
  }
}

function checkSourceRanges(errors: Errors, { metadata, spec }: Service): void {
  const key = 'service.beta.kubernetes.io/load-balancer-source-ranges';
  const annotation = metadata.annotations?.[key];
  const fromSpec = Boolean(spec.loadBalancerSourceRanges?.length);
  if (!fromSpec && annotation === undefined) return;
  const path = fromSpec
    ? SPEC.child('LoadBalancerSourceRanges')
    : fieldPath('metadata', 'annotations').key(key);
  if (spec.type !== 'LoadBalancer')
    errors.push(forbidden(path, "may only be used when `type` is 'LoadBalancer'"));
  const ranges = fromSpec
    ? (spec.loadBalancerSourceRanges ?? [])
    : (annotation ?? '').trim() === ''
      ? []
      : (annotation ?? '').split(',');
  for (const [i, range] of ranges.entries()) {
    invalidEach(errors, fromSpec ? path.index(i) : path, range.trim(), isCidr(range.trim()));
  }
}

function checkLoadBalancer(errors: Errors, service: Service): void {
  const { spec } = service;
  const balanced = spec.type === 'LoadBalancer';
  if (spec.allocateLoadBalancerNodePorts !== undefined && !balanced) {
    errors.push(
      forbidden(
        SPEC.child('allocateLoadBalancerNodePorts'),
        "may only be used when `type` is 'LoadBalancer'",
      ),
    );
  }
  if (balanced && spec.allocateLoadBalancerNodePorts === undefined) {
    errors.push(required(fieldPath('allocateLoadBalancerNodePorts')));
  }
  if (spec.loadBalancerClass === undefined) return;
  if (balanced) checkQualifiedName(errors, spec.loadBalancerClass, SPEC.child('loadBalancerClass'));
  else
    errors.push(forbidden(SPEC.child('loadBalancerClass'), "may only be used when `type` is 'LoadBalancer'"));
}

function checkTraffic(errors: Errors, service: Service): void {
  const {
    externalTrafficPolicy = '',
    healthCheckNodePort = 0,
    internalTrafficPolicy,
    trafficDistribution,
  } = service.spec;
  const external = SPEC.child('externalTrafficPolicy');
  if (isExternallyAccessible(service)) checkWord(errors, externalTrafficPolicy, external, POLICIES);
  else if (externalTrafficPolicy !== '') {
    errors.push(
      invalid(external, externalTrafficPolicy, 'may only be set for externally-accessible services'),
    );
  }
  const health = SPEC.child('healthCheckNodePort');
  if (needsHealthCheck(service)) {
    if (healthCheckNodePort === 0) errors.push(required(health));
    else invalidEach(errors, health, healthCheckNodePort, isPortNumber(healthCheckNodePort));
  } else if (healthCheckNodePort !== 0) {
    const message = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    errors.push(invalid(health, healthCheckNodePort, message));
  }
  const internal = SPEC.child('internalTrafficPolicy');
  if (internalTrafficPolicy === undefined) {
    if (needsClusterIp(service)) errors.push(required(internal));
  } else if (!POLICIES.includes(internalTrafficPolicy))
    errors.push(notSupported(internal, internalTrafficPolicy, POLICIES));
  if (trafficDistribution !== undefined && !DISTRIBUTIONS.includes(trafficDistribution)) {
    errors.push(notSupported(SPEC.child('trafficDistribution'), trafficDistribution, DISTRIBUTIONS));
  }
}

/** Everything that holds on create and on update. */
export function checkService(errors: Errors, service: Service): void {
  const { spec } = service;
  const ports = spec.ports ?? [];
  if (ports.length === 0 && !isHeadless(service) && spec.type !== 'ExternalName')
    errors.push(required(SPEC.child('ports')));
  checkByType(errors, service);
  const names = { seen: new Set<string>(), needed: ports.length > 1 };
  for (const [i, port] of ports.entries()) checkPort(errors, port, SPEC.child('ports').index(i), names);
  checkLabels(errors, spec.selector, SPEC.child('selector'));
  checkAffinity(errors, service);
  checkClusterIps(errors, service);
  checkExternalIps(errors, service);
  checkWord(errors, spec.type, SPEC.child('type'), TYPES);
  if (spec.type === 'ClusterIP') {
    for (const [i, { nodePort }] of ports.entries()) {
      if (!nodePort) continue;
      errors.push(
        forbidden(
          SPEC.child('ports').index(i).child('nodePort'),
          "may not be used when `type` is 'ClusterIP'",
        ),
      );
    }
  }
  checkDuplicatePorts(errors, service);
  checkSourceRanges(errors, service);
  checkLoadBalancer(errors, service);
  checkTraffic(errors, service);
}
