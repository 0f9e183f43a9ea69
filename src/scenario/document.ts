import type { JsonObject } from '../base/json.ts';

/** A text in one language for all, or in both. */
export type Localized = string | { readonly en: string; readonly ko: string };

/** Version of the file format; absent means 1. */
export const FORMAT_VERSION = 1;

/**
 * The scenario as its YAML or JSON file has it: stable, versioned, apart from the type the product works with
 * (`scenario.ts`). Times are texts such as `2.5s`.
 */
export interface ScenarioDocument {
  readonly formatVersion?: number;
  readonly title: Localized;
  readonly tags?: readonly string[];
  readonly cluster?: ClusterDocument;
  readonly files?: Readonly<Record<string, string>>;
  /** Image names and the figures of their programs; see `custom-image.ts`. */
  readonly images?: JsonObject;
  readonly steps: readonly StepDocument[];
  readonly until?: string;
  readonly seed?: number;
  readonly view?: ViewDocument;
  /** kubectl command lines after a recording; the product does not run them. */
  readonly cleanup?: readonly string[];
  readonly compare?: 'distribution';
  readonly compareNodes?: boolean;
  readonly countAttempts?: boolean;
}

export interface ClusterDocument {
  readonly preset?: string;
  /** Node manifests, or the name of a preset. */
  readonly nodes?: string | readonly JsonObject[];
  /** Workers in place of the preset's; see `machine.ts`. */
  readonly machines?: readonly JsonObject[];
  readonly objects?: readonly JsonObject[];
  readonly namespaceLabels?: Readonly<Record<string, string>>;
  /** Seconds between the objects and the first step. */
  readonly settle?: number;
  readonly pinNodes?: boolean;
  /** The cluster has a metrics server from the start. */
  readonly metricsServer?: boolean;
  readonly anyNode?: boolean;
  readonly startSecond?: number;
  readonly runPods?: boolean;
  readonly settings?: Readonly<Record<string, number>>;
  /** Whom kubectl can be besides the administrator. */
  readonly users?: readonly JsonObject[];
  readonly webhooks?: readonly JsonObject[];
}

export interface StepDocument {
  readonly at: string;
  readonly apply?: string;
  readonly create?: string;
  readonly kubectl?: string;
  /** A line typed into the shell of the learner's machine. */
  readonly run?: string;
  readonly stdin?: string;
  readonly as?: string;
  /** Seconds. */
  readonly timeout?: number;
  readonly fault?: JsonObject;
  /** Whom kubectl is from here on: a name. */
  readonly user?: string;
  readonly webhook?: JsonObject;
  readonly traffic?: JsonObject;
  readonly addNode?: JsonObject;
  /** Seconds. */
  readonly readyAfter?: number;
}

export interface ViewDocument {
  readonly cursor?: string;
  readonly selection?: string;
  readonly level?: number;
  readonly lang?: string;
}
