import type { Rejection, RejectionCode } from './status.ts';

/** Why each node fell; nodes without an entry of their own share `absent`. Models framework.NodeToStatus (1.36). */
export class NodeStatuses {
  readonly explicit = new Map<string, Rejection>();
  absent: Rejection = { code: 'UnschedulableAndUnresolvable', plugin: '', reasons: [] };

  set(node: string, rejection: Rejection): void {
    this.explicit.set(node, rejection);
  }

  get(node: string): Rejection {
    return this.explicit.get(node) ?? this.absent;
  }

  /** The names of those among `nodes` whose status has this code. */
  withCode(code: RejectionCode, nodes: readonly { readonly name: string }[]): string[] {
    const found: string[] = [];
    for (const { name } of nodes) if (this.get(name).code === code) found.push(name);
    return found;
  }
}
