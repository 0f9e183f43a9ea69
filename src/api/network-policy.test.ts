import { describe, expect, it } from 'vitest';
import type { NetworkPolicy, Pod } from './generated/types.ts';
import { denialOf } from './network-policy.ts';

function pod(name: string, namespace = 'default'): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels: { app: name } },
    spec: { containers: [{ name: 'c', ports: [{ name: 'http', containerPort: 8080 }] }] },
  } as unknown as Pod;
}

function policy(spec: object, namespace = 'default'): NetworkPolicy {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'p', namespace },
    spec,
  } as unknown as NetworkPolicy;
}

const SIDES = { web: '10.244.1.2', client: '10.244.1.3', other: '10.244.2.4' } as const;

/** Whether the client reaches the web Pod on the port under these policies. */
function may(policies: readonly NetworkPolicy[], from: keyof typeof SIDES = 'client', port = 8080): boolean {
  const namespace = from === 'other' ? 'team' : 'default';
  const side = (name: keyof typeof SIDES, place: string) => ({
    address: SIDES[name],
    pod: pod(name, place),
    namespaceLabels: { name: place },
  });
  const denial = denialOf(
    side(from, namespace),
    { ...side('web', 'default'), port, protocol: 'TCP' },
    (place) => policies.filter(({ metadata }) => metadata.namespace === place),
  );
  return denial === undefined;
}

const WEB = { matchLabels: { app: 'web' } };

describe('NetworkPolicy', () => {
  it('allows all until a policy selects the Pod, then only what some policy allows', () => {
    const deny = policy({ podSelector: {}, policyTypes: ['Ingress'] });
    const allow = policy({
      podSelector: WEB,
      ingress: [{ from: [{ podSelector: { matchLabels: { app: 'client' } } }] }],
    });
    expect([may([]), may([deny]), may([deny, allow]), may([deny, allow], 'other')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(may([policy({ podSelector: WEB, ingress: [{}] })])).toBe(true);
  });

  it('joins the selectors of one peer with and, peers with or, ports with and', () => {
    const peer = {
      namespaceSelector: { matchLabels: { name: 'team' } },
      podSelector: { matchLabels: { app: 'other' } },
    };
    const rule = (ports?: object[]) =>
      policy({
        podSelector: WEB,
        ingress: [{ from: [peer, { ipBlock: { cidr: '10.244.1.0/24', except: ['10.244.1.3/32'] } }], ports }],
      });
    expect([may([rule()], 'other'), may([rule()], 'client')]).toEqual([true, false]);
    expect([
      may([rule([{ port: 'http' }])], 'other'),
      may([rule([{ port: 80 }])], 'other'),
      may([rule([{ port: 8000, endPort: 8100 }])], 'other'),
    ]).toEqual([true, false, true]);
  });

  it('needs egress at the source as well; egress rules alone make a policy an egress policy too', () => {
    const egress = (to: object[]) =>
      policy({ podSelector: { matchLabels: { app: 'client' } }, policyTypes: ['Egress'], egress: to });
    expect([
      may([egress([])]),
      may([egress([{ to: [{ podSelector: WEB }] }])]),
      may([egress([{ ports: [{ port: 53, protocol: 'UDP' }] }])]),
    ]).toEqual([false, true, false]);
    expect(
      may([
        policy({
          podSelector: { matchLabels: { app: 'client' } },
          egress: [{ to: [{ ipBlock: { cidr: '192.0.2.0/24' } }] }],
        }),
      ]),
    ).toBe(false);
  });
});
