import type { KubeObject } from '../../api/object.ts';
import type { registerWebhookProgram } from './webhooks.ts';
import { LateCode } from '../kernel/late-code.ts';

/** What a scenario's cluster may have besides what every cluster has. */
export interface Addons {
  /** As one installs it where kubelets sign their own certificates. */
  readonly metricsServer: () => readonly KubeObject[];
  /** The program behind an admission webhook. */
  readonly registerWebhook: typeof registerWebhookProgram;
}

export const ADDONS = new LateCode<Addons>('http', 'the add-ons of a cluster');
