import type { JsonObject } from '../base/json.ts';

/** Something the user did at a moment: a step as a scenario file has it, and the editor's tabs as they stood then. */
export interface TimedInput {
  /** `2.5s` */
  readonly at: string;
  /** One of the scenario's step forms, without its `at`. */
  readonly step: JsonObject;
  readonly files?: Readonly<Record<string, string>>;
}

/** Whether a part is stopped, slowed or started by it. */
export const isFault = ({ step }: { readonly step: object }): boolean => Object.hasOwn(step, 'fault');
