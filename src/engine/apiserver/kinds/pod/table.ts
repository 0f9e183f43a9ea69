import type { Pod } from '../../../../api/generated/types.ts';
import { humanDuration } from '../../../../api/duration.ts';
import { podSummary } from '../../../../api/pod-summary.ts';
import { ageOf } from '../common/duration.ts';
import { AGE, NAME, column, orNone, wideColumn } from '../common/table.ts';
import type { TableCell, TableColumn } from '../kind.ts';

// Models pkg/printers/internalversion/printers.go printPod (1.36).

export const POD_COLUMNS: readonly TableColumn[] = [
  NAME,
  column('Ready'),
  column('Status'),
  column('Restarts'),
  AGE,
  wideColumn('IP'),
  wideColumn('Node'),
  wideColumn('Nominated Node'),
  wideColumn('Readiness Gates'),
];

function conditionTrue(pod: Pod, type: string): boolean {
  return pod.status?.conditions?.some((c) => c.type === type && c.status === 'True') ?? false;
}

function readinessGates(pod: Pod): string {
  const gates = pod.spec.readinessGates ?? [];
  if (gates.length === 0) return '<none>';
  return `${gates.filter(({ conditionType }) => conditionTrue(pod, conditionType)).length}/${gates.length}`;
}

/** The row of `kubectl get pods` at `nowUs` (Unix µs): NAME READY STATUS RESTARTS AGE, then the wide cells IP NODE NOMINATED NODE, READINESS GATES. */
export function podRow(pod: Pod, nowUs: number): readonly TableCell[] {
  const { ready, total, status, restarts, lastRestartUs } = podSummary(pod);
  const ago = restarts !== 0 && lastRestartUs !== 0;
  return [
    pod.metadata.name,
    `${ready}/${total}`,
    status,
    ago ? `${restarts} (${humanDuration(nowUs - lastRestartUs)} ago)` : `${restarts}`,
    ageOf(pod.metadata.creationTimestamp, nowUs),
    orNone(pod.status?.podIPs?.[0]?.ip),
    orNone(pod.spec.nodeName),
    orNone(pod.status?.nominatedNodeName),
    readinessGates(pod),
  ];
}
