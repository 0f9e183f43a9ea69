import type { Namespace, NetworkPolicy, Pod, Service, ServicePort } from '../api/generated/types.ts';
import { selectorFromLabels, selectorMatches } from '../api/label-selector.ts';
import { type Denial, type PolicySide, type PolicyTarget, denialOf } from '../api/network-policy.ts';
import { isPodReady } from '../api/pod.ts';
import { type Asked, asksOf } from './asked.ts';
import { type ClusterFacts, listOf, refOf } from './cluster.ts';
import type { Link } from './link.ts';

const POLICIES = 'networkpolicies.networking.k8s.io';
const DNS = { namespace: 'kube-system', name: 'kube-dns', port: 53 } as const;

/** The NetworkPolicy that drops what a container asks for, or already its question to DNS; undefined where all is let through. */
export function droppedLink(cluster: ClusterFacts, pod: Pod, container: string): Link | undefined {
  if (listOf<NetworkPolicy>(cluster, POLICIES).length === 0) return undefined;
  const asks = asksOf(cluster, pod, container);
  const dns = asks.some(({ name }) => name !== undefined) ? dnsLink(cluster, pod) : undefined;
  if (dns !== undefined) return dns;
  for (const asked of asks) {
    const link = askedDropped(cluster, pod, asked);
    if (link !== undefined) return link;
  }
  return undefined;
}

function askedDropped(cluster: ClusterFacts, pod: Pod, { service, asked, port }: Asked): Link | undefined {
  if (service !== undefined) return serviceDropped(cluster, pod, service, port);
  const called = listOf<Pod>(cluster, 'pods').find(({ status }) => status?.podIP === asked);
  if (called === undefined) return undefined;
  const target: PolicyTarget = { ...sideOf(cluster, called), port, protocol: 'TCP' };
  return deniedLink(cluster, pod, target, `${called.metadata.name} TCP ${port}`);
}

/** DNS comes before everything that is called by a name, and whoever allows only what is called has forgotten it. */
function dnsLink(cluster: ClusterFacts, pod: Pod): Link | undefined {
  if ((pod.spec.dnsPolicy ?? 'ClusterFirst') !== 'ClusterFirst') return undefined;
  const service = listOf<Service>(cluster, 'services').find(
    ({ metadata }) => metadata.namespace === DNS.namespace && metadata.name === DNS.name,
  );
  if (service === undefined) return undefined;
  const ports = service.spec?.ports?.filter(({ protocol }) => protocol === 'UDP') ?? [];
  const link = serviceDropped(cluster, pod, { ...service, spec: { ...service.spec, ports } }, DNS.port);
  return link?.cause === 'egress-dropped' ? { ...link, cause: 'dns-dropped' } : link;
}

/** Where no ready Pod of a Service may be reached on the port; any of its ports where it has not that one. */
function serviceDropped(cluster: ClusterFacts, pod: Pod, service: Service, wanted: number): Link | undefined {
  const { name, namespace } = service.metadata;
  const all = service.spec?.ports ?? [];
  const named = all.filter(({ port }) => port === wanted);
  const ports = named.length === 0 ? all : named;
  const called = listOf<Pod>(cluster, 'pods').filter(
    (other) =>
      other.metadata.namespace === namespace &&
      other.metadata.uid !== pod.metadata.uid &&
      isPodReady(other) &&
      selectorMatches(selectorFromLabels(service.spec?.selector), other.metadata.labels ?? {}),
  );
  const links = called.flatMap((other) =>
    ports.map((port) => {
      const target = targetOf(cluster, other, port);
      return deniedLink(cluster, pod, target, `Service ${name} ${target.protocol} ${target.port}`);
    }),
  );
  return links.includes(undefined) ? undefined : links[0];
}

function targetOf(
  cluster: ClusterFacts,
  called: Pod,
  { port, targetPort, protocol }: ServicePort,
): PolicyTarget {
  const sent = targetPort ?? port;
  const named = called.spec.containers
    .flatMap(({ ports = [] }) => ports)
    .find(({ name }) => name === sent)?.containerPort;
  return {
    ...sideOf(cluster, called),
    port: typeof sent === 'number' ? sent : (named ?? port),
    protocol: protocol ?? 'TCP',
  };
}

/** Policies do not see a Pod that shows its node's address. */
function sideOf(cluster: ClusterFacts, pod: Pod): PolicySide {
  const address = pod.status?.podIP ?? '';
  if (pod.spec.hostNetwork === true) return { address };
  const namespace = listOf<Namespace>(cluster, 'namespaces').find(
    ({ metadata }) => metadata.name === pod.metadata.namespace,
  );
  return { address, pod, namespaceLabels: namespace?.metadata.labels ?? {} };
}

function deniedLink(cluster: ClusterFacts, pod: Pod, to: PolicyTarget, called: string): Link | undefined {
  const denial = denialOf(sideOf(cluster, pod), to, (namespace) =>
    listOf<NetworkPolicy>(cluster, POLICIES).filter(({ metadata }) => metadata.namespace === namespace),
  );
  return denial === undefined ? undefined : linkOf(denial, called);
}

function linkOf({ direction, policies }: Denial, called: string): Link | undefined {
  const [first] = policies;
  if (first === undefined) return undefined;
  const { namespace = '' } = first.metadata;
  const rules = direction === 'Ingress' ? 'ingress' : 'egress';
  return {
    stage: 'request',
    cause: direction === 'Ingress' ? 'ingress-dropped' : 'egress-dropped',
    about: policies.map(({ metadata }) => metadata.name).join(', '),
    subject: refOf(POLICIES, first),
    evidence: policies.flatMap(({ metadata, spec }) => [
      {
        where: `NetworkPolicy ${metadata.name} spec.podSelector`,
        says: JSON.stringify(spec.podSelector ?? {}),
      },
      {
        where: `NetworkPolicy ${metadata.name} spec.${rules}`,
        says: `${spec[rules] === undefined ? '∅' : JSON.stringify(spec[rules])} (${called})`,
      },
    ]),
    next: [
      `kubectl describe networkpolicy ${first.metadata.name} -n ${namespace}`,
      `kubectl get networkpolicies -n ${namespace}`,
      'kubectl get pods --show-labels',
    ],
  };
}
