import type { ObjectRef } from '../../../api/object.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Seq } from '../../../trace/ids.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type Task, sleep, sleepUntil } from '../../kernel/task.ts';
import type { NetNamespace, Network } from '../../network/port.ts';
import { HostLocal } from './host-local.ts';

// Models libcni and containernetworking plugins/main/bridge with host-local IPAM; containerd's watch of /etc/cni/net.d.

export interface CniOptions {
  readonly kernel: Kernel;
  readonly nodeName: string;
  readonly network: Network;
  readonly podCidr: string;
  readonly addUs: number;
}

/** What is in /etc/cni/net.d: a good file, none, or one that names a plugin that is not there. */
export type CniConfig = 'ok' | 'missing-config' | 'plugin-error';

export interface CniTarget {
  readonly pod: ObjectRef;
  readonly podUid: string;
  readonly sandbox: string;
  readonly ns: NetNamespace;
}

const NETWORK = 'podnet';
/** The part of an ADD that one sandbox of a node goes through at a time: host-local and iptables each hold a lock. */
const LOCKED_PART = 0.2;
const MISSING_PLUGIN = 'nosuch';
export const CNI_NOT_INITIALIZED = 'cni plugin not initialized';

/** Where a sandbox's network namespace is kept open: under a UUID, which here is made of the sandbox's id. */
export function netnsPath(sandbox: string): string {
  return `/var/run/netns/cni-${sandbox.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')}`;
}

/** A plugin's answer, as the CNI library caches it. */
export interface CniResult {
  readonly cniVersion: string;
  readonly interfaces: readonly { readonly name: string; readonly mac: string; readonly sandbox?: string }[];
  readonly ips: readonly { readonly address: string; readonly gateway: string; readonly interface: number }[];
  readonly routes: readonly { readonly dst: string; readonly gw?: string }[];
  readonly dns: object;
}

/** One node's Pod network: a bridge, its addresses, and the configuration that containerd has read. */
export class Cni {
  private readonly options: CniOptions;
  readonly ipam: HostLocal;
  private config: CniConfig = 'ok';
  /** When the plugins' locks are free again. */
  private unlockedAt = Number.NEGATIVE_INFINITY;
  private readonly attached = new Map<string, { readonly address: string; readonly veth: string }>();
  /** Called when the configuration changes. */
  onConfig: () => void = () => undefined;

  constructor(options: CniOptions) {
    this.options = options;
    this.ipam = new HostLocal(options.podCidr);
  }

  get initialized(): boolean {
    return this.config !== 'missing-config';
  }

  /** Changes what is in the folder; containerd notices at once. */
  setConfig(config: CniConfig): void {
    if (config === this.config) return;
    this.config = config;
    this.onConfig();
  }

  /** Links on the node's side of each sandbox, for `ip link`. */
  links(): readonly { readonly sandbox: string; readonly veth: string; readonly address: string }[] {
    return [...this.attached].map(([sandbox, link]) => ({ sandbox, ...link }));
  }

  /** ADD: an address and a link for the sandbox. */
  *add(target: CniTarget): Task<Result<CniResult, string>> {
    const { kernel, addUs } = this.options;
    if (!this.initialized) return err(CNI_NOT_INITIALIZED);
    const call = this.record(target, 'ADD');
    const lockedUs = Math.round(addUs * LOCKED_PART);
    yield* sleep(addUs - lockedUs);
    this.unlockedAt = Math.max(this.unlockedAt, kernel.now()) + lockedUs;
    yield* sleepUntil(this.unlockedAt, kernel.now());
    const added = this.config === 'plugin-error' ? err(missing('add')) : this.attach(target);
    kernel.record(this.actor(), 'cni.return', {
      call,
      ...(added.ok ? { result: added.value } : { error: added.error }),
    });
    return added;
  }

  private attach({ sandbox, ns }: CniTarget): Result<CniResult, string> {
    const { network } = this.options;
    const address = this.ipam.allocate(sandbox);
    if (!address.ok) return err(`plugin type="bridge" failed (add): ${address.error}`);
    const joined = network.attach(ns, address.value);
    if (!joined.ok) {
      this.ipam.release(sandbox);
      return err(`plugin type="bridge" failed (add): ${joined.error}`);
    }
    const veth = `veth${sandbox.slice(0, 8)}`;
    this.attached.set(sandbox, { address: address.value, veth });
    return ok(this.result(address.value, veth, sandbox));
  }

  private result(address: string, veth: string, sandbox: string): CniResult {
    const mac = `0a:58:${address
      .split('.')
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join(':')}`;
    return {
      cniVersion: '1.0.0',
      interfaces: [
        { name: 'cni0', mac: '0a:58:0a:f4:00:01' },
        { name: veth, mac },
        { name: 'eth0', mac, sandbox: netnsPath(sandbox) },
      ],
      ips: [{ address: `${address}/${this.ipam.prefix}`, gateway: this.ipam.gateway, interface: 2 }],
      routes: [{ dst: '0.0.0.0/0', gw: this.ipam.gateway }],
      dns: {},
    };
  }

  /** DEL: succeeds when there is nothing left to do. */
  del(target: CniTarget): Result<void, string> {
    const { kernel, network } = this.options;
    if (!this.initialized) return err(CNI_NOT_INITIALIZED);
    const call = this.record(target, 'DEL');
    if (this.config === 'plugin-error') {
      const error = missing('delete');
      kernel.record(this.actor(), 'cni.return', { call, error });
      return err(error);
    }
    for (const address of this.ipam.release(target.sandbox)) network.detach(target.ns, address);
    this.attached.delete(target.sandbox);
    kernel.record(this.actor(), 'cni.return', { call });
    return ok();
  }

  private record({ pod, sandbox }: CniTarget, command: 'ADD' | 'DEL'): Seq {
    const { kernel, nodeName } = this.options;
    return (kernel.record(this.actor(), 'cni.call', { node: nodeName, pod, command, sandbox }) ?? 0) as Seq;
  }

  private actor(): string {
    return `cni/${this.options.nodeName}`;
  }

  /** Name of the network, as in /var/lib/cni/results. */
  get networkName(): string {
    return NETWORK;
  }
}

function missing(operation: 'add' | 'delete'): string {
  return `plugin type="${MISSING_PLUGIN}" failed (${operation}): failed to find plugin "${MISSING_PLUGIN}" in path [/opt/cni/bin]`;
}
