import type { Service } from '../../../../api/generated/types.ts';

// Models pkg/kubelet/envvars/envvars.go (1.36).

/** Which Services a Pod gets variables about: always the master Service, those of its own namespace when `links`. */
export interface ServiceLinks {
  readonly namespace: string;
  readonly links: boolean;
  /** Where the Service `kubernetes` is. */
  readonly masterNamespace: string;
}

/** Variables about Services. */
export function serviceEnv(
  services: Iterable<Service>,
  { namespace, links, masterNamespace }: ServiceLinks,
): Map<string, string> {
  const chosen = new Map<string, Service>();
  for (const service of services) {
    const { name, namespace: home = '' } = service.metadata;
    const ip = service.spec?.clusterIP ?? '';
    if (ip === '' || ip === 'None') continue;
    if (home === namespace && links) chosen.set(name, service);
    else if (home === masterNamespace && name === 'kubernetes' && !chosen.has(name))
      chosen.set(name, service);
  }
  const out = new Map<string, string>();
  for (const service of chosen.values()) addService(out, service);
  return out;
}

function variable(text: string): string {
  return text.replaceAll('-', '_').toUpperCase();
}

function addService(out: Map<string, string>, { metadata, spec }: Service): void {
  const prefix = variable(metadata.name);
  const ip = spec?.clusterIP ?? '';
  const ports = spec?.ports ?? [];
  const first = ports[0];
  if (first === undefined) return;
  out.set(`${prefix}_SERVICE_HOST`, ip);
  out.set(`${prefix}_SERVICE_PORT`, String(first.port));
  for (const { name, port } of ports) {
    if (name !== undefined && name !== '') out.set(`${prefix}_SERVICE_PORT_${variable(name)}`, String(port));
  }
  for (const [index, { port, protocol = 'TCP' }] of ports.entries()) {
    const url = `${protocol.toLowerCase()}://${ip}:${port}`;
    if (index === 0) out.set(`${prefix}_PORT`, url);
    const stem = `${prefix}_PORT_${port}_${protocol.toUpperCase()}`;
    out.set(stem, url);
    out.set(`${stem}_PROTO`, protocol.toLowerCase());
    out.set(`${stem}_PORT`, String(port));
    out.set(`${stem}_ADDR`, ip);
  }
}
