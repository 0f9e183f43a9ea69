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

  it('sends what starts on the node or in its Pods to every endpoint, even of a Local node port', () => {
    const far = rule({ nodePort: 30080, externalLocal: true }, [
      endpoint('10.244.2.2', { node: 'worker-2' }),
    ]);
    const toNode = { destination: '10.99.0.2', port: 30080 };
    expect([...verdicts(far, { ...toNode, source: '10.99.0.2' })]).toEqual(['10.244.2.2 masq']);
    expect([...verdicts(far, { ...toNode, source: '10.244.1.9' })]).toEqual(['10.244.2.2']);
    expect([...verdicts(far, { ...toNode, source: '10.99.0.3', local: false })]).toEqual(['drop']);
    const here = rule({ internalLocal: true });
    expect([...verdicts(here, { source: '10.99.0.2' })]).toEqual(['10.244.1.2 masq']);
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
      `-A ${one} -s 10.244.1.2/32 -m comment --comment "default/web" -j KUBE-MARK-MASQ`,
      `-A ${one} -p tcp -m comment --comment "default/web" -m tcp -j DNAT --to-destination 10.244.1.2:80`,
      `-A ${two} -s 10.244.2.2/32 -m comment --comment "default/web" -j KUBE-MARK-MASQ`,
      `-A ${two} -p tcp -m comment --comment "default/web" -m tcp -j DNAT --to-destination 10.244.2.2:80`,
      `-A KUBE-SERVICES -d 10.96.0.20/32 -p tcp -m comment --comment "default/web cluster IP" -m tcp --dport 80 -j ${svc}`,
      `-A ${svc} ! -s 10.244.0.0/16 -d 10.96.0.20/32 -p tcp -m comment --comment "default/web cluster IP" -m tcp --dport 80 -j KUBE-MARK-MASQ`,
      `-A ${svc} -m comment --comment "default/web -> 10.244.1.2:80" -m statistic --mode random --probability 0.50000000000 -j ${one}`,
      `-A ${svc} -m comment --comment "default/web -> 10.244.2.2:80" -j ${two}`,
    ]);
    expect(iptablesSaveFilter([rule({}, [])]).split('\n')).toContain(
      '-A KUBE-SERVICES -d 10.96.0.20/32 -p tcp -m comment --comment "default/web has no endpoints" -m tcp --dport 80 -j REJECT --reject-with icmp-port-unreachable',
    );
  });

  const CIDR = { clusterCIDR: '10.244.0.0/16' };
  const svc = 'KUBE-SVC-LOLE4ISW44XBNF3G';
  const svl = 'KUBE-SVL-LOLE4ISW44XBNF3G';
  const ext = 'KUBE-EXT-LOLE4ISW44XBNF3G';
  const rulesIn = (text: string, chain: string): string[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`-A ${chain} `))
      .map((line) => line.slice(`-A ${chain} `.length));

  it('enters a node port of the Local policy through KUBE-EXT, which ends in a KUBE-SVL of its own', () => {
    const text = iptablesSaveNat([rule({ nodePort: 30080, externalLocal: true })], CIDR);
    const about = (what: string): string =>
      `-m comment --comment "${what} for default/web external destinations"`;
    expect(rulesIn(text, 'KUBE-NODEPORTS')).toEqual([
      `-p tcp -m comment --comment "default/web" -m tcp --dport 30080 -j ${ext}`,
    ]);
    expect(rulesIn(text, ext)).toEqual([
      `-s 10.244.0.0/16 ${about('pod traffic')} -j ${svc}`,
      `${about('masquerade LOCAL traffic')} -m addrtype --src-type LOCAL -j KUBE-MARK-MASQ`,
      `${about('route LOCAL traffic')} -m addrtype --src-type LOCAL -j ${svc}`,
      `-j ${svl}`,
    ]);
    expect(rulesIn(text, svl)).toEqual([
      '-m comment --comment "default/web -> 10.244.1.2:80" -j KUBE-SEP-MQ4W7Q2CV67URU6Q',
    ]);
    expect(rulesIn(text, svc).length).toBe(3);
    const elsewhere = [endpoint('10.244.2.2', { node: 'worker-2' })];
    const none = rule({ nodePort: 30080, externalLocal: true }, elsewhere);
    expect(rulesIn(iptablesSaveNat([none], CIDR), ext).length).toBe(3);
    expect(iptablesSaveNat([none], CIDR)).not.toContain('KUBE-SVL');
    expect(rulesIn(iptablesSaveFilter([none]), 'KUBE-EXTERNAL-SERVICES')).toEqual([
      '-p tcp -m comment --comment "default/web has no local endpoints" -m addrtype --dst-type LOCAL -m tcp --dport 30080 -j DROP',
    ]);
    expect(rulesIn(iptablesSaveFilter([none]), 'KUBE-SERVICES')).toEqual([]);
  });

  it('keeps the chain of the cluster for a node port when the internal policy is Local', () => {
    const text = iptablesSaveNat([rule({ nodePort: 30080, internalLocal: true })], CIDR);
    expect(rulesIn(text, ext)).toEqual([
      '-m comment --comment "masquerade traffic for default/web external destinations" -j KUBE-MARK-MASQ',
      `-j ${svc}`,
    ]);
    expect(rulesIn(text, svc).length).toBe(2);
    expect(rulesIn(text, svl).map((line) => line.slice(line.indexOf(' -j ')))).toEqual([
      ' -j KUBE-MARK-MASQ',
      ' -j KUBE-SEP-MQ4W7Q2CV67URU6Q',
    ]);
    const inside = iptablesSaveNat([rule({ internalLocal: true })], CIDR);
    expect(inside).not.toContain('KUBE-SVC');
    expect(inside).not.toContain('10.244.2.2');
  });

  it('names external and load-balancer addresses, the hooks, and the odds as the kernel keeps them', () => {
    const three = ['10.244.1.2', '10.244.1.3', '10.244.1.4'].map((address) => endpoint(address));
    const text = iptablesSaveNat([
      rule({ externalIPs: ['192.0.2.7'], loadBalancerIPs: ['192.0.2.8'] }, three),
    ]);
    expect(rulesIn(text, 'KUBE-SERVICES').slice(1, 3)).toEqual([
      `-d 192.0.2.7/32 -p tcp -m comment --comment "default/web external IP" -m tcp --dport 80 -j ${ext}`,
      `-d 192.0.2.8/32 -p tcp -m comment --comment "default/web loadbalancer IP" -m tcp --dport 80 -j ${ext}`,
    ]);
    expect(rulesIn(text, 'PREROUTING')).toEqual([
      '-m comment --comment "kubernetes service portals" -j KUBE-SERVICES',
    ]);
    expect(text.split('\n').slice(0, 6)).toEqual([
      '*nat',
      ':PREROUTING ACCEPT [0:0]',
      ':INPUT ACCEPT [0:0]',
      ':OUTPUT ACCEPT [0:0]',
      ':POSTROUTING ACCEPT [0:0]',
      `:${ext} - [0:0]`,
    ]);
    expect(rulesIn(text, svc)[0]).toContain('--probability 0.33333333349 ');
  });
});
