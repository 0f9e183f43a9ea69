import type { ComponentName, Fault, RegistryError } from '../../../scenario/fault.ts';
import { faultKey, type FaultFacts, type Standing } from '../../projections/faults/faults.ts';

/** Components of the control plane that can be stopped and slowed, in the order of the panel. */
export const CONTROL_PLANE = [
  'kube-apiserver',
  'etcd',
  'kube-scheduler',
  'kube-controller-manager',
] as const satisfies readonly ComponentName[];

/** Components that run on every node. */
export const ON_NODES = ['kubelet', 'containerd', 'kube-proxy'] as const satisfies readonly ComponentName[];

/** Delays on offer, in µs. */
export const DELAYS_US = [200_000, 800_000, 3_000_000, 10_000_000, 60_000_000] as const;

/** Answers of a registry on offer. */
export const ERRORS = [
  'not-found',
  'unauthorized',
  'too-many-requests',
  'server-error',
  'unavailable',
  'refused',
  'timeout',
] as const satisfies readonly RegistryError[];

/** Signals on offer; any other can be sent with `kubectl exec -- kill`. */
export const SIGNALS = ['KILL', 'TERM', 'INT', 'HUP', 'QUIT', 'STOP', 'CONT', 'USR1'] as const;

/** Whether a fault like this one is on: the same thing done to the same part. */
export function standingLike(standing: readonly Standing[], fault: Fault): Standing | undefined {
  const facts: FaultFacts = fault;
  const { node: _, ...everywhere } = facts;
  // What befalls a component on every node befalls it on this one.
  const keys = facts.kind === 'component' ? [faultKey(facts), faultKey(everywhere)] : [faultKey(facts)];
  return standing.find(
    (each) =>
      keys.includes(each.key) &&
      // CNI can be broken in two ways: two switches over one part.
      (each.fault.state === undefined || each.fault.state === facts.state),
  );
}

/** The faults of a trace's actor that its node of the drawing can have: `kubelet/worker-2`, `kube-scheduler`. */
export function componentOf(
  actor: string,
): { readonly component: ComponentName; readonly node?: string } | undefined {
  const [name = '', node] = actor.split('/');
  const component = [...CONTROL_PLANE, ...ON_NODES, 'coredns' as const].find((each) => each === name);
  if (component === undefined) return undefined;
  return node === undefined || !(ON_NODES as readonly string[]).includes(component)
    ? { component }
    : { component, node };
}
