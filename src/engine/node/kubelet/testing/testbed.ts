import type { KubeObject } from '../../../../api/object.ts';
import type { TraceRecord } from '../../../../trace/record.ts';
import { createApiServer } from '../../../apiserver/server.ts';
import { Kernel } from '../../../kernel/kernel.ts';
import { settingsWith } from '../../../kernel/settings.ts';
import type { Task } from '../../../kernel/task.ts';
import { Client } from '../../../machinery/client.ts';
import { createNetwork } from '../../../network/wires.ts';
import { createImageCatalogue } from '../../../workloads/images/create.ts';
import { FileTree } from '../../../workloads/vfs/tree.ts';
import { type NodeMachine, createContainerd } from '../../cri/create-containerd.ts';
import { type Kubelet, createKubelet } from '../kubelet.ts';

const ADMIN = {
  user: 'admin',
  groups: ['system:masters', 'system:authenticated'],
  client: 'kubectl',
  from: 'outside',
};
const CAPACITY = { cpu: '2', memory: '8Gi', pods: '110', 'ephemeral-storage': '100Gi' };

/** One node on a real API server, for tests. */
export class Testbed {
  readonly kernel: Kernel;
  readonly records: TraceRecord[] = [];
  readonly machine: NodeMachine;
  readonly kubelet: Kubelet;
  readonly client: Client;

  constructor(options: { readonly preloaded?: readonly string[]; readonly seed?: number } = {}) {
    this.kernel = new Kernel({
      seed: options.seed ?? 1,
      epochUs: 1_796_029_212_000_000,
      startAt: -20_000_000,
      sink: (record) => this.records.push(record),
    });
    const { kernel } = this;
    const settings = settingsWith();
    const server = createApiServer({ kernel, settings });
    const context = {
      kernel,
      settings,
      connect: (identity: Client['identity']) => new Client(server, identity),
    };
    this.client = context.connect(ADMIN);
    const network = createNetwork({ kernel, settings });
    const netns = network.addNode({ name: 'worker-1', address: '10.99.0.2', podCIDR: '10.244.1.0/24' });
    const catalogue = createImageCatalogue({ world: 'recording', roundTripUs: settings.registryRoundTripUs });
    this.machine = createContainerd(context, {
      nodeName: 'worker-1',
      address: '10.99.0.2',
      podCIDR: '10.244.1.0/24',
      capacity: CAPACITY,
      network,
      netns,
      catalogue,
      preloaded: options.preloaded ?? catalogue.preloaded,
      sharedVolume: () => new FileTree({ source: 'shared', type: 'nfs' }),
    });
    this.kubelet = createKubelet(context, {
      identity: {
        user: 'system:node:worker-1',
        groups: ['system:nodes', 'system:authenticated'],
        client: 'kubelet',
        from: 'worker-1',
      },
      host: this.machine.host,
      runtime: this.machine.runtime,
      images: this.machine.images,
      machine: {
        capacity: CAPACITY,
        labels: {},
        osImage: 'Debian GNU/Linux 13 (trixie)',
        kernelVersion: '6.12.0',
        containerRuntimeVersion: 'containerd://2.1.9',
        kubeletVersion: 'v1.36.2',
        architecture: 'amd64',
      },
    });
    kernel.spawn(this.boot());
    this.run(0);
  }

  private *boot(): Task {
    for (const [resource, object] of SEEDS) yield* this.client.create(resource, object);
    this.machine.start();
    this.kubelet.start();
  }

  /** Runs until a virtual second. */
  run(seconds: number): void {
    this.kernel.advance({ until: seconds * 1_000_000 });
  }

  /** Creates an object and answers what the server said when it refused. */
  create(resource: string, object: object): void {
    this.kernel.spawn(
      (function* (client: Client): Task {
        const made = yield* client.create(resource, object);
        if (!made.ok) throw new Error(made.error.message);
      })(this.client),
    );
    this.kernel.advance({ until: this.kernel.now() + 20_000 });
  }

  delete(name: string, gracePeriodSeconds?: number): void {
    this.kernel.spawn(
      this.client.delete(
        'pods',
        { namespace: 'default', name },
        gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds },
      ),
    );
    this.kernel.advance({ until: this.kernel.now() + 20_000 });
  }

  /** Versions of an object, in order. */
  versions(resource: string, name: string): readonly KubeObject[] {
    const out: KubeObject[] = [];
    for (const record of this.records) {
      if (record.kind === 'object.put' && record.data.resource === resource && record.data.name === name)
        out.push(record.data.object);
    }
    return out;
  }

  /** `reason message` of each Event, in order of creation. */
  events(): string[] {
    const out: string[] = [];
    for (const record of this.records) {
      if (
        record.kind !== 'object.put' ||
        record.data.resource !== 'events' ||
        record.data.prevSeq !== undefined
      )
        continue;
      const event = record.data.object as KubeObject & {
        reason?: string;
        message?: string;
        involvedObject?: { kind?: string };
      };
      if (event.involvedObject?.kind === 'Pod') out.push(`${event.reason} ${event.message}`);
    }
    return out;
  }
}

const ROOT_CA = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'kube-root-ca.crt', namespace: 'default' },
  data: { 'ca.crt': 'CA' },
};
const SEEDS: readonly (readonly [string, KubeObject])[] = [
  ['namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } }],
  ['namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-node-lease' } }],
  [
    'serviceaccounts',
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'default' } },
  ],
  ['configmaps', ROOT_CA],
];
