import { describe, expect, it } from 'vitest';
import type { ClusterFacts } from './cluster.ts';
import { why, whyRefused } from './why.ts';

type Objects = Readonly<Record<string, readonly object[]>>;

const cluster = (objects: Objects): ClusterFacts => ({
  list: (resource) => objects[resource] ?? [],
});
const meta = (name: string, more: object = {}) => ({ name, namespace: 'default', uid: name, ...more });
const pod = (name: string, { spec = {}, status = {}, labels = {}, owner = '' } = {}) => ({
  kind: 'Pod',
  metadata: meta(name, {
    labels,
    ...(owner === ''
      ? {}
      : { ownerReferences: [{ kind: 'ReplicaSet', name: owner, uid: owner, controller: true }] }),
  }),
  spec: { containers: [{ name: 'app', image: 'x' }], restartPolicy: 'Always', nodeName: 'a', ...spec },
  status: { phase: 'Pending', ...status },
});
const event = (of: string, reason: string, message: string) => ({
  metadata: meta(`${of}.1`),
  involvedObject: { kind: 'Pod', name: of, namespace: 'default' },
  reason,
  message,
});
const chain = (objects: Objects, name = 'web', resource = 'pods') =>
  why(cluster(objects), { resource, namespace: 'default', name }).map(({ cause, about, subject }) => [
    cause,
    about,
    `${subject.resource}/${subject.name}`,
  ]);

describe('the chain goes on to what somebody can do something about', () => {
  it('a Secret that is in another namespace', () => {
    const says = 'MountVolume.SetUp failed for volume "c" : secret "cert" not found';
    const pods = [pod('web')];
    const events = [event('web', 'FailedMount', says)];
    const elsewhere = { metadata: { name: 'cert', namespace: 'infra' } };
    expect(chain({ pods, events, secrets: [elsewhere] })).toEqual([
      ['volume-missing', says, 'pods/web'],
      ['object-elsewhere', 'Secret cert (infra)', 'pods/web'],
    ]);
    expect(chain({ pods, events })[1]).toEqual(['object-missing', 'Secret default/cert', 'pods/web']);
  });

  it('a volume that the old Pod of the same rolling update holds, or a Pod of a lost node', () => {
    const volumes = [{ name: 'd', persistentVolumeClaim: { claimName: 'disk' } }];
    const says = 'Multi-Attach error for volume "pv" Volume is already used by pod(s) old';
    const objects = {
      pods: [
        pod('old', { spec: { volumes, nodeName: 'b' }, status: { phase: 'Running' }, owner: 'rs-1' }),
        pod('web', { spec: { volumes }, owner: 'rs-2' }),
      ],
      events: [event('web', 'FailedAttachVolume', says)],
      'replicasets.apps': ['rs-1', 'rs-2'].map((name) => ({
        metadata: meta(name, {
          ownerReferences: [{ kind: 'Deployment', name: 'd', uid: 'd', controller: true }],
        }),
      })),
      'deployments.apps': [{ metadata: meta('d'), spec: { strategy: { type: 'RollingUpdate' } } }],
    };
    expect(chain(objects).slice(1)).toEqual([
      ['volume-held', 'old (b)', 'pods/old'],
      ['update-holds-volume', 'd', 'deployments.apps/d'],
    ]);
    const lost = {
      metadata: { name: 'b' },
      spec: { taints: [{ key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }] },
      status: {
        conditions: [{ type: 'Ready', status: 'Unknown', message: 'Kubelet stopped posting node status.' }],
      },
    };
    expect(chain({ ...objects, nodes: [lost] }).slice(1)).toEqual([
      ['volume-held', 'old (b)', 'pods/old'],
      ['node-silent', 'b', 'nodes/b'],
    ]);
  });

  it('a taint that the node controller set: the node without a network', () => {
    const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
    const message = '0/1 nodes are available: 1 node(s) had untolerated taint(s).';
    const ready = {
      type: 'Ready',
      status: 'False',
      message: 'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady',
    };
    const status = {
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }],
    };
    expect(
      chain({
        pods: [pod('web', { spec: { nodeName: undefined }, status })],
        nodes: [{ metadata: { name: 'a' }, spec: { taints: [taint] }, status: { conditions: [ready] } }],
      }),
    ).toEqual([
      ['unschedulable', message, 'pods/web'],
      ['taint', 'node.kubernetes.io/not-ready:NoSchedule (a)', 'nodes/a'],
      ['no-network', 'a', 'nodes/a'],
    ]);
  });

  it('an init container that asks for a Service: one that is not there, or that finds nobody', () => {
    const init = (name: string) => ({
      name: 'wait',
      command: ['sh', '-c', `until nc -z -w 1 ${name} 5432; do sleep 1; done`],
    });
    const status = { initContainerStatuses: [{ name: 'wait', state: { running: {} }, restartCount: 0 }] };
    const waiting = (name: string) => [pod('web', { spec: { initContainers: [init(name)] }, status })];
    const services = [{ metadata: meta('db'), spec: { selector: { app: 'db' } } }];
    expect(chain({ pods: waiting('postgres.data'), services })[1]).toEqual([
      'service-missing',
      'postgres.data',
      'pods/web',
    ]);
    expect(chain({ pods: waiting('db'), services }).map(([cause]) => cause)).toEqual([
      'init-running',
      'no-endpoints',
      'selects-none',
    ]);
    expect(chain({ pods: waiting('localhost'), services }).map(([cause]) => cause)).toEqual(['init-running']);
  });

  it('a program that is not ready and writes of a certificate it does not trust is told apart', () => {
    const status = {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'False' }],
      containerStatuses: [{ name: 'app', ready: false, restartCount: 0, state: { running: {} } }],
    };
    const events = [
      event('web', 'Unhealthy', 'Readiness probe failed: HTTP probe failed with statuscode: 500'),
    ];
    const log = [
      'err="tls: failed to verify certificate: x509: certificate signed by unknown authority"',
      '"Failed probe" err="no metrics to serve"',
    ];
    const facts = { ...cluster({ pods: [pod('web', { status })], events }), logs: () => log.join('\n') };
    expect(
      why(facts, { resource: 'pods', namespace: 'default', name: 'web' }).map(({ cause }) => cause),
    ).toEqual(['readiness-failed', 'peer-untrusted']);
  });

  it('a sidecar that is not ready is named', () => {
    const status = {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'False' }],
      initContainerStatuses: [
        { name: 'mesh', ready: false, started: true, restartCount: 0, state: { running: {} } },
      ],
      containerStatuses: [{ name: 'app', ready: true, restartCount: 0, state: { running: {} } }],
    };
    const spec = { initContainers: [{ name: 'mesh', restartPolicy: 'Always' }] };
    const events = [
      event('web', 'Unhealthy', 'Readiness probe failed: HTTP probe failed with statuscode: 503'),
    ];
    expect(chain({ pods: [pod('web', { spec, status })], events })).toEqual([
      ['readiness-failed', 'mesh', 'pods/web'],
    ]);
  });

  it('a node that is drained: the budget, and of one that waits the Pod it waits for', () => {
    const node = { metadata: { name: 'a' }, spec: { unschedulable: true } };
    const ready = (is: string) => ({ phase: 'Running', conditions: [{ type: 'Ready', status: is }] });
    const labels = { app: 'web' };
    const pods = [
      pod('web', { labels, status: ready('True') }),
      pod('slow', { labels, status: ready('False'), spec: { nodeName: 'b' } }),
    ];
    const events = [event('slow', 'Unhealthy', 'Readiness probe failed')];
    const budget = (currentHealthy: number, disruptionsAllowed = 0) => ({
      metadata: meta('pdb'),
      spec: { minAvailable: 2, selector: { matchLabels: labels } },
      status: { currentHealthy, desiredHealthy: 2, expectedPods: 2, disruptionsAllowed },
    });
    const asked = (pdb: object, on: object = node) => {
      const objects = { nodes: [on], pods, events, 'poddisruptionbudgets.policy': [pdb] };
      return why(cluster(objects), { resource: 'nodes', namespace: '', name: 'a' }).map(({ cause }) => cause);
    };
    expect(asked(budget(2))).toEqual(['drain-held', 'budget-none']);
    expect(asked(budget(1))).toEqual(['drain-held', 'budget-waits', 'readiness-failed']);
    expect(asked(budget(2, 1))).toEqual([]);
    expect(asked(budget(2), { metadata: { name: 'a' } })).toEqual([]);
  });

  it('a request that a webhook refuses by its silence', () => {
    const configuration = {
      metadata: { name: 'checker' },
      webhooks: [
        { name: 'check.example.com', clientConfig: { service: { namespace: 'ops', name: 'gone' } } },
      ],
    };
    const objects = { 'validatingwebhookconfigurations.admissionregistration.k8s.io': [configuration] };
    const printed =
      'Error from server (InternalError): error when creating "p.yaml": Internal error occurred: failed calling webhook "check.example.com": failed to call webhook: service "gone" not found\n';
    expect(whyRefused(cluster(objects), printed).map(({ cause }) => cause)).toEqual([
      'refused',
      'webhook-unanswered',
      'backend-missing',
    ]);
    expect(whyRefused(cluster({}), printed).map(({ cause }) => cause)).toEqual(['refused']);
  });

  it('what a program wrote last of its calls counts: refused once, then left without an answer', () => {
    const log = 'connect: Connection refused\nwget: download timed out\n';
    const status = {
      phase: 'Failed',
      containerStatuses: [{ name: 'app', state: { terminated: { reason: 'Error', exitCode: 1 } } }],
    };
    const asked = (text: string) =>
      why(
        {
          ...cluster({ pods: [pod('web', { status, spec: { restartPolicy: 'Never' } })] }),
          logs: () => text,
        },
        { resource: 'pods', namespace: 'default', name: 'web' },
      ).map(({ cause }) => cause);
    expect(asked(log)).toEqual(['peer-silent']);
    expect(asked(`${log}connect: Connection refused\n`)).toEqual(['peer-refuses']);
  });
});
