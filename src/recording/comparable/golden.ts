import type { Json, JsonObject } from '../../base/json.ts';

/** A command in the comparable form: outputs as lines. */
export interface ComparableCommand {
  readonly argv: readonly string[] | null;
  readonly fault?: Json;
  readonly exit: number | string;
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

export interface PodHistory {
  /** Per field the sequence of its distinct values. */
  readonly fields: Readonly<Record<string, readonly Json[]>>;
  /** Per field when each value began, in seconds. */
  readonly timing: Readonly<Record<string, readonly number[]>>;
  readonly deleted: boolean;
}

/** [type, reason, component, message] */
export type EventRow = readonly [Json, Json, Json, string];

interface GoldenHead {
  readonly name: string;
  readonly scenario?: Json;
  readonly commands: readonly ComparableCommand[];
  /** Facets or paths below them that differed between runs of the real cluster. */
  readonly vary?: readonly string[];
  /** How many recordings were compared. */
  readonly runs?: number;
  /** Counts that a program printed as `name=N`, with the least and the most seen. */
  readonly ranges?: Readonly<Record<string, readonly [least: number, most: number]>>;
}

/** The comparable form of all areas but the scheduler's. */
export interface Golden extends GoldenHead {
  readonly pods: Readonly<Record<string, PodHistory>>;
  readonly requests: Readonly<Record<string, readonly string[]>>;
  readonly cri: Readonly<Record<string, readonly string[]>>;
  readonly rows: Readonly<Record<string, readonly string[]>>;
  readonly events: Readonly<Record<string, readonly EventRow[]>>;
  readonly conditions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly final: JsonObject;
}

/** The comparable form of the scheduler area. */
export interface SchedulerGolden extends GoldenHead {
  readonly pods: JsonObject;
  readonly attempts: Readonly<Record<string, readonly Json[]>>;
  readonly nodes: JsonObject;
  readonly claims: JsonObject;
  readonly otherEvents: JsonObject;
  readonly timing?: Json;
  readonly distribution?: JsonObject;
  readonly example?: Json;
}

export function isSchedulerGolden(golden: Golden | SchedulerGolden): golden is SchedulerGolden {
  return 'attempts' in golden;
}
