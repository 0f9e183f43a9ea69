import { parseDocument, stringify } from 'yaml';
import type { JsonObject } from '../../../base/json.ts';
import type { ScenarioDocument, StepDocument } from '../../../scenario/document.ts';

/** A step as a row of the form shows it. `other` is everything the form has no field for, as YAML. */
export type RowKind = 'kubectl' | 'run' | 'apply' | 'create' | 'fault' | 'other';
export interface StepRow {
  readonly at: string;
  readonly kind: RowKind;
  readonly text: string;
}

export const ROW_KINDS: readonly RowKind[] = ['kubectl', 'run', 'apply', 'create', 'fault', 'other'];
const LINES = ['kubectl', 'run', 'apply', 'create'] as const;

/** A value as one line of YAML. */
export const flow = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();

/** The row of a step. */
export function rowOf({ at, ...rest }: StepDocument): StepRow {
  const keys = Object.keys(rest);
  const only = keys.length === 1 ? keys[0] : undefined;
  for (const kind of LINES)
    if (only === kind && typeof rest[kind] === 'string') return { at, kind, text: rest[kind] };
  if (only === 'fault') return { at, kind: 'fault', text: flow(rest.fault) };
  return { at, kind: 'other', text: flow(rest) };
}

/** Undefined when the text is no YAML. */
export function readYaml(text: string): unknown {
  const document = parseDocument(text, { logLevel: 'silent' });
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown;
  } catch (error) {
    // Aliases of what is not there, or too many of them.
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The step of a row; what cannot be read stays text, so that the scenario's reader names the problem. */
export function stepOf({ at, kind, text }: StepRow): StepDocument {
  if (kind === 'fault') return { at, fault: (readYaml(text) ?? text) as JsonObject };
  if (kind !== 'other') return { at, [kind]: text };
  const rest = readYaml(text);
  return isObject(rest) ? { ...rest, at } : { at, run: text };
}

/** The scenario's settings with one changed; the default is left out. */
export function withSetting(
  document: ScenarioDocument,
  name: string,
  value: number | undefined,
): ScenarioDocument {
  const { [name]: _old, ...others } = document.cluster?.settings ?? {};
  const settings = value === undefined ? others : { ...others, [name]: value };
  const { settings: _all, ...cluster } = document.cluster ?? {};
  return {
    ...document,
    cluster: Object.keys(settings).length === 0 ? cluster : { ...cluster, settings },
  };
}
