import type { Fault } from '../../scenario/fault.ts';
import { faultDocument } from '../../scenario/read-fault.ts';
import { act } from './actions.ts';
import type { Session } from './session.ts';

/** What takes a fault away again; undefined when it is done once and over. */
export function endOf(fault: Fault): Fault | undefined {
  switch (fault.kind) {
    case 'component': {
      const node = fault.node === undefined ? {} : { node: fault.node };
      if (fault.state === 'slow') return { ...fault, delayUs: 0 };
      return { kind: 'component', component: fault.component, ...node, state: 'up' };
    }
    case 'node':
      return { ...fault, state: 'up' };
    case 'partition':
      return { ...fault, state: 'off' };
    case 'cni':
      return { ...fault, state: 'ok' };
    case 'registry-delay':
      return { ...fault, delayUs: 0 };
    case 'registry-error':
      return { ...fault, error: 'none' };
    case 'static-pod':
      return { kind: 'static-pod', node: fault.node, name: fault.name, state: 'absent' };
    case 'image-remove':
    case 'sandbox-kill':
    case 'process':
      return undefined;
  }
}

/** Does faults where `placeOf` says. They become part of the run's document and link. */
export function inject(session: Session, ...faults: readonly Fault[]): void {
  act(session, ...faults.map((fault) => ({ fault: faultDocument(fault) })));
}
