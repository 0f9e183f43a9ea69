import type { Namespace, NetworkPolicy, Pod } from '../../../api/generated/types.ts';
import { type PolicySide, denialOf } from '../../../api/network-policy.ts';
import { refKey } from '../../../api/object.ts';
import type { Identity } from '../../machinery/client.ts';
import type { Component, ComponentContext } from '../../machinery/component.ts';
import { Informer } from '../../machinery/informer.ts';
import type { NetNamespace, Network, PolicyEngine } from '../../network/port.ts';

const BY_NAMESPACE = 'namespace';

export interface PolicyAgentOptions {
  readonly identity: Identity;
  readonly network: Network;
}

/**
 * What a CNI that enforces NetworkPolicy programs, for all nodes at once. A cluster whose CNI does not (plain bridge)
 * is built without it. When it stops, what it had programmed stays.
 */
export function createPolicyAgent(context: ComponentContext, options: PolicyAgentOptions): Component {
  const { kernel } = context;
  let view: PolicyView | undefined;
  let close: (() => void) | undefined;
  return {
    name: 'network-policy',
    start() {
      if (close !== undefined) return;
      const client = context.connect(options.identity);
      const policies = new Informer<NetworkPolicy>(kernel, client, 'networkpolicies.networking.k8s.io');
      const pods = new Informer<Pod>(kernel, client, 'pods');
      const namespaces = new Informer<Namespace>(kernel, client, 'namespaces');
      policies.addIndex(BY_NAMESPACE, ({ metadata }) => [metadata.namespace ?? '']);
      const informers = [policies, pods, namespaces];
      for (const informer of informers) informer.start();
      view = {
        any: () => policies.size > 0,
        policies: (namespace) => policies.byIndex(BY_NAMESPACE, namespace),
        pod: (key) => pods.getByKey(key),
        namespace: (name) => namespaces.getByKey(name),
      };
      close = () => {
        view = frozen(policies.list(), pods.list(), namespaces.list());
        for (const informer of informers) informer.stop();
      };
      options.network.setPolicyEngine({ allows: (from, to) => view === undefined || allows(view, from, to) });
    },
    stop() {
      close?.();
      close = undefined;
    },
  };
}

type Allows = PolicyEngine['allows'];

/** What the decision looks at: the caches, or what they held when the agent stopped. */
interface PolicyView {
  any(): boolean;
  policies(namespace: string): readonly NetworkPolicy[];
  pod(key: string): Pod | undefined;
  namespace(name: string): Namespace | undefined;
}

function allows(view: PolicyView, from: Parameters<Allows>[0], to: Parameters<Allows>[1]): boolean {
  if (!view.any()) return true;
  const denial = denialOf(
    sideOf(view, from.address, from.namespace),
    { ...sideOf(view, to.address, to.namespace), port: to.port, protocol: to.protocol },
    (namespace) => view.policies(namespace),
  );
  return denial === undefined;
}

/** hostNetwork Pods show their node's address: policies do not see them as Pods. */
function sideOf(view: PolicyView, address: string, ns: NetNamespace | undefined): PolicySide {
  const pod = ns?.pod === undefined ? undefined : view.pod(refKey(ns.pod));
  return {
    address,
    pod,
    namespaceLabels:
      pod === undefined ? undefined : view.namespace(pod.metadata.namespace ?? '')?.metadata.labels,
  };
}

function frozen(
  policies: readonly NetworkPolicy[],
  pods: readonly Pod[],
  namespaces: readonly Namespace[],
): PolicyView {
  const byKey = new Map(
    pods.map((pod) => [
      refKey({ namespace: pod.metadata.namespace ?? '', name: pod.metadata.name ?? '' }),
      pod,
    ]),
  );
  const byName = new Map(namespaces.map((namespace) => [namespace.metadata.name ?? '', namespace]));
  return {
    any: () => policies.length > 0,
    policies: (namespace) => policies.filter(({ metadata }) => metadata.namespace === namespace),
    pod: (key) => byKey.get(key),
    namespace: (name) => byName.get(name),
  };
}
