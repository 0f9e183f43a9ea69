/** Why a plugin said no. Unresolvable: evicting Pods from the node could not help. */
export type RejectionCode = 'Unschedulable' | 'UnschedulableAndUnresolvable' | 'Error';

/** One plugin's no, with every reason it had. `plugin` is '' when no single plugin spoke. */
export interface Rejection {
  readonly code: RejectionCode;
  readonly plugin: string;
  readonly reasons: readonly string[];
}

export function unschedulable(plugin: string, ...reasons: readonly string[]): Rejection {
  return { code: 'Unschedulable', plugin, reasons };
}

export function unresolvable(plugin: string, ...reasons: readonly string[]): Rejection {
  return { code: 'UnschedulableAndUnresolvable', plugin, reasons };
}

/** Something went wrong that has nothing to do with the Pod's fit. */
export function failure(plugin: string, message: string): Rejection {
  return { code: 'Error', plugin, reasons: [message] };
}

/** Models fwk.Status Message. */
export function rejectionMessage(rejection: Rejection): string {
  return rejection.reasons.join(', ');
}
