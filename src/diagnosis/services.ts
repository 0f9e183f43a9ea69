import type { Deployment, Pod, Service } from '../api/generated/types.ts';
import { formatLabels, selectorFromLabels, selectorMatches } from '../api/label-selector.ts';
import type { KubeObject } from '../api/object.ts';
import { isPodReady } from '../api/pod.ts';
import { type ClusterFacts, listOf, refOf } from './cluster.ts';
import type { Link } from './link.ts';
import { creationLinks } from './workloads.ts';

/** Why requests to a Service find nobody: nothing selected, nobody ready, or a port that no container has. */
export function serviceLinks(
  cluster: ClusterFacts,
  service: Service,
  ofPod: (pod: Pod) => readonly Link[],
): readonly Link[] {
  const { name, namespace = '' } = service.metadata;
  const selector = service.spec?.selector;
  // Without a selector somebody else writes the endpoints.
  if (selector === undefined || Object.keys(selector).length === 0) return [];
  const pods = listOf<Pod>(cluster, 'pods').filter(
    ({ metadata }) =>
      metadata.namespace === namespace &&
      selectorMatches(selectorFromLabels(selector), metadata.labels ?? {}),
  );
  const symptom: Link = {
    stage: 'service',
    cause: 'no-endpoints',
    about: name,
    subject: refOf('services', service),
    evidence: [{ where: 'EndpointSlice', says: `${pods.filter(isPodReady).length} ready` }],
    next: [`kubectl get endpointslices -l kubernetes.io/service-name=${name}`],
  };
  if (pods.length === 0) {
    const unmade = unmadeLinks(cluster, service);
    return [symptom, ...(unmade.length > 0 ? unmade : [{ ...symptom, ...selectsNone(cluster, service) }])];
  }
  if (!pods.some(isPodReady)) {
    const held = pods.map(ofPod).find((links) => links.length > 0);
    return held === undefined ? [] : [symptom, ...held];
  }
  const port = portLink(service, pods);
  return port === undefined ? [] : [port];
}

/** A Service that has ready Pods and whose requests are refused all the same: nobody listens where it sends to. */
export function refusedLink(service: Service): Link {
  const targets = (service.spec?.ports ?? []).map(({ port, targetPort = port }) => String(targetPort));
  return {
    stage: 'service',
    cause: 'port-closed',
    about: targets.join(', '),
    subject: refOf('services', service),
    evidence: [{ where: 'spec.ports.targetPort', says: targets.join(', ') }],
    next: [`kubectl describe service ${service.metadata.name}`],
  };
}

const MAKERS = ['deployments.apps', 'statefulsets.apps', 'replicasets.apps'] as const;

/** Where the selector is right and its Pods are not made: its workload is to have none, or they are refused. */
function unmadeLinks(cluster: ClusterFacts, { metadata, spec }: Service): readonly Link[] {
  for (const resource of MAKERS) {
    const maker = listOf<Deployment & KubeObject>(cluster, resource).find(
      (each) =>
        each.metadata.namespace === metadata.namespace &&
        selectorMatches(selectorFromLabels(spec?.selector), each.spec?.template.metadata?.labels ?? {}),
    );
    if (maker === undefined) continue;
    if (maker.spec?.replicas !== 0) return creationLinks(cluster, resource, maker);
    const { name } = maker.metadata;
    return [
      {
        stage: 'workload',
        cause: 'scaled-to-zero',
        about: name,
        subject: refOf(resource, maker),
        evidence: [{ where: 'spec.replicas', says: '0' }],
        next: [`kubectl scale ${resource.split('.')[0] ?? ''} ${name} --replicas=1`],
      },
    ];
  }
  return [];
}

function selectsNone(
  cluster: ClusterFacts,
  service: Service,
): Pick<Link, 'cause' | 'about' | 'evidence' | 'next'> {
  const wanted = formatLabels(service.spec?.selector ?? {});
  const near = listOf<Pod>(cluster, 'pods').filter(
    ({ metadata }) =>
      metadata.namespace === service.metadata.namespace &&
      Object.entries(service.spec?.selector ?? {}).some(
        ([key, value]) =>
          metadata.labels?.[key] !== undefined || Object.values(metadata.labels ?? {}).includes(value),
      ),
  );
  return {
    cause: 'selects-none',
    about: wanted,
    evidence: [
      { where: 'spec.selector', says: wanted },
      ...near.slice(0, 3).map(({ metadata }) => ({
        where: `Pod ${metadata.name} metadata.labels`,
        says: formatLabels(metadata.labels),
      })),
    ],
    next: ['kubectl get pods --show-labels'],
  };
}

/** A named target port that no selected Pod has, or a number that none of them declares. */
function portLink(service: Service, pods: readonly Pod[]): Link | undefined {
  const ports = pods.flatMap(({ spec }) => spec.containers.flatMap(({ ports: own = [] }) => own));
  const base = {
    stage: 'service',
    subject: refOf('services', service),
    next: [`kubectl describe service ${service.metadata.name}`, 'kubectl get endpointslices -o yaml'],
  } as const;
  const declared = ports.map(
    ({ name = '', containerPort }) => `${name === '' ? '' : `${name}=`}${containerPort}`,
  );
  const evidence = (target: string | number) => [
    { where: 'spec.ports.targetPort', says: String(target) },
    { where: 'spec.containers.ports', says: declared.join(', ') },
  ];
  for (const { port, targetPort = port } of service.spec?.ports ?? []) {
    if (typeof targetPort === 'string' && !ports.some(({ name }) => name === targetPort))
      return { ...base, cause: 'port-name-missing', about: targetPort, evidence: evidence(targetPort) };
    const unknown =
      typeof targetPort === 'number' && !ports.some(({ containerPort }) => containerPort === targetPort);
    // What a container declares is information only: a wish to look, and only where it declares something else.
    if (unknown && ports.length > 0)
      return { ...base, cause: 'port-not-served', about: String(targetPort), evidence: evidence(targetPort) };
  }
  return undefined;
}
