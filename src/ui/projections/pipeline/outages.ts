import type { TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import { type FaultFacts, faultOf } from '../faults/faults.ts';
import { followed } from '../follow.ts';

/** Why a component does nothing: its machine has no power, or it alone is stopped. */
export type Down = 'power' | 'stopped';

const CONTROL_PLANE_ROLE = 'node-role.kubernetes.io/control-plane';
const CONTROL_PLANE: ReadonlySet<string> = new Set([
  'kube-apiserver',
  'etcd',
  'kube-scheduler',
  'kube-controller-manager',
]);

/** What takes power or components away and gives them back, in order. The API learns of it late or never, so its objects do not tell. */
class OutageIndex {
  private readonly told: { readonly seq: number; readonly fault: FaultFacts }[] = [];
  /** The machine that carries the control plane. */
  private controlPlane: string | undefined;

  add(record: TraceRecord): void {
    if (record.kind === 'object.put' && record.data.resource === 'nodes') {
      const { name, object } = record.data;
      if (CONTROL_PLANE_ROLE in (object.metadata?.labels ?? {})) this.controlPlane ??= name;
    }
    if (record.kind !== 'input.fault') return;
    const fault = faultOf(record);
    // A slow component is neither stopped nor started by it.
    const turns = fault.state === 'down' || fault.state === 'up';
    if (turns && (fault.kind === 'node' || fault.kind === 'component'))
      this.told.push({ seq: record.seq, fault });
  }

  /** Where a component of which there is one runs. */
  machineOf(component: string): string | undefined {
    return CONTROL_PLANE.has(component) ? this.controlPlane : undefined;
  }

  hasPower(node: string, seq: number): boolean {
    let power = true;
    for (const { seq: at, fault } of this.told) {
      if (at > seq) break;
      if (fault.kind === 'node' && fault.node === node) power = fault.state === 'up';
    }
    return power;
  }

  isStopped(component: string, node: string | undefined, seq: number): boolean {
    let stopped = false;
    for (const { seq: at, fault } of this.told) {
      if (at > seq) break;
      const meant =
        fault.kind === 'component'
          ? fault.component === component && (fault.node === undefined || fault.node === node)
          : // A machine that comes back starts what it runs.
            node !== undefined && fault.node === node;
      if (meant) stopped = fault.state === 'down';
    }
    return stopped;
  }
}

const outageIndex = followed(() => new OutageIndex());

/** Whether a machine is switched off: nothing runs on it, whatever the API last heard. */
export function isOff(trace: Trace, node: string, seq: number): boolean {
  return !outageIndex(trace).hasPower(node, seq);
}

/** Whether a component is down, and why; undefined while it runs. */
export function downOf(
  trace: Trace,
  { component, node }: { readonly component: string; readonly node?: string },
  seq: number,
): Down | undefined {
  const machine = node ?? outageIndex(trace).machineOf(component);
  if (machine !== undefined && isOff(trace, machine, seq)) return 'power';
  return outageIndex(trace).isStopped(component, machine, seq) ? 'stopped' : undefined;
}
