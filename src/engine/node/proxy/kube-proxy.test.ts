import { describe, expect, it } from 'vitest';
import { TestServer, ADMIN } from '../../apiserver/testing/test-server.ts';
import { settingsWith } from '../../kernel/settings.ts';
import { Client } from '../../machinery/client.ts';
import { createNetwork } from '../../network/wires.ts';
import type { Packet } from '../../network/port.ts';
import { chooseEndpoints, type ProxyEndpoint } from './endpoints.ts';
import { RuleForwarder } from './forwarder.ts';
import { iptablesSaveFilter, iptablesSaveNat } from './iptables.ts';
import { createKubeProxy } from './kube-proxy.ts';
import { RuleSet, rulesOf, type ServiceRule } from './rules.ts';

const PLACE = { node: 'worker-1', zone: 'zone-a' };

function endpoint(address: string, changes: Partial<ProxyEndpoint> = {}): ProxyEndpoint {
  return {
    address,
    port: 80,
    ready: true,
    serving: true,
    terminating: false,
    zoneHints: [],
    nodeHints: [],
    ...changes,
  };
}

function addresses(endpoints: readonly ProxyEndpoint[]): string {
  return endpoints.map(({ address }) => address).join(' ');
}

describe('which endpoints are used', () => {
  it('takes the ready ones, falls back to serving terminating ones, and never to merely unready ones', () => {
    const leaving = endpoint('10.0.0.2', { ready: false, terminating: true });
    const unready = endpoint('10.0.0.3', { ready: false, serving: false });
    expect(addresses(chooseEndpoints([endpoint('10.0.0.1'), leaving, unready], PLACE).cluster)).toBe(
      '10.0.0.1',
    );
    expect(addresses(chooseEndpoints([leaving, unready], PLACE).cluster)).toBe('10.0.0.2');
    expect(chooseEndpoints([unready], PLACE)).toEqual({ cluster: [], local: [], any: false });
  });

  it('keeps to hints only when every ready endpoint has them and one is for here', () => {
    const a = endpoint('10.0.0.1', { zoneHints: ['zone-a'] });
    const b = endpoint('10.0.0.2', { zoneHints: ['zone-b'] });
    expect(addresses(chooseEndpoints([a, b], PLACE).cluster)).toBe('10.0.0.1');
    expect(addresses(chooseEndpoints([a, b, endpoint('10.0.0.3')], PLACE).cluster)).toBe(
      '10.0.0.1 10.0.0.2 10.0.0.3',
    );
    expect(addresses(chooseEndpoints([b], PLACE).cluster)).toBe('10.0.0.2');
  });
});

function rule(
  changes: Partial<ServiceRule> = {},
  endpoints: readonly ProxyEndpoint[] = [
    endpoint('10.244.1.2', { node: 'worker-1' }),
    endpoint('10.244.2.2', { node: 'worker-2' }),
  ],
): ServiceRule {
  return {
    name: 'default/web',
    namespace: 'default',
    service: 'web',
    portName: '',
    protocol: 'TCP',
    clusterIP: '10.96.0.20',
    port: 80,
    externalIPs: [],
    loadBalancerIPs: [],
    internalLocal: false,
    externalLocal: false,
    endpoints: chooseEndpoints(endpoints, PLACE),
    ...changes,
  };
}

describe('what the rules do to a packet', () => {
  const kernel = new TestServer().kernel;
  const verdicts = (made: ServiceRule, packet: Partial<Packet> = {}, times = 1): Set<string> => {
    const rules = new RuleSet();
    rules.set('default/web', [made]);
    const forwarder = new RuleForwarder(rules, {
      kernel,
      node: 'worker-1',
      nodeAddress: '10.99.0.2',
      clusterCIDR: '10.244.0.0/16',
    });
    const seen = new Set<string>();
    for (let i = 0; i < times; i++) {
      const verdict = forwarder.forward({
        source: '10.244.1.9',
        destination: '10.96.0.20',
        port: 80,
        protocol: 'TCP',
        local: true,
        ...packet,
      });
      seen.add(
        verdict.kind === 'dnat' ? `${verdict.address}${verdict.masquerade ? ' masq' : ''}` : verdict.kind,
      );
    }
    return seen;
  };

  it('spreads over the endpoints, refuses without any, and drops where only other nodes have some', () => {
    expect([...verdicts(rule(), {}, 50)].sort()).toEqual(['10.244.1.2', '10.244.2.2']);
    expect([...verdicts(rule({}, []))]).toEqual(['reject']);
    expect([...verdicts(rule({ internalLocal: true }), {}, 20)]).toEqual(['10.244.1.2']);
    expect([
      ...verdicts(rule({ internalLocal: true }, [endpoint('10.244.2.2', { node: 'worker-2' })])),
    ]).toEqual(['drop']);
    expect([...verdicts(rule(), { port: 81 })]).toEqual(['pass']);
    expect([...verdicts(rule(), { protocol: 'UDP' })]).toEqual(['pass']);
  });

  it('masquerades what comes from outside, a Pod that meets itself, and node ports of the cluster policy', () => {
    const one = [endpoint('10.244.1.2', { node: 'worker-1' })];
    expect([...verdicts(rule({}, one), { source: '10.99.0.2' })]).toEqual(['10.244.1.2 masq']);
    expect([...verdicts(rule({}, one), { source: '10.244.1.2' })]).toEqual(['10.244.1.2 masq']);
    const outside = { source: '192.0.2.1', destination: '10.99.0.2', port: 30080, local: false };
    expect([...verdicts(rule({ nodePort: 30080 }, one), outside)]).toEqual(['10.244.1.2 masq']);
    expect([...verdicts(rule({ nodePort: 30080, externalLocal: true }, one), outside)]).toEqual([
      '10.244.1.2',
    ]);
    expect([
      ...verdicts(
        rule({ nodePort: 30080, externalLocal: true }, [endpoint('10.244.2.2', { node: 'worker-2' })]),
        outside,
      ),
    ]).toEqual(['drop']);
  });

  it('keeps a client on its endpoint with ClientIP affinity', () => {
    expect(verdicts(rule({ affinitySeconds: 10_800 }), {}, 50).size).toBe(1);
  });
});

const SERVICE = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    clusterIP: '10.96.0.20',
    clusterIPs: ['10.96.0.20'],
    selector: { app: 'web' },
    ports: [{ port: 80, targetPort: 8080, protocol: 'TCP' }],
  },
};

function slice(...ready: readonly boolean[]): {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
} {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'web-abc', namespace: 'default', labels: { 'kubernetes.io/service-name': 'web' } },
    addressType: 'IPv4',
    ports: [{ name: '', port: 8080, protocol: 'TCP' }],
    endpoints: ready.map((each, index) => ({
      addresses: [`10.244.${index + 1}.2`],
      nodeName: `worker-${index + 1}`,
      conditions: { ready: each, serving: true, terminating: !each },
    })),
  };
}

describe('kube-proxy', () => {
  function start() {
    const server = new TestServer();
    const { kernel } = server;
    const network = createNetwork({ kernel, settings: settingsWith() });
    network.addNode({ name: 'worker-1', address: '10.99.0.2', podCIDR: '10.244.1.0/24' });
    const context = {
      kernel,
      settings: settingsWith(),
      connect: (identity: Client['identity']) => new Client(server.server, identity),
    };
    const proxy = createKubeProxy(context, {
      node: 'worker-1',
      nodeAddress: '10.99.0.2',
      identity: ADMIN,
      network,
      clusterCIDR: '10.244.0.0/16',
    });
    const syncs = (): string[] =>
      server.records.flatMap((record) =>
        record.kind === 'rule.sync'
          ? [`${Math.round((record.at - startedAt) / 10_000) / 100} ${record.data.services.join(' ')}`]
          : [],
      );
    const startedAt = kernel.now();
    const run = (seconds: number): void => void kernel.advance({ until: startedAt + seconds * 1_000_000 });
    return { server, proxy, syncs, run };
  }

  it('applies a change at rest at once and the next one a second after', () => {
    const { server, proxy, syncs, run } = start();
    proxy.start();
    run(5);
    server.create('services', SERVICE);
    run(8);
    server.create('endpointslices.discovery.k8s.io', slice(true, true));
    run(8.3);
    server.run(server.client().update('endpointslices.discovery.k8s.io', slice(true, false)));
    run(12);
    expect(syncs()).toEqual(['0.02 ', '5.02 default/web', '8.02 default/web', '9.04 default/web']);
    expect(proxy.rules().map(({ name, endpoints }) => `${name} ${addresses(endpoints.cluster)}`)).toEqual([
      'default/web 10.244.1.2',
    ]);
  });

  it('keeps its rules while it is down and makes good what it missed when it is back', () => {
    const { server, proxy, run } = start();
    server.create('services', SERVICE);
    server.create('endpointslices.discovery.k8s.io', slice(true));
    proxy.start();
    run(5);
    proxy.stop();
    server.run(
      server.client().delete('endpointslices.discovery.k8s.io', { namespace: 'default', name: 'web-abc' }),
    );
    run(10);
    const rules = (): string[] => proxy.rules().map(({ endpoints }) => addresses(endpoints.cluster));
    expect(rules()).toEqual(['10.244.1.2']);
    proxy.start();
    run(15);
    expect(rules()).toEqual(['']);
  });

  it('leaves out headless and external Services', () => {
    const service = (spec: object) =>
      ({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'x', namespace: 'default' },
        spec: { ports: [{ port: 80, targetPort: 80 }], ...spec },
      }) as never;
    expect(rulesOf(service({ clusterIP: 'None' }), [], PLACE)).toEqual([]);
    expect(rulesOf(service({ type: 'ExternalName', externalName: 'a.b' }), [], PLACE)).toEqual([]);
    expect(rulesOf(service({ clusterIP: '10.96.0.9' }), [], PLACE).length).toBe(1);
  });
});

describe('iptables-save', () => {
  it('prints the chains of a service with two endpoints', () => {
    const svc = 'KUBE-SVC-LOLE4ISW44XBNF3G';
    const [one, two] = ['KUBE-SEP-MQ4W7Q2CV67URU6Q', 'KUBE-SEP-QHWUG6SOC7OJ2BZK'];
    const text = iptablesSaveNat([rule()], { clusterCIDR: '10.244.0.0/16' });
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('-A') && (line.includes('KUBE-SVC') || line.includes('KUBE-SEP'))),
    ).toEqual([
      `-A KUBE-SERVICES -d 10.96.0.20/32 -p tcp -m tcp --dport 80 -m comment --comment "default/web cluster IP" -j ${svc}`,
      `-A ${svc} ! -s 10.244.0.0/16 -d 10.96.0.20/32 -p tcp -m tcp --dport 80 -m comment --comment "default/web cluster IP" -j KUBE-MARK-MASQ`,
      `-A ${svc} -m comment --comment "default/web -> 10.244.1.2:80" -m statistic --mode random --probability 0.50000000000 -j ${one}`,
      `-A ${svc} -m comment --comment "default/web -> 10.244.2.2:80" -j ${two}`,
      `-A ${one} -s 10.244.1.2/32 -m comment --comment "default/web" -j KUBE-MARK-MASQ`,
      `-A ${one} -p tcp -m comment --comment "default/web" -m tcp -j DNAT --to-destination 10.244.1.2:80`,
      `-A ${two} -s 10.244.2.2/32 -m comment --comment "default/web" -j KUBE-MARK-MASQ`,
      `-A ${two} -p tcp -m comment --comment "default/web" -m tcp -j DNAT --to-destination 10.244.2.2:80`,
    ]);
    expect(iptablesSaveFilter([rule({}, [])]).split('\n')[4]).toBe(
      '-A KUBE-SERVICES -d 10.96.0.20/32 -p tcp -m tcp --dport 80 -m comment --comment "default/web has no endpoints" -j REJECT --reject-with icmp-port-unreachable',
    );
  });
});
