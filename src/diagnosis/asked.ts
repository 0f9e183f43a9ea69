import type { Pod, Service } from '../api/generated/types.ts';
import { allContainers } from '../api/pod.ts';
import { type ClusterFacts, listOf, refOf } from './cluster.ts';
import type { Link } from './link.ts';

/** Programs that ask for a name, and behind their options the scheme, the name and the port. */
const ASKS =
  /\b(?:nslookup|dig|getent hosts|ping|nc|curl|wget|telnet)\s+(?:-\S+\s+(?:\d+\s+)?)*(?:(https?):\/\/)?([a-z0-9][a-z0-9.-]*)(?:(?::|\s+)(\d+))?/g;
/** A name of a Service alone, or with its namespace; a whole one may begin with one of its Pods. */
const SERVICE =
  /^(?:[a-z0-9][a-z0-9-]*\.(?=[^.]+\.[^.]+\.svc\b))?([a-z][a-z0-9-]*)(?:\.([a-z0-9][a-z0-9-]*))?(?:\.svc(?:\.cluster\.local)?)?\.?$/;
const TEXT_LIMIT = 4_000;
const HTTPS = 443;
const HTTP = 80;

/** What a container's command asks for. */
export interface Asked {
  readonly container: string;
  /** As it is written: a name, or an address. */
  readonly asked: string;
  readonly port: number;
  readonly text: string;
  /** Of the Service it names; absent where it is no name of one. */
  readonly name?: string;
  readonly namespace: string;
  readonly service?: Service;
}

/** What a container's command asks for, in its order. */
export function asksOf(cluster: ClusterFacts, pod: Pod, container: string): readonly Asked[] {
  const asking = allContainers(pod.spec).find((each) => each.container.name === container)?.container;
  const text = [...(asking?.command ?? []), ...(asking?.args ?? [])].join(' ').slice(0, TEXT_LIMIT);
  return [...text.matchAll(ASKS)].map(([, scheme, asked = '', written]): Asked => {
    const [, name, namespace = pod.metadata.namespace ?? ''] = SERVICE.exec(asked) ?? [];
    const service = listOf<Service>(cluster, 'services').find(
      ({ metadata, spec }) =>
        (metadata.name === name && metadata.namespace === namespace) || spec?.clusterIP === asked,
    );
    const port = Number(written ?? (scheme === 'https' ? HTTPS : HTTP));
    return {
      ...{ container, asked, port, text, namespace },
      ...(name === undefined || name === 'localhost' ? {} : { name }),
      ...(service === undefined ? {} : { service }),
    };
  });
}

/** What a container asks for that never answers: the name of a Service that is not there, or that finds nobody. */
export function askedLinks(
  cluster: ClusterFacts,
  pod: Pod,
  container: string,
  ofService: (service: Service) => readonly Link[],
): readonly Link[] {
  for (const asked of asksOf(cluster, pod, container)) {
    if (asked.name === undefined) continue;
    if (asked.service === undefined) return [nobodyCalled(cluster, pod, asked, asked.name)];
    const links = ofService(asked.service);
    if (links.length > 0) return links;
  }
  return [];
}

function nobodyCalled(
  cluster: ClusterFacts,
  pod: Pod,
  { container, asked, text, namespace }: Asked,
  name: string,
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
