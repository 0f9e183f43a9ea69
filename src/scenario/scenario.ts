import type { JsonObject } from '../base/json.ts';
import type { Level, SimTime } from '../trace/ids.ts';
import type { CustomImage } from './custom-image.ts';
import type { Localized } from './document.ts';
import type { Fault } from './fault.ts';
import type { TrafficSetup } from './traffic.ts';
import type { PresetName, PresetNode } from './presets.ts';
import type { ClusterUser } from './user.ts';
import type { WebhookSetup } from './webhook.ts';

export type { Localized } from './document.ts';

/** What the product plays: a cluster, and what happens to it when. Checked; every absent key of the file has its default. */
export interface Scenario {
  readonly title: Localized;
  readonly tags: readonly string[];
  readonly cluster: ClusterSetup;
  /** The learner's files, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** In order of `at`. */
  readonly steps: readonly Step[];
  /** Where the run ends; absent: when the cluster is quiet. */
  readonly untilUs?: SimTime;
  readonly seed: number;
  readonly view?: View;
  /** How its recording is compared (scheduler area). */
  readonly comparison: Comparison;
  readonly cleanup: readonly string[];
}

export interface ClusterSetup {
  readonly nodes: NodeSource;
  /** Applied before the first step, in order. */
  readonly objects: readonly JsonObject[];
  /** Labels of the namespace `default`. */
  readonly namespaceLabels: Readonly<Record<string, string>>;
  /** Between the objects and the first step. */
  readonly settleUs: number;
  readonly kubelets: Kubelets;
  /** The first step is at this second of a minute. */
  readonly startSecond?: number;
  /** Node names are part of what is compared. */
  readonly pinNodes: boolean;
  /** The cluster has a metrics server from the start. */
  readonly metricsServer: boolean;
  /** Which of the equal nodes was chosen is not the point. */
  readonly anyNode: boolean;
  /** Latencies that differ from the defaults, by the engine's setting names. */
  readonly settings: Readonly<Record<string, number>>;
  /** Whom kubectl can be, besides the administrator and the known users; each has a context in the kubeconfig. */
  readonly users: readonly ClusterUser[];
  /** Registered before `objects` are applied. */
  readonly webhooks: readonly WebhookSetup[];
  /** Images of the scenario's own, before all that are known. */
  readonly images: readonly CustomImage[];
}

/** Node objects that exist without a machine have a stand-in for the kubelet: bound Pods count as Running, or wait. */
export type Kubelets = 'real' | 'stand-in-running' | 'stand-in-idle';

export type NodeSource =
  | {
      readonly from: 'preset';
      readonly preset: PresetName;
      /** Workers in place of the preset's. */
      readonly machines?: readonly PresetNode[];
    }
  | { readonly from: 'manifests'; readonly manifests: readonly JsonObject[] };

export type Step = { readonly at: SimTime } & Action;

export type Action =
  /** `kubectl apply -f -` or `kubectl create -f -` with the text as standard input. */
  | { readonly kind: 'apply' | 'create'; readonly text: string; readonly as?: string }
  | {
      readonly kind: 'kubectl';
      /** The arguments as typed, without `kubectl`. */
      readonly line: string;
      readonly stdin?: string;
      readonly as?: string;
      /** A command still running after this long is interrupted. */
      readonly timeoutUs?: number;
    }
  /** A line typed into the shell of the learner's machine: pipes, curl, ssh, kubectl. */
  | { readonly kind: 'run'; readonly line: string }
  | { readonly kind: 'fault'; readonly fault: Fault }
  /** From here on kubectl is this user: its context is made where there is none yet, and used. */
  | { readonly kind: 'user'; readonly name: string }
  /** A webhook is registered, with the program behind it. */
  | { readonly kind: 'webhook'; readonly webhook: WebhookSetup }
  /** Users begin to ask a Service, or go on at another rate, or stop. */
  | { readonly kind: 'traffic'; readonly traffic: TrafficSetup }
  /** A node joins: registered not ready, ready after this long. */
  | { readonly kind: 'add-node'; readonly node: JsonObject; readonly readyAfterUs: number };

export interface View {
  readonly cursorUs?: SimTime;
  readonly selection?: string;
  readonly level?: Level;
  readonly lang?: 'en' | 'ko';
}

export interface Comparison {
  /** Count Pods per node instead of comparing each Pod. */
  readonly distribution: boolean;
  /** In a distribution, node names count. */
  readonly nodeNames: boolean;
  /** Numbers of attempts and of Event objects count. */
  readonly attempts: boolean;
}
