import type { Pod, Service } from '../api/generated/types.ts';
import { allContainers } from '../api/pod.ts';
import { type ClusterFacts, listOf, refOf } from './cluster.ts';
import type { Link } from './link.ts';

/** Programs that ask for a name, and the name behind their options. */
const ASKS =
  /\b(?:nslookup|dig|getent hosts|ping|nc|curl|wget|telnet)\s+(?:-\S+\s+(?:\d+\s+)?)*(?:https?:\/\/)?([a-z0-9][a-z0-9.-]*)/g;
/** A name of a Service alone, or with its namespace; a whole one may begin with one of its Pods. */
const SERVICE =
  /^(?:[a-z0-9][a-z0-9-]*\.(?=[^.]+\.[^.]+\.svc\b))?([a-z][a-z0-9-]*)(?:\.([a-z0-9][a-z0-9-]*))?(?:\.svc(?:\.cluster\.local)?)?\.?$/;
const TEXT_LIMIT = 4_000;

/** What a container asks for that never answers: the name of a Service that is not there, or that finds nobody. */
export function askedLinks(
  cluster: ClusterFacts,
  pod: Pod,
  container: string,
  ofService: (service: Service) => readonly Link[],
): readonly Link[] {
  const asking = allContainers(pod.spec).find((each) => each.container.name === container)?.container;
  const text = [...(asking?.command ?? []), ...(asking?.args ?? [])].join(' ').slice(0, TEXT_LIMIT);
  for (const [, asked = ''] of text.matchAll(ASKS)) {
    const [, name, namespace = pod.metadata.namespace ?? ''] = SERVICE.exec(asked) ?? [];
    if (name === undefined || name === 'localhost') continue;
    const service = listOf<Service>(cluster, 'services').find(
      ({ metadata }) => metadata.name === name && metadata.namespace === namespace,
    );
    if (service !== undefined) {
      const links = ofService(service);
      if (links.length > 0) return links;
      continue;
    }
    return [nobodyCalled(cluster, pod, { container, asked, text, name, namespace })];
  }
  return [];
}

interface Asked {
  readonly container: string;
  readonly asked: string;
  readonly text: string;
  readonly name: string;
  readonly namespace: string;
}

function nobodyCalled(
  cluster: ClusterFacts,
  pod: Pod,
  { container, asked, text, name, namespace }: Asked,
): Link {
  const same = listOf<Service>(cluster, 'services').filter(({ metadata }) => metadata.name === name);
  const there = listOf<Service>(cluster, 'services')
    .filter(({ metadata }) => metadata.namespace === namespace)
    .map(({ metadata }) => metadata.name);
  return {
    stage: 'service',
    cause: 'service-missing',
    about: asked,
    subject: refOf('pods', pod),
    evidence: [
      { where: `containers[${container}].command`, says: text },
      { where: `services -n ${namespace}`, says: there.length === 0 ? '∅' : there.join(', ') },
      ...same.map(({ metadata }) => ({ where: `services -n ${metadata.namespace ?? ''}`, says: name })),
    ],
    next: [`kubectl get services -n ${namespace}`],
  };
}
