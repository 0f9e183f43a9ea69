import type {
  Endpoints,
  EndpointSlice,
  Ingress,
  IngressBackend,
  NetworkPolicy,
  NetworkPolicyEgressRule,
  NetworkPolicyIngressRule,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  Service,
  ServicePort,
} from '../../../api/generated/types.ts';
import { intOrStringText } from '../../../api/int-or-string.ts';
import { formatLabelSelector, formatLabels } from '../../../api/label-selector.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Target } from '../api.ts';
import { CommandError } from '../errors.ts';
import { printAnnotations, printEvents, printLabels } from './common.ts';
import { type DescribeContext, eventsOf, listAll, resource } from './context.ts';
import { goTime } from './times.ts';
import { DescribeWriter } from './writer.ts';

const MAX_ENDPOINTS = 3;

function* slicesOf(
  context: DescribeContext,
  namespace: string,
  service: string,
): Task<readonly EndpointSlice[]> {
  return yield* listAll<EndpointSlice>(context, 'endpointslices.discovery.k8s.io', namespace, {
    labelSelector: `kubernetes.io/service-name=${service}`,
  });
}

/** Ready addresses of one port. Models formatEndpointSlices. */
function endpointsText(slices: readonly EndpointSlice[], port: string): string {
  if (slices.length === 0) return '<none>';
  const all = slices.flatMap(({ endpoints, ports }) => {
    // A slice without any reads null.
    const ready = (endpoints ?? [])
      .filter(({ conditions }) => conditions?.ready !== false)
      .map(({ addresses }) => addresses[0] ?? '');
    if ((ports ?? []).length === 0) return ready;
    return (ports ?? [])
      .filter(({ name = '' }) => name === port)
      .flatMap(({ port: number }) => ready.map((address) => `${address}:${number}`));
  });
  const shown = all.slice(0, MAX_ENDPOINTS).join(',');
  return all.length > MAX_ENDPOINTS ? `${shown} + ${all.length - MAX_ENDPOINTS} more...` : shown;
}

/** Models ServiceDescriber. */
export function* describeService(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const service = raw as unknown as Service;
  const slices = yield* slicesOf(context, target.namespace, target.name);
  const events = yield* eventsOf(context, raw);
  const { metadata, spec } = service;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  w.field('Namespace', metadata.namespace ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.field('Selector', formatLabels(spec.selector));
  w.field('Type', spec.type ?? '');
  addresses(w, service);
  for (const port of spec.ports ?? []) servicePort(w, port, slices);
  w.field('Session Affinity', spec.sessionAffinity ?? '');
  if (spec.externalTrafficPolicy !== undefined)
    w.field('External Traffic Policy', spec.externalTrafficPolicy);
  if (spec.internalTrafficPolicy !== undefined)
    w.field('Internal Traffic Policy', spec.internalTrafficPolicy);
  if (spec.trafficDistribution !== undefined) w.field('Traffic Distribution', spec.trafficDistribution);
  if ((spec.healthCheckNodePort ?? 0) !== 0) w.field('HealthCheck NodePort', spec.healthCheckNodePort ?? 0);
  if ((spec.loadBalancerSourceRanges ?? []).length > 0)
    w.field('LoadBalancer Source Ranges', (spec.loadBalancerSourceRanges ?? []).join(','));
  printEvents(w, events, context.nowUs);
  return w.text();
}

function addresses(w: DescribeWriter, { spec, status }: Service): void {
  if (spec.ipFamilyPolicy !== undefined) w.field('IP Family Policy', spec.ipFamilyPolicy);
  w.field('IP Families', (spec.ipFamilies ?? []).length === 0 ? '<none>' : (spec.ipFamilies ?? []).join(','));
  w.field('IP', spec.clusterIP ?? '');
  w.field('IPs', (spec.clusterIPs ?? []).length === 0 ? '<none>' : (spec.clusterIPs ?? []).join(','));
  if ((spec.externalIPs ?? []).length > 0) w.field('External IPs', (spec.externalIPs ?? []).join(','));
  if (filled(spec.loadBalancerIP)) w.field('Desired LoadBalancer IP', spec.loadBalancerIP ?? '');
  if (filled(spec.externalName)) w.field('External Name', spec.externalName ?? '');
  const ingress = status?.loadBalancer?.ingress ?? [];
  if (ingress.length === 0) return;
  w.field(
    'LoadBalancer Ingress',
    ingress
      .map(({ ip, hostname, ipMode }) =>
        ip === undefined ? (hostname ?? '') : ipMode === undefined ? ip : `${ip} (${ipMode})`,
      )
      .join(', '),
  );
}

function filled(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

function servicePort(w: DescribeWriter, port: ServicePort, slices: readonly EndpointSlice[]): void {
  const name = filled(port.name) ? port.name : '<unset>';
  w.write(0, `Port:\t${name}\t${port.port}/${port.protocol ?? ''}\n`);
  w.field('TargetPort', `${intOrStringText(port.targetPort ?? 0)}/${port.protocol ?? ''}`);
  if (port.appProtocol !== undefined) w.field('AppProtocol', port.appProtocol);
  if ((port.nodePort ?? 0) !== 0) w.write(0, `NodePort:\t${name}\t${port.nodePort}/${port.protocol ?? ''}\n`);
  w.field('Endpoints', endpointsText(slices, port.name ?? ''));
}

/** Models EndpointSliceDescriber. */
export function* describeEndpointSlice(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const { metadata, addressType, ports, endpoints } = raw as unknown as EndpointSlice;
  const events = yield* eventsOf(context, raw);
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  w.field('Namespace', metadata.namespace ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.field('AddressType', addressType);
  if ((ports ?? []).length === 0) w.line('Ports: <unset>');
  else {
    w.write(0, 'Ports:\n  Name\tPort\tProtocol\n  ----\t----\t--------\n');
    for (const { name = '', port, protocol = '' } of ports ?? [])
      w.write(0, `  ${name === '' ? '<unset>' : name}\t${port ?? '<unset>'}\t${protocol}\n`);
  }
  if ((endpoints ?? []).length === 0) w.line('Endpoints: <none>');
  else {
    w.line('Endpoints:');
    for (const { addresses: list, conditions, hostname, targetRef, nodeName, zone } of endpoints ?? []) {
      w.write(
        0,
        `  - Addresses:\t${list.join(', ')}\n    Conditions:\n      Ready:\t${conditions?.ready ?? '<unset>'}\n    Hostname:\t${hostname ?? '<unset>'}\n`,
      );
      if (targetRef !== undefined) w.write(0, `    TargetRef:\t${targetRef.kind}/${targetRef.name}\n`);
      w.write(0, `    NodeName:\t${nodeName ?? '<unset>'}\n    Zone:\t${zone ?? '<unset>'}\n`);
    }
  }
  printEvents(w, events, context.nowUs);
  return w.text();
}

/** Models EndpointsDescriber. */
export function* describeEndpoints(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const { metadata, subsets = [] } = raw as unknown as Endpoints;
  const events = yield* eventsOf(context, raw);
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  w.field('Namespace', metadata.namespace ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.line('Subsets:');
  for (const { addresses: ready = [], notReadyAddresses = [], ports = [] } of subsets) {
    w.field('Addresses', ready.length === 0 ? '<none>' : ready.map(({ ip }) => ip).join(','), 1);
    w.field(
      'NotReadyAddresses',
      notReadyAddresses.length === 0 ? '<none>' : notReadyAddresses.map(({ ip }) => ip).join(','),
      1,
    );
    if (ports.length > 0) {
      w.write(1, 'Ports:\n');
      w.write(2, 'Name\tPort\tProtocol\n');
      w.write(2, '----\t----\t--------\n');
      for (const { name = '', port, protocol = 'TCP' } of ports)
        w.write(2, `${name === '' ? '<unset>' : name}\t${port}\t${protocol}\n`);
    }
    w.write(0, '\n');
  }
  printEvents(w, events, context.nowUs);
  return w.text();
}

/** Models IngressDescriber. */
export function* describeIngress(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const { metadata, spec, status } = raw as unknown as Ingress;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  printLabels(w, 'Labels', metadata.labels);
  w.field('Namespace', metadata.namespace ?? '');
  w.field(
    'Address',
    (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname ?? '').join(','),
  );
  w.field('Ingress Class', spec.ingressClassName ?? '<none>');
  const fallback =
    spec.defaultBackend === undefined
      ? '<default>'
      : yield* backendText(context, target.namespace, spec.defaultBackend);
  w.field('Default backend', fallback);
  if ((spec.tls ?? []).length > 0) w.line('TLS:');
  for (const { secretName = '', hosts = [] } of spec.tls ?? []) {
    w.write(
      1,
      secretName === '' ? `SNI routes ${hosts.join(',')}\n` : `${secretName} terminates ${hosts.join(',')}\n`,
    );
  }
  w.write(0, 'Rules:\n  Host\tPath\tBackends\n');
  w.write(1, '----\t----\t--------\n');
  const rules = (spec.rules ?? []).filter(({ http }) => http !== undefined);
  for (const { host = '', http } of rules) {
    w.write(1, `${host === '' ? '*' : host}\t\n`);
    for (const { path = '', backend } of http?.paths ?? [])
      w.write(2, `\t${path} \t${yield* backendText(context, target.namespace, backend)}\n`);
  }
  if (rules.length === 0) w.write(1, `*\t*\t${fallback}\n`);
  printAnnotations(w, 'Annotations', metadata.annotations);
  printEvents(w, yield* eventsOf(context, raw), context.nowUs);
  return w.text();
}

function* backendText(
  context: DescribeContext,
  namespace: string,
  { service, resource: other }: IngressBackend,
): Task<string> {
  if (other !== undefined)
    return `APIGroup: ${other.apiGroup ?? '<none>'}, Kind: ${other.kind}, Name: ${other.name}`;
  if (service === undefined) return '';
  const text = `${service.name}:${service.port?.name ?? service.port?.number ?? ''}`;
  const slices = yield* slicesOf(context, namespace, service.name);
  try {
    const found = (yield* context.kube.api.get({
      resource: resource('services'),
      namespace,
      name: service.name,
    })) as unknown as Service;
    const port = (found.spec?.ports ?? []).find(({ name, port: number }) =>
      service.port?.number === undefined ? name === service.port?.name : number === service.port.number,
    );
    return `${text} (${endpointsText(slices, port?.name ?? '')})`;
  } catch (error) {
    if (error instanceof CommandError) return `${text} (<error: ${error.message}>)`;
    throw error;
  }
}

/** Models NetworkPolicyDescriber. */
export function* describeNetworkPolicy(context: DescribeContext, target: Target): Task<string> {
  const { metadata, spec } = (yield* context.kube.api.get(target)) as unknown as NetworkPolicy;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  w.field('Namespace', metadata.namespace ?? '');
  w.field('Created on', goTime(metadata.creationTimestamp));
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.line('Spec:');
  const selector = formatLabelSelector(spec?.podSelector ?? {});
  w.write(
    1,
    `PodSelector:     ${selector === '<none>' ? '<none> (Allowing the specific traffic to all pods in this namespace)' : selector}\n`,
  );
  const types = spec?.policyTypes ?? [];
  if (types.includes('Ingress')) {
    w.write(1, 'Allowing ingress traffic:\n');
    policyRules(w, spec?.ingress ?? [], INGRESS);
  } else w.write(1, 'Not affecting ingress traffic\n');
  if (types.includes('Egress')) {
    w.write(1, 'Allowing egress traffic:\n');
    policyRules(w, spec?.egress ?? [], EGRESS);
  } else w.write(1, 'Not affecting egress traffic\n');
  w.write(1, `Policy Types: ${types.length === 0 ? '<none>' : types.join(', ')}\n`);
  return w.text();
}

interface Direction {
  readonly name: string;
  readonly word: 'From' | 'To';
  readonly end: string;
  readonly peers: (rule: NetworkPolicyIngressRule & NetworkPolicyEgressRule) => readonly NetworkPolicyPeer[];
}

const INGRESS: Direction = { name: 'ingress', word: 'From', end: 'source', peers: ({ from = [] }) => from };
const EGRESS: Direction = { name: 'egress', word: 'To', end: 'destination', peers: ({ to = [] }) => to };

function policyRules(
  w: DescribeWriter,
  rules: readonly (NetworkPolicyIngressRule & NetworkPolicyEgressRule)[],
  direction: Direction,
): void {
  const indent = '    ';
  if (rules.length === 0)
    w.line(`${indent}<none> (Selected pods are isolated for ${direction.name} connectivity)`);
  for (const [at, rule] of rules.entries()) {
    if ((rule.ports ?? []).length === 0) w.line(`${indent}To Port: <any> (traffic allowed to all ports)`);
    for (const port of rule.ports ?? []) w.line(`${indent}${portText(port)}`);
    const peers = direction.peers(rule);
    if (peers.length === 0)
      w.line(`${indent}${direction.word}: <any> (traffic not restricted by ${direction.end})`);
    for (const peer of peers) {
      w.line(`${indent}${direction.word}:`);
      if (peer.namespaceSelector !== undefined)
        w.line(`${indent}  NamespaceSelector: ${formatLabelSelector(peer.namespaceSelector)}`);
      if (peer.podSelector !== undefined)
        w.line(`${indent}  PodSelector: ${formatLabelSelector(peer.podSelector)}`);
      if (peer.ipBlock !== undefined) {
        w.line(`${indent}  IPBlock:`);
        w.line(`${indent}    CIDR: ${peer.ipBlock.cidr}`);
        w.line(`${indent}    Except: ${(peer.ipBlock.except ?? []).join(', ')}`);
      }
    }
    if (at < rules.length - 1) w.line(`${indent}----------`);
  }
}

function portText({ port, endPort, protocol = 'TCP' }: NetworkPolicyPort): string {
  const text = port === undefined ? '<nil>' : intOrStringText(port);
  return endPort === undefined
    ? `To Port: ${text}/${protocol}`
    : `To Port Range: ${text}-${endPort}/${protocol}`;
}
