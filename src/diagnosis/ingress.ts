import type { Ingress, Service } from '../api/generated/types.ts';
import { type ClusterFacts, listOf, refOf } from './cluster.ts';
import type { Link } from './link.ts';

/** A Service that an Ingress sends to, and its port as it is written. */
interface Target {
  readonly name: string;
  readonly port: string | number | undefined;
}

function targetsOf({ spec }: Ingress): readonly Target[] {
  const paths = (spec?.rules ?? []).flatMap(({ http }) => http?.paths ?? []);
  const backends = [spec?.defaultBackend, ...paths.map(({ backend }) => backend)];
  return backends.flatMap((backend): Target[] => {
    const service = backend?.service;
    return service === undefined
      ? []
      : [{ name: service.name, port: service.port?.name ?? service.port?.number }];
  });
}

/** Why what an Ingress sends on reaches nobody: a Service or a port of it that is not there, or one without endpoints. */
export function ingressLinks(
  cluster: ClusterFacts,
  ingress: Ingress,
  ofService: (service: Service) => readonly Link[],
): readonly Link[] {
  const { name, namespace = '' } = ingress.metadata;
  const services = listOf<Service>(cluster, 'services').filter(
    ({ metadata }) => metadata.namespace === namespace,
  );
  const base = {
    stage: 'service',
    subject: refOf('ingresses.networking.k8s.io', ingress),
    next: [`kubectl describe ingress ${name}`, 'kubectl get services'],
  } as const;
  for (const target of targetsOf(ingress)) {
    const written = { where: 'spec.rules.http.paths.backend.service', says: target.name };
    const service = services.find(({ metadata }) => metadata.name === target.name);
    if (service === undefined) {
      const there = services.map(({ metadata }) => metadata.name).join(', ');
      const evidence = [written, { where: `services -n ${namespace}`, says: there === '' ? '∅' : there }];
      return [{ ...base, cause: 'backend-missing', about: target.name, evidence }];
    }
    const ports = service.spec?.ports ?? [];
    if (
      target.port !== undefined &&
      !ports.some(({ name: own, port }) => [own, port].includes(target.port))
    ) {
      const there = ports
        .map(({ name: own, port }) => (own === undefined ? port : `${own}=${port}`))
        .join(', ');
      const evidence = [written, { where: `Service ${target.name} spec.ports`, says: there }];
      return [{ ...base, cause: 'backend-port-missing', about: `${target.name}:${target.port}`, evidence }];
    }
    const links = ofService(service);
    if (links.length > 0) return links;
  }
  return [];
}
