import type { Fault } from '../../scenario/fault.ts';
import { faultDocument } from '../../scenario/read-fault.ts';
import type { TimedInput } from '../../scenario/timed-input.ts';
import { act, replaceDocument } from './actions.ts';
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

const isFault = ({ step }: TimedInput): boolean => Object.hasOwn(step, 'fault');

/** The run without the reader's last fault, as if it had never been. Whether there was one. */
export function takeBackFault(session: Session): boolean {
  const document = session.runs.active()?.document;
  const place = document?.inputs.findLastIndex(isFault) ?? -1;
  if (document === undefined || place < 0) return false;
  replaceDocument(session, { ...document, inputs: document.inputs.filter((_, index) => index !== place) });
  return true;
}
