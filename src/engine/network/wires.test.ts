import { describe, expect, it } from 'vitest';
import { baseTree } from '../workloads/images/rootfs.ts';
import { nginxTree } from '../workloads/images/recording.ts';
import { curl } from '../workloads/toolbox/curl.ts';
import { web } from '../workloads/servers/web.ts';
import { type FileTree } from '../workloads/vfs/tree.ts';
import { recordsAnswer } from './dns.ts';
import type { DnsZone, Packet, Verdict } from './port.ts';
import { TestCluster } from './testing/cluster.ts';
import { startTraffic } from './traffic.ts';

const ZONE: DnsZone = {
  answer: (name, type) => {
    if (name === 'web.default.svc.cluster.local')
      return recordsAnswer(name, type, type === 'A' ? ['10.96.0.20'] : [], 30);
    return { status: 'nxdomain', records: [] };
  },
};

function appTree(): FileTree {
  const tree = baseTree('busybox');
  tree.executable('/web', web);
  return tree;
}

/** A service of one backend: kube-proxy's rules cut down to a line. */
function rules(backend: string | undefined): { forward(packet: Packet): Verdict } {
  return {
    forward: ({ destination, port }) => {
      if (destination === '10.96.0.10') return { kind: 'pass' };
      if (destination !== '10.96.0.20' || port !== 80) return { kind: 'pass' };
      return backend === undefined
        ? { kind: 'reject' }
        : { kind: 'dnat', address: backend, port: 80, masquerade: false, rule: 'default/web' };
    },
  };
}

/** By then a small server listens. */
const LISTENS_US = 5_000;

describe('wires', () => {
  it('carries a request of one program to another, with the access log and the traffic record', () => {
    const cluster = new TestCluster();
    const nginx = cluster.pod('web', '10.244.1.2', nginxTree(baseTree('busybox'), '1.25'));
    const client = cluster.pod('client', '10.244.2.2');
    nginx.machine.start(['nginx', '-g', 'daemon off;']);
    cluster.run(1_000);
    expect(
      cluster.sh(
        client.machine,
        'wget -qO- http://10.244.1.2 | head -n 4; wget -qO- http://10.244.1.2/nosuch',
      ),
    ).toBe(
      '<!DOCTYPE html>\n<html>\n<head>\n<title>Welcome to nginx!</title>\nwget: server returned error: HTTP/1.1 404 Not Found\n[1]',
    );
    expect(nginx.machine.stderr).toBe(
      '2026/01/02 03:04:05 [notice] 1#1: nginx/1.25.5\n2026/01/02 03:04:05 [notice] 1#1: start worker processes\n',
    );
    expect(nginx.machine.stdout.split('\n')[0]).toBe(
      '10.244.2.2 - - [02/Jan/2026:03:04:05 +0000] "GET / HTTP/1.1" 200 210 "-" "Wget" "-"',
    );
    expect(cluster.traffic()).toEqual([
      'default/client 10.244.1.2/ ok 200',
      'default/client 10.244.1.2/nosuch ok 404',
    ]);
  });

  it("goes through the rules of the sender's node: sent on, refused, or without rules lost", () => {
    const cluster = new TestCluster();
    const server = cluster.pod('web', '10.244.1.2', nginxTree(baseTree('busybox'), '1.25'));
    const { machine } = cluster.pod('client', '10.244.2.2');
    server.machine.start(['nginx', '-g', 'daemon off;']);
    cluster.network.setDns('10.96.0.10', ZONE);
    cluster.network.setForwarder('worker-2', rules('10.244.1.2'));
    expect(cluster.sh(machine, 'wget -T 2 -qO /dev/null http://web && echo fine')).toBe('fine\n');
    cluster.network.setForwarder('worker-2', rules(undefined));
    expect(cluster.sh(machine, 'wget -T 2 -qO- http://web')).toBe(
      "wget: can't connect to remote host (10.96.0.20): Connection refused\n[1]",
    );
    cluster.network.setForwarder('worker-2', undefined);
    expect(cluster.sh(machine, 'wget -T 2 -qO- http://web')).toBe('wget: download timed out\n[1]');
    expect(cluster.sh(machine, 'wget -T 2 -qO- http://nosuch')).toBe("wget: bad address 'nosuch'\n[1]");
    expect(cluster.traffic()).toEqual([
      'default/client web/ ok 200',
      'default/client 10.96.0.20:80 refused -',
      'default/client 10.96.0.20:80 timeout -',
      'default/client nosuch unresolved -',
    ]);
  });

  it('tells by what curl says which step was in the way, and keeps its limits', () => {
    const cluster = new TestCluster();
    const image = baseTree('busybox');
    image.executable('/usr/bin/curl', curl);
    const { machine } = cluster.pod('client', '10.244.2.2', image);
    cluster.network.setDns('10.96.0.10', ZONE);
    expect(cluster.sh(machine, 'curl --connect-timeout 5 http://nosuch')).toBe(
      'curl: (6) Could not resolve host: nosuch\n[6]',
    );
    expect(cluster.sh(machine, 'curl --connect-timeout 5 -m 2 http://web')).toBe(
      'curl: (28) Connection timed out after 2000 milliseconds\n[28]',
    );
    machine.start(['curl', 'http://web']);
    cluster.run(130_000_000);
    expect(machine.stderr).toMatch(
      /\(28\) Failed to connect to web port 80 after 127\d\d\d ms: Couldn't connect to server\n$/,
    );
    cluster.network.addFault({ kind: 'dns-down' });
    expect(cluster.sh(machine, 'curl --connect-timeout 5 http://web')).toBe(
      'curl: (28) Resolving timed out after 5000 milliseconds\n[28]',
    );
    expect(cluster.sh(machine, 'curl -m 12 http://web')).toBe('curl: (6) Could not resolve host: web\n[6]');
  });

  it('lets wget wait a quarter of an hour for an answer, and its kernel two minutes for a connection', () => {
    const cluster = new TestCluster();
    const mute = cluster.pod('mute', '10.244.1.2');
    const { machine } = cluster.pod('client', '10.244.2.2');
    cluster.network.listen(mute.ns, 80);
    cluster.network.setForwarder('worker-2', undefined);
    machine.start(['wget', '-qO-', 'http://10.244.1.2']);
    cluster.run(899_000_000);
    expect(machine.stderr).toBe('');
    cluster.run(2_000_000);
    expect(machine.stderr).toBe('wget: download timed out\n');
    machine.stderr = '';
    machine.start(['wget', '-qO-', 'http://10.96.0.20']);
    cluster.run(128_000_000);
    expect(machine.stderr).toBe("wget: can't connect to remote host (10.96.0.20): Operation timed out\n");
  });

  it('hears nothing from a DNS Service without endpoints', () => {
    const cluster = new TestCluster();
    const { machine } = cluster.pod('box', '10.244.2.2');
    cluster.network.setDns('10.96.0.10', ZONE);
    cluster.network.setForwarder('worker-2', { forward: () => ({ kind: 'reject' }) });
    expect(cluster.sh(machine, 'nslookup web.default.svc.cluster.local')).toBe(
      ";; connection timed out; no servers could be reached\n\nnslookup: write to '10.96.0.10': Connection refused\n[1]",
    );
    expect(cluster.sh(machine, 'nslookup -type=a web.default.svc.cluster.local')).toBe(
      ';; connection timed out; no servers could be reached\n\nnslookup: read: Connection refused\nnslookup: read: Connection refused\n[1]',
    );
    cluster.network.addFault({ kind: 'dns-down' });
    machine.stdout = '';
    machine.start(['nslookup', 'web']);
    cluster.run(5_100_000);
    expect(machine.stdout).toBe(';; connection timed out; no servers could be reached\n\n');
  });

  it('answers nslookup without the search list, as busybox asks', () => {
    const cluster = new TestCluster();
    const { machine } = cluster.pod('box', '10.244.1.3');
    cluster.network.setDns('10.96.0.10', ZONE);
    expect(cluster.sh(machine, 'nslookup web.default.svc.cluster.local')).toBe(
      'Server:\t\t10.96.0.10\nAddress:\t10.96.0.10:53\n\nName:\tweb.default.svc.cluster.local\nAddress: 10.96.0.20\n\n\n',
    );
    expect(cluster.sh(machine, 'nslookup web')).toBe(
      "Server:\t\t10.96.0.10\nAddress:\t10.96.0.10:53\n\n** server can't find web: NXDOMAIN\n\n** server can't find web: NXDOMAIN\n\n[1]",
    );
    expect(cluster.sh(machine, 'nc -z db 5432; ping -c 1 etcd')).toBe(
      "nc: bad address 'db'\nping: bad address 'etcd'\n[1]",
    );
    cluster.network.addFault({ kind: 'dns-down' });
    expect(cluster.sh(machine, 'nslookup web')).toBe(
      ';; connection timed out; no servers could be reached\n\n[1]',
    );
  });

  it('refuses where nobody listens, resets what a dying server leaves open, and finds no way to an address that is gone', () => {
    const cluster = new TestCluster();
    const app = cluster.pod('app', '10.244.1.2', appTree(), { STOP_DELAY: '1', HEALTH_DELAY: '5' });
    const { machine } = cluster.pod('client', '10.244.2.2');
    expect(cluster.sh(machine, 'wget -T 1 -qO- http://10.244.1.2:8080')).toBe(
      "wget: can't connect to remote host (10.244.1.2): Connection refused\n[1]",
    );
    const handle = app.machine.start(['/web']);
    cluster.run(LISTENS_US);
    cluster.kernel.after(1_000_000, () => handle.kill('SIGTERM'));
    expect(
      cluster.sh(machine, 'wget -qO- http://10.244.1.2:8080/healthz; wget -T 1 -qO- http://10.244.1.2:8080'),
    ).toBe(
      "wget: error getting response\nwget: can't connect to remote host (10.244.1.2): Connection refused\n[1]",
    );
    expect(handle.done.value().code).toBe(0);
    cluster.network.destroyNamespace(app.ns);
    expect(cluster.sh(machine, 'wget -T 1 -qO- http://10.244.1.2:8080; nc 10.244.1.2 80')).toBe(
      "wget: download timed out\nnc: can't connect to remote host (10.244.1.2): Host is unreachable\n[1]",
    );
  });

  it('shares loopback within a namespace and keeps a taken port', () => {
    const cluster = new TestCluster();
    const { machine } = cluster.pod('pair', '10.244.1.2', nginxTree(baseTree('busybox'), '1.25'));
    machine.start(['nginx', '-g', 'daemon off;']);
    cluster.run(1_000);
    expect(cluster.sh(machine, 'wget -qO- http://localhost | wc -l; nginx -g "daemon off;"')).toContain(
      'nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)\n[1]',
    );
  });

  it('drops what a partition cuts and lets it through once that heals', () => {
    const cluster = new TestCluster();
    const app = cluster.pod('app', '10.244.1.2', appTree());
    const { machine } = cluster.pod('client', '10.244.2.2');
    app.machine.start(['/web']);
    const cut = { kind: 'partition', between: ['worker-1', 'worker-2'] } as const;
    cluster.network.addFault(cut);
    expect(cluster.sh(machine, 'wget -T 1 -qO- http://10.244.1.2:8080')).toBe(
      'wget: download timed out\n[1]',
    );
    cluster.network.heal(cut);
    expect(cluster.sh(machine, 'wget -T 1 -qO- http://10.244.1.2:8080/ready')).toBe('ready\n');
  });

  it('obeys a policy after the rules, except for the node itself', () => {
    const cluster = new TestCluster();
    const app = cluster.pod('app', '10.244.1.2', appTree());
    const { machine } = cluster.pod('client', '10.244.2.2');
    app.machine.start(['/web']);
    cluster.network.setPolicyEngine({ allows: () => false });
    expect(cluster.sh(machine, 'wget -T 1 -qO- http://10.244.1.2:8080')).toBe(
      'wget: download timed out\n[1]',
    );
    const node = cluster.network.nodeNamespace('worker-1');
    const probe =
      node === undefined
        ? undefined
        : cluster.kernel.spawn(
            cluster.network.request(
              node,
              { host: '10.244.1.2', port: 8080 },
              { path: '/healthz', timeoutUs: 1_000_000 },
            ),
          );
    cluster.run(2_000_000);
    expect(probe?.done.value()).toMatchObject({ result: 'ok', response: { status: 200, body: 'ok\n' } });
  });

  it('sends traffic at a rate and tells failures as an ingress would', () => {
    const cluster = new TestCluster();
    const app = cluster.pod('app', '10.244.1.2', appTree());
    const handle = app.machine.start(['/web']);
    cluster.run(LISTENS_US);
    const users = cluster.network.nodeNamespace('worker-2');
    if (users === undefined) throw new Error('no node');
    const traffic = startTraffic(cluster.network, cluster.kernel, {
      from: users,
      target: { host: '10.244.1.2', port: 8080 },
      perSecond: 10,
      asIngress: true,
    });
    cluster.kernel.after(1_050_000, () => handle.kill('SIGTERM'));
    cluster.run(2_000_000);
    traffic.stop();
    expect([traffic.counts.ok, traffic.counts.failed, [...traffic.counts.byResult]]).toEqual([
      11,
      9,
      [
        ['200', 11],
        ['502', 9],
      ],
    ]);
  });

  it('keeps a kept-alive connection on the backend it was made to', () => {
    const cluster = new TestCluster();
    const app = cluster.pod('app', '10.244.1.2', appTree());
    app.machine.start(['/web']);
    cluster.run(LISTENS_US);
    const users = cluster.network.nodeNamespace('worker-2');
    if (users === undefined) throw new Error('no node');
    let forwarded = 0;
    cluster.network.setForwarder('worker-2', {
      forward: () => (forwarded++, { kind: 'dnat', address: '10.244.1.2', port: 8080, masquerade: false }),
    });
    const traffic = startTraffic(cluster.network, cluster.kernel, {
      from: users,
      target: { host: '10.96.0.20', port: 80 },
      perSecond: 10,
      keepAlive: 1,
      count: 5,
    });
    cluster.run(2_000_000);
    expect([traffic.counts.ok, forwarded]).toEqual([5, 1]);
  });
});

describe('an ingress-like proxy', () => {
  /** An nginx before the upstream's servers, an app at 10.244.1.2, and a client; `get` answers what wget printed. */
  function proxied(servers: string): { readonly get: (path: string) => string; readonly stop: () => void } {
    const cluster = new TestCluster();
    const tree = nginxTree(baseTree('busybox'), '1.27');
    const location = 'location / { proxy_pass http://app; } location = /up { return 200 "fine\\n"; }';
    tree.text(
      '/etc/nginx/conf.d/default.conf',
      `upstream app { ${servers} }\nserver { listen 80; ${location} }\n`,
    );
    cluster.pod('ingress', '10.244.2.9', tree).machine.start(['nginx', '-g', 'daemon off;']);
    const handle = cluster
      .pod('app', '10.244.1.2', appTree(), { HEALTH_DELAY: '70' })
      .machine.start(['/web']);
    const { machine } = cluster.pod('client', '10.244.2.2');
    cluster.run(10_000);
    return {
      get: (path) => {
        machine.stdout = '';
        machine.stderr = '';
        machine.start(['wget', '-qO-', `http://10.244.2.9${path}`]);
        cluster.run(130_000_000);
        return machine.stdout + machine.stderr;
      },
      stop: () => handle.kill('SIGTERM'),
    };
  }
  const failed = (status: string): string => `wget: server returned error: HTTP/1.1 ${status}\n`;

  it('passes requests on, and answers 504 when its upstream is silent, 502 when that is gone', () => {
    const { get, stop } = proxied('server 10.244.1.2:8080;');
    expect([get('/ready'), get('/up'), get('/healthz')]).toEqual([
      'ready\n',
      'fine\n',
      failed('504 Gateway Time-out'),
    ]);
    stop();
    expect([get('/ready'), get('/up')]).toEqual([failed('502 Bad Gateway'), 'fine\n']);
  });

  it('tries the next server of its upstream', () => {
    const { get, stop } = proxied('server 10.244.1.3:8080; server 10.244.1.2:8080;');
    expect([get('/ready'), get('/ready')]).toEqual(['ready\n', 'ready\n']);
    stop();
    expect(get('/ready')).toBe(failed('502 Bad Gateway'));
  });
});
