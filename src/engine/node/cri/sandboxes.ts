import type { ObjectRef } from '../../../api/object.ts';
import { type Result, ok } from '../../../base/result.ts';
import { sleep, wait } from '../../kernel/task.ts';
import type { CniTarget } from '../cni/cni.ts';
import { FileTree } from '../oci/shapes.ts';
import type { Containers } from './containers.ts';
import type { CriCall, GrpcError } from './port/error.ts';
import type { SandboxConfig, SandboxStatus } from './port/runtime.ts';
import { sandboxDirectory, writeSandboxFiles } from './sandbox-files.ts';
import { CREATE_FAILED, type CriState, NO_POWER, failed } from './state.ts';
import { INIT_ERROR } from '../oci/container.ts';
import type { Container, Sandbox } from './stores.ts';
import { refusedSysctl } from './sysctls.ts';

// Models containerd internal/cri/server/sandbox_*.go (2.1).

const SHM_BYTES = 64 * 1024 * 1024;

/** Sandboxes: a network namespace, a cgroup and a pause process. */
export class Sandboxes {
  private readonly state: CriState;
  private readonly containers: Containers;

  constructor(state: CriState, containers: Containers) {
    this.state = state;
    this.containers = containers;
  }

  *run(config: SandboxConfig): CriCall<string> {
    const { machine, kernel, cni } = this.state.options;
    const { hostNetwork, metadata } = config;
    const id = kernel.hexId(64);
    const pod = refOf(config);
    if (config.runtimeHandler !== '')
      return failed(`failed to get sandbox runtime: no runtime for "${config.runtimeHandler}" is configured`);
    const ns = hostNetwork ? machine.netns : machine.network.createNamespace(machine.nodeName, pod);
    const target: CniTarget = { pod, podUid: metadata.uid, sandbox: id, ns };
    let attached = false;
    let made = false;
    try {
      let ip = '';
      if (!hostNetwork) {
        const added = yield* cni.add(target);
        if (!added.ok) return failed(`failed to setup network for sandbox "${id}": ${added.error}`);
        attached = true;
        ip = (added.value.ips[0]?.address ?? '').split('/')[0] ?? '';
        machine.network.setResolver(ns, resolverOf(config));
      }
      yield* sleep(this.state.takes('runSandboxUs'));
      if (!this.state.powered) return failed(NO_POWER);
      const refused = refusedSysctl(config.sysctls);
      if (refused !== undefined)
        return failed(`failed to start sandbox "${id}": ${CREATE_FAILED}${INIT_ERROR}${refused}`);
      this.add(config, { id, pod, ns, ip });
      made = true;
      return ok(id);
    } finally {
      // Refused, out of power, or its caller is gone: what it got is given back.
      if (attached && !made) cni.del(target);
      if (!hostNetwork && !made) machine.network.destroyNamespace(ns);
    }
  }

  private add(config: SandboxConfig, { id, pod, ns, ip }: Pick<Sandbox, 'id' | 'pod' | 'ns' | 'ip'>): void {
    const { machine, kernel } = this.state.options;
    writeSandboxFiles(machine.files, id, config);
    const sandbox: Sandbox = {
      id,
      config,
      pod,
      createdAt: kernel.unixUs(),
      ns,
      table: this.state.newTable(pod),
      shm: new FileTree({ source: 'shm', type: 'tmpfs', sizeBytes: SHM_BYTES }),
      cgroup: machine.cgroups.make(`${config.cgroupParent}/cri-containerd-${id}.scope`, { cpuShares: 2 }),
      pause: undefined,
      state: 'READY',
      ip,
      netClosed: config.hostNetwork,
    };
    sandbox.shm.root.mode = 0o1777;
    this.startPause(sandbox);
    this.state.addSandbox(sandbox);
    this.state.tell(config.metadata.uid);
  }

  private startPause(sandbox: Sandbox): void {
    const { machine } = this.state.options;
    const handle = machine.startPause(sandbox.table);
    sandbox.pause = handle;
    handle.done.subscribe(() => {
      sandbox.state = 'NOTREADY';
      machine.cgroups.remove(sandbox.cgroup.path);
      this.state.tell(sandbox.config.metadata.uid);
    });
  }

  private containersIn(sandbox: Sandbox): Container[] {
    return this.state
      .containersOf(sandbox.config.metadata.uid)
      .filter((container) => container.sandbox === sandbox);
  }

  *stop(id: string): CriCall {
    const sandbox = this.state.sandboxes.get(id);
    if (sandbox === undefined) return ok();
    const { machine, cni } = this.state.options;
    for (const container of this.containersIn(sandbox)) {
      if (container.state !== 'RUNNING') continue;
      container.oci.kill('SIGKILL');
      yield* wait(container.ended);
    }
    sandbox.pause?.kill('SIGKILL');
    sandbox.state = 'NOTREADY';
    if (!sandbox.netClosed) {
      const target: CniTarget = {
        pod: sandbox.pod,
        podUid: sandbox.config.metadata.uid,
        sandbox: id,
        ns: sandbox.ns,
      };
      const removed = cni.del(target);
      if (!removed.ok) return failed(`failed to destroy network for sandbox "${id}": ${removed.error}`);
      machine.network.destroyNamespace(sandbox.ns);
      sandbox.netClosed = true;
      sandbox.ip = '';
    }
    yield* sleep(this.state.takes('stopSandboxUs'));
    this.state.tell(sandbox.config.metadata.uid);
    return ok();
  }

  *remove(id: string): CriCall {
    const sandbox = this.state.sandboxes.get(id);
    if (sandbox === undefined) return ok();
    if (sandbox.state === 'READY' || !sandbox.netClosed) {
      const stopped = yield* this.stop(id);
      if (!stopped.ok) return stopped;
    }
    for (const container of this.containersIn(sandbox)) yield* this.containers.remove(container.id);
    const { machine } = this.state.options;
    machine.files.remove(sandboxDirectory(id));
    this.state.removeSandbox(sandbox);
    this.state.tell(sandbox.config.metadata.uid);
    return ok();
  }

  status(id: string): Result<SandboxStatus, GrpcError> {
    const sandbox = this.state.sandboxes.get(id);
    return sandbox === undefined
      ? failed('an error occurred when try to find sandbox: not found', 'NotFound')
      : ok(statusOf(sandbox));
  }

  list(podUid: string | undefined): readonly SandboxStatus[] {
    return this.state.sandboxesOf(podUid).map(statusOf);
  }
}

function refOf({ metadata }: SandboxConfig): ObjectRef {
  return { namespace: metadata.namespace, name: metadata.name };
}

function resolverOf({ dns }: SandboxConfig): {
  nameservers: readonly string[];
  searches: readonly string[];
  ndots: number;
} {
  const ndots = dns?.options.find((option) => option.startsWith('ndots:'));
  return {
    nameservers: dns?.servers ?? [],
    searches: dns?.searches ?? [],
    ndots: ndots === undefined ? 1 : Number(ndots.slice(6)),
  };
}

function statusOf({ id, config, state, createdAt, ip }: Sandbox): SandboxStatus {
  const { metadata, hostNetwork, labels, annotations } = config;
  return { id, metadata, state, createdAt, ip, hostNetwork, labels, annotations };
}
