import type { ScenarioDocument } from '../scenario/document.ts';
import type { Json, JsonObject } from '../base/json.ts';

/** What a run of a cluster showed from outside; times are seconds since the first step. The file format of DIR/NAME.json. */
export interface Recording {
  readonly name: string;
  /** The namespace everything ran in; it reads as `default` in the comparable form. */
  readonly namespace: string;
  readonly scenario: ScenarioDocument;
  readonly commands: readonly RecordedCommand[];
  readonly watch: readonly WatchedChange[];
  /** What `kubectl get pods -w` printed. */
  readonly rows: readonly RecordedRow[];
  /** The audit log: one entry an answered request. */
  readonly requests: readonly RecordedRequest[];
  readonly cri: readonly RecordedCall[];
  /** Only where scheduling was recorded. */
  readonly attempts?: readonly AttemptLine[];
  /** The objects at the end, by resource. */
  readonly final: Readonly<Record<string, readonly JsonObject[]>>;
}

export interface RecordedCommand {
  readonly at: number;
  /** kubectl's arguments; null for a fault. */
  readonly argv: readonly string[] | null;
  readonly fault?: JsonObject | null;
  readonly stdin?: string | null;
  /** `interrupted` when it did not end by itself. */
  readonly exit: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface WatchedChange {
  readonly at: number;
  /** Plural and lower case: `pods`. */
  readonly resource: string;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: JsonObject;
}

export interface RecordedRow {
  readonly at: number;
  readonly line: string;
}

export interface RecordedRequest {
  readonly at: number;
  readonly user: string;
  readonly agent: string;
  readonly verb: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  readonly code: number;
  readonly reason: string;
}

export interface RecordedCall {
  readonly at: number;
  /** `CreateContainer`; `.done` is added for the answer of the slow ones. */
  readonly call: string;
  readonly pod: string;
  readonly container?: string;
  readonly attempt?: number;
  /** StopContainer's grace in seconds. */
  readonly timeout?: number;
}

/** One line of kube-scheduler's work: `k` is filter, nonodes, score, pick or preempt. */
export type AttemptLine = FilterLine | NoNodesLine | ScoreLine | PickLine | PreemptLine;
interface AttemptHead {
  readonly pod: string;
  readonly at: number;
}
export interface FilterLine extends AttemptHead {
  readonly k: 'filter';
  /** How many nodes there were. */
  readonly all: number;
  readonly order: readonly string[];
  readonly feasible: readonly string[] | null;
  readonly rejected: Readonly<Record<string, JsonObject>>;
  /** The plugins that rejected. */
  readonly plugins: readonly string[] | null;
  readonly preFilter: Json;
  readonly nominated: Json;
}
export interface NoNodesLine extends AttemptHead {
  readonly k: 'nonodes';
}
export interface ScoreLine extends AttemptHead {
  readonly k: 'score';
  readonly plugins: Readonly<Record<string, PluginScores>>;
  readonly skipped: readonly string[] | null;
}
export interface PluginScores {
  readonly weight: number;
  readonly raw: Readonly<Record<string, number>>;
  readonly normalized: Readonly<Record<string, number>>;
}
export interface PickLine extends AttemptHead {
  readonly k: 'pick';
  readonly node: string;
  /** False when a single feasible node made scoring needless. */
  readonly scored: boolean;
  readonly totals: Readonly<Record<string, number>>;
}
export interface PreemptLine extends AttemptHead {
  readonly k: 'preempt';
  readonly candidates: Readonly<
    Record<string, { readonly victims: readonly string[]; readonly pdbViolations: number }>
  >;
  readonly rejected: Readonly<Record<string, Json>>;
}
