import type { Kernel } from '../kernel/kernel.ts';
import type { Settings } from '../kernel/settings.ts';
import type { Client, Identity } from './client.ts';

/** A part of the cluster that can be started, stopped and started again. Stopping forgets what only lived in memory. */
export interface Component {
  /** Upstream's name, with the node where there are several: `kubelet/worker-1`. */
  readonly name: string;
  start(): void;
  stop(): void;
}

/** What the composition root hands to every component. */
export interface ComponentContext {
  readonly kernel: Kernel;
  readonly settings: Settings;
  /** A client of the API server for this identity. */
  connect(identity: Identity): Client;
}
