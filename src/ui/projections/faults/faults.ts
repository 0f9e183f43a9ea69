import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import { followed } from '../follow.ts';

/** A fault as its record has it; which parts are there depends on its kind. */
export interface FaultFacts {
  readonly kind: string;
  readonly component?: string;
  readonly node?: string;
  readonly state?: string;
  readonly delayUs?: number;
  readonly image?: string;
  readonly error?: string;
  readonly from?: readonly string[];
  readonly name?: string;
  readonly namespace?: string;
  readonly pod?: string;
  readonly container?: string;
  readonly signal?: string;
}

/** What was done, read from an input's record. */
export function faultOf({ data }: RecordOf<'input.fault'>): FaultFacts {
  const { fault } = data;
  return typeof fault === 'object' && fault !== null && 'kind' in fault
    ? (fault as FaultFacts)
    : { kind: String(fault) };
}

/** What a fault is done to, and for a component how: stopped and slowed are two faults. A later one with the same key takes its place. */
export function faultKey(fault: FaultFacts): string {
  const { kind, component, state, node = '*', image = '', name = '', from = [] } = fault;
  switch (kind) {
    case 'component':
      return `${state === 'slow' ? 'slow' : 'component'} ${component ?? ''}/${node}`;
    case 'partition':
      return `partition ${node} ${from.join(',')}`;
    case 'static-pod':
      return `static-pod ${node}/${name}`;
    case 'registry-delay':
    case 'registry-error':
      return `${kind} ${image}`;
    default:
      return `${kind} ${node}`;
  }
}

/** Done once and over: nothing stays that could be taken away again. */
export function isOneShot({ kind }: FaultFacts): boolean {
  return kind === 'image-remove' || kind === 'sandbox-kill' || kind === 'process';
}

/** Whether it ends a fault rather than beginning one. */
export function endsFault({ kind, state, delayUs, error }: FaultFacts): boolean {
  switch (kind) {
    case 'registry-delay':
      return delayUs === 0;
    case 'registry-error':
      return error === 'none';
    default:
      if (state === 'slow') return delayUs === 0;
      return state === 'up' || state === 'off' || state === 'ok' || state === 'absent';
  }
}

/** A fault that is on. */
export interface Standing {
  readonly key: string;
  readonly seq: number;
  readonly fault: FaultFacts;
}

class FaultIndex {
  private readonly records: RecordOf<'input.fault'>[] = [];
  private readonly nodes = new Set<string>();

  add(record: TraceRecord): void {
    if (record.kind === 'input.fault') this.records.push(record);
    if (record.kind === 'object.put' && record.data.resource === 'nodes') this.nodes.add(record.data.name);
  }

  /** The faults that are on at `seq`, in the order they began. */
  at(seq: number): readonly Standing[] {
    const on = new Map<string, Standing>();
    for (const record of this.records) {
      if (record.seq > seq) break;
      const fault = faultOf(record);
      if (isOneShot(fault)) continue;
      const key = faultKey(fault);
      if (fault.kind === 'component') this.component(on, fault);
      on.delete(key);
      if (!endsFault(fault)) on.set(key, { key, seq: record.seq, fault });
    }
    return [...on.values()];
  }

  /** What a component's fault leaves of earlier ones: `up` ends both its stop and its slowness, and all nodes are one and every node. */
  private component(on: Map<string, Standing>, fault: FaultFacts): void {
    for (const [key, { seq, fault: other }] of [...on]) {
      const sameKind = other.kind === 'component' && other.component === fault.component;
      const meant = fault.state === 'up' || (other.state === 'slow') === (fault.state === 'slow');
      if (!sameKind || !meant) continue;
      if (fault.node === undefined || fault.node === other.node) on.delete(key);
      else if (other.node === undefined && endsFault(fault)) {
        on.delete(key);
        for (const node of this.nodes) {
          const left = { ...other, node };
          if (node !== fault.node) on.set(faultKey(left), { key: faultKey(left), seq, fault: left });
        }
      }
    }
  }
}

/** The faults of a trace. */
export const faultIndex = followed(() => new FaultIndex());
