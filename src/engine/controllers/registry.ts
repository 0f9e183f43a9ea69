import type { TaskHandle } from '../kernel/kernel.ts';
import { type Task, wait } from '../kernel/task.ts';
import type { Client, Identity } from '../machinery/client.ts';
import type { Component, ComponentContext } from '../machinery/component.ts';
import { EventRecorder } from '../machinery/event-recorder.ts';
import { SharedInformers } from '../machinery/informers.ts';
import { LeaderElection } from '../machinery/leader-election.ts';
import type { Controller, ControllerContext } from './common/controller.ts';
import { MANAGER } from './common/step.ts';
import { type Rate, throttled } from './common/throttle.ts';
import { createAttachDetachController } from './attachdetach/controller.ts';
import { createCronJobController } from './cronjob/controller.ts';
import { createDaemonSetController } from './daemonset/controller.ts';
import { createDeploymentController } from './deployment/controller.ts';
import { createDisruptionController } from './disruption/controller.ts';
import { createEndpointsController } from './endpoints/controller.ts';
import { createEndpointSliceController } from './endpointslice/controller.ts';
import { createEndpointSliceMirroringController } from './endpointslicemirroring/controller.ts';
import { createEphemeralVolumeController } from './ephemeralvolume/controller.ts';
import { createGarbageCollector } from './garbagecollector/controller.ts';
import { createJobController } from './job/controller.ts';
import { createNamespaceController } from './namespace/controller.ts';
import { createNodeLifecycleController } from './nodelifecycle/controller.ts';
import { createNodeIpamController } from './nodeipam/controller.ts';
import { createPersistentVolumeController } from './persistentvolume/controller.ts';
import { createPodAutoscalerController } from './podautoscaler/controller.ts';
import { createPodGarbageCollector } from './podgc/controller.ts';
import { createReplicaSetController } from './replicaset/controller.ts';
import { createResourceQuotaController } from './resourcequota/controller.ts';
import { createRootCaPublisher } from './rootca/controller.ts';
import { createServiceAccountController } from './serviceaccount/controller.ts';
import { createTokensController } from './serviceaccount/tokens-controller.ts';
import { createStatefulSetController } from './statefulset/controller.ts';
import { createTaintEvictionController } from './tainteviction/controller.ts';
import { createTtlController } from './ttl/controller.ts';
import { createTtlAfterFinishedController } from './ttlafterfinished/controller.ts';
import { createVolumeExpandController } from './volumeexpand/controller.ts';
import {
  createClaimProtectionController,
  createVolumeProtectionController,
} from './volumeprotection/controller.ts';

export interface ControllerManagerOptions {
  /** The node it runs on. */
  readonly node: string;
  /** The cluster's CA certificate, in PEM. */
  readonly rootCa: string;
}

/** One controller: whom it writes as, what its Events call it, and how it is made. */
interface Entry {
  /** Service account of kube-system and user agent. */
  readonly account: string;
  /** It signs for the accounts, so it has none itself: it writes as the manager. */
  readonly isManager?: boolean;
  /** Event source; the account's name unless it differs. */
  readonly source?: string;
  /** How fast it may ask, where that is not the manager's default. */
  readonly rate?: Rate;
  create(context: ControllerContext, options: ControllerManagerOptions): Controller;
}

/** --kube-api-qps and --kube-api-burst. */
const DEFAULT_RATE: Rate = { qps: 20, burst: 30 };

const CONTROLLERS: readonly Entry[] = [
  { account: 'service-account-controller', create: createServiceAccountController },
  {
    account: 'root-ca-cert-publisher',
    create: (context, { rootCa }) => createRootCaPublisher(context, rootCa),
  },
  { account: 'deployment-controller', create: createDeploymentController },
  { account: 'replicaset-controller', create: createReplicaSetController },
  { account: 'statefulset-controller', create: createStatefulSetController },
  { account: 'daemon-set-controller', source: 'daemonset-controller', create: createDaemonSetController },
  { account: 'job-controller', create: createJobController },
  { account: 'cronjob-controller', create: createCronJobController },
  { account: 'ttl-after-finished-controller', create: createTtlAfterFinishedController },
  { account: 'generic-garbage-collector', rate: { qps: 40, burst: 60 }, create: createGarbageCollector },
  {
    account: 'endpointslice-controller',
    source: 'endpoint-slice-controller',
    create: createEndpointSliceController,
  },
  { account: 'endpoint-controller', create: createEndpointsController },
  { account: 'endpointslicemirroring-controller', create: createEndpointSliceMirroringController },
  { account: 'node-controller', create: createNodeLifecycleController },
  { account: 'node-controller', source: 'taint-eviction-controller', create: createTaintEvictionController },
  { account: 'node-controller', source: 'cidrAllocator', create: createNodeIpamController },
  { account: 'ttl-controller', create: createTtlController },
  { account: 'pod-garbage-collector', create: createPodGarbageCollector },
  { account: 'namespace-controller', rate: { qps: 400, burst: 3_000 }, create: createNamespaceController },
  {
    account: 'persistent-volume-binder',
    source: 'persistentvolume-controller',
    create: createPersistentVolumeController,
  },
  { account: 'attachdetach-controller', create: createAttachDetachController },
  { account: 'expand-controller', source: 'volume_expand', create: createVolumeExpandController },
  { account: 'pvc-protection-controller', create: createClaimProtectionController },
  { account: 'pv-protection-controller', create: createVolumeProtectionController },
  { account: 'horizontal-pod-autoscaler', create: createPodAutoscalerController },
  { account: 'disruption-controller', source: 'controllermanager', create: createDisruptionController },
  { account: 'resourcequota-controller', create: createResourceQuotaController },
  {
    account: 'ephemeral-volume-controller',
    source: 'ephemeral_volume',
    create: createEphemeralVolumeController,
  },
  {
    account: 'tokens-controller',
    isManager: true,
    create: (context, { rootCa }) => createTokensController(context, rootCa),
  },
];

/** The controller manager: a stopped one forgets everything, and a started one first has to become the leader. */
export function createControllerManager(
  context: ComponentContext,
  options: ControllerManagerOptions,
): Component {
  return new ControllerManager(context, options);
}

class ControllerManager implements Component {
  readonly name = MANAGER;
  private readonly context: ComponentContext;
  private readonly options: ControllerManagerOptions;
  private readonly client: Client;
  private life: TaskHandle<void> | undefined;
  private running: Running | undefined;

  constructor(context: ComponentContext, options: ControllerManagerOptions) {
    this.context = context;
    this.options = options;
    this.client = context.connect(managerIdentity(options.node));
  }

  start(): void {
    this.life ??= this.context.kernel.spawn(this.live(), { background: false });
  }

  stop(): void {
    this.life?.cancel();
    this.life = undefined;
    this.running?.stop();
    this.running = undefined;
  }

  /** Leads, works, and starts over when it cannot keep the lease (upstream the process ends and is started again). */
  private *live(): Task {
    for (;;) {
      const identity = `${this.options.node}_${this.context.kernel.uid()}`;
      const election = new LeaderElection(this.context.kernel, this.client, { name: MANAGER, identity });
      yield* election.acquire();
      this.running = new Running(this.context, this.client, this.options);
      this.running.start();
      yield* this.lead(election);
      this.running.stop();
      this.running = undefined;
    }
  }

  /** Renewing goes on for ever and matters to nobody while it succeeds. */
  private *lead(election: LeaderElection): Task {
    const renewing = this.context.kernel.spawn(election.renew(), { background: true });
    try {
      yield* wait(renewing.done);
    } finally {
      renewing.cancel();
    }
  }
}

/** What one term as leader consists of: informers and controllers, made anew. */
class Running {
  private readonly informers: SharedInformers;
  private readonly controllers: readonly Controller[];
  private readonly recorders: EventRecorder[] = [];

  constructor(context: ComponentContext, client: Client, options: ControllerManagerOptions) {
    const { kernel, settings } = context;
    this.informers = new SharedInformers(kernel, client);
    this.controllers = CONTROLLERS.map(({ account, isManager, source, rate, create }) => {
      const identity =
        isManager === true
          ? { ...managerIdentity(options.node), client: account }
          : accountIdentity(account, options.node);
      const own = throttled(kernel, context.connect(identity), rate ?? DEFAULT_RATE);
      const recorder = new EventRecorder(kernel, own, { component: source ?? account });
      this.recorders.push(recorder);
      return create({ kernel, settings, client: own, recorder, informers: this.informers }, options);
    });
  }

  start(): void {
    this.informers.start();
    for (const controller of this.controllers) controller.start();
  }

  stop(): void {
    for (const controller of this.controllers) controller.stop();
    for (const recorder of this.recorders) recorder.stop();
    this.informers.stop();
  }
}

function managerIdentity(node: string): Identity {
  return {
    user: 'system:kube-controller-manager',
    groups: ['system:authenticated'],
    client: MANAGER,
    from: node,
  };
}

function accountIdentity(account: string, node: string): Identity {
  return {
    user: `system:serviceaccount:kube-system:${account}`,
    groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
    client: account,
    from: node,
  };
}
