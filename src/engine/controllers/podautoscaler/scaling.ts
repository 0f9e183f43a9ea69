import type { HorizontalPodAutoscaler, Pod } from '../../../api/generated/types.ts';
import type { Result } from '../../../base/result.ts';
import { LateCode } from '../../kernel/late-code.ts';
import type { MetricFailure } from './decide.ts';

type Status = NonNullable<HorizontalPodAutoscaler['status']>;

/** What the metrics API tells of one Pod. */
export interface PodMetrics {
  readonly metadata: { readonly name: string };
  readonly timestamp: string;
  readonly window: string;
  readonly containers: readonly {
    readonly name: string;
    readonly usage: Readonly<Record<string, string>>;
  }[];
}

/** What a look at the target's Pods found. */
export interface Measurement {
  readonly replicas: number;
  /** Those its selector picks. */
  readonly pods: readonly Pod[];
  /** The error is what the client makes of the API's refusal. */
  readonly metrics: Result<readonly PodMetrics[], string>;
  readonly nowUnixUs: number;
}

/** What the metrics ask for: the most of any of them, and those that could not be had. */
export interface Proposal {
  /** Undefined where nothing can be said. */
  readonly replicas: number | undefined;
  /** Which metric asked for it. */
  readonly metric: string;
  readonly statuses: NonNullable<Status['currentMetrics']>;
  readonly failures: readonly MetricFailure[];
}

/** A step that was taken, or asked for. */
export interface Change {
  readonly atUs: number;
  readonly replicas: number;
}

/** What an autoscaler remembers of itself between looks. */
export interface History {
  recommendations: readonly Change[];
  /** By how much it was scaled, up and down, as positive numbers. */
  ups: readonly Change[];
  downs: readonly Change[];
}

export interface Norm {
  readonly replicas: number;
  readonly able: { readonly reason: string; readonly message: string };
  readonly limited: { readonly status: 'True' | 'False'; readonly reason: string; readonly message: string };
}

export interface Scaling {
  propose(autoscaler: HorizontalPodAutoscaler, measured: Measurement): Proposal;
  /** What may be done of what is asked for. Adds to the history what was asked for. */
  normalize(
    autoscaler: HorizontalPodAutoscaler,
    history: History,
    asked: { readonly current: number; readonly desired: number; readonly nowUs: number },
  ): Norm;
}

/** The code comes with a run that serves metrics. */
export const SCALING = new LateCode<Scaling>('http', 'scaling by metrics');
