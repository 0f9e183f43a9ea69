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
    readonly result: 'ok' | 'refused' | 'reset' | 'timeout' | 'unresolved' | 'unreachable';
    readonly status?: number;
    readonly tookUs: number;
  };
}
