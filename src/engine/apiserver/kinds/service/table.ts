import { formatLabels } from '../../../../api/label-selector.ts';
import type { Service } from '../../../../api/generated/types.ts';
import { ageOf } from '../common/duration.ts';
import { AGE, NAME, column, wideColumn } from '../common/table.ts';
import type { RowContext, TableCell, TableColumn } from '../kind.ts';

// Models pkg/printers/internalversion/printers.go printService (1.36).

export const SERVICE_COLUMNS: readonly TableColumn[] = [
  NAME,
  column('Type'),
  column('Cluster-IP'),
  column('External-IP'),
  column('Port(s)'),
  AGE,
  wideColumn('Selector'),
];

const BALANCER_WIDTH = 16;

/** Addresses of the load balancer, cut unless everything is asked for. */
function balancerText({ status }: Service, wide: boolean): string {
  const ingress = status?.loadBalancer?.ingress ?? [];
  const names = [
    ...new Set(ingress.map(({ ip, hostname }) => ip || hostname || '').filter((name) => name !== '')),
  ].sort();
  const text = names.join(',');
  return !wide && text.length > BALANCER_WIDTH ? `${text.slice(0, BALANCER_WIDTH - 3)}...` : text;
}

function externalText(service: Service, wide: boolean): string {
  const { type, externalIPs = [], externalName } = service.spec;
  const listed = externalIPs.join(',');
  if (type === 'LoadBalancer') {
    const text = [balancerText(service, wide), listed].filter((part) => part !== '').join(',');
    return text === '' ? '<pending>' : text;
  }
  if (type === 'ExternalName') return externalName ?? '';
  if (type === 'ClusterIP' || type === 'NodePort') return listed === '' ? '<none>' : listed;
  return '<unknown>';
}

function portsText({ spec }: Service): string {
  const ports = (spec.ports ?? []).map(
    ({ port, nodePort, protocol }) => `${port}${nodePort ? `:${nodePort}` : ''}/${protocol ?? 'TCP'}`,
  );
  return ports.length === 0 ? '<none>' : ports.join(',');
}

export function serviceRow(service: Service, { nowUs, wide }: RowContext): readonly TableCell[] {
  const { metadata, spec } = service;
  return [
    metadata.name,
    spec.type ?? '',
    spec.clusterIPs?.[0] ?? '<none>',
    externalText(service, wide),
    portsText(service),
    ageOf(metadata.creationTimestamp, nowUs),
    formatLabels(spec.selector),
  ];
}
