import type { ObjectRef } from '../../api/object.ts';

/** The wires: rules and user traffic. */
export interface NetworkKinds {
  /** kube-proxy made its node's rules anew for these Services. */
  'rule.sync': {
    readonly node: string;
    readonly services: readonly string[];
    readonly changes: number;
  };
  /** One request of a user or program, from its sender to what became of it. */
  traffic: {
    readonly id: number;
    readonly from: string;
    readonly to: string;
    readonly path?: string;
    readonly backend?: ObjectRef;
    /** The node it left from, and the address that was dialled. */
    readonly node?: string;
    readonly address?: string;
    /** The service port whose rule took it, as kube-proxy names it, and where that sent it. */
    readonly rule?: string;
    readonly peer?: string;
    readonly result: 'ok' | 'refused' | 'reset' | 'timeout' | 'unresolved' | 'unreachable';
    readonly status?: number;
    readonly tookUs: number;
  };
}
