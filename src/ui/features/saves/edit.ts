import { parse, stringify } from 'yaml';
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

const flow = (value: unknown): string => stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();

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
function readYaml(text: string): unknown {
  try {
    return parse(text, { logLevel: 'silent', maxAliasCount: 100 }) as unknown;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The step of a row; what cannot be read stays text, so that the scenario's reader names the problem. */
export function stepOf({ at, kind, text }: StepRow): StepDocument {
  if (kind === 'fault') return { at, fault: readYaml(text) as JsonObject };
  if (kind !== 'other') return { at, [kind]: text };
  const rest = readYaml(text);
  return isObject(rest) ? { ...rest, at } : { at, run: text };
}

/** What is done to a node before the first step. Labels and taints as kubectl takes them. */
export interface NodeRow {
  readonly labels: string;
  readonly taints: string;
  readonly cordon: boolean;
}
export const PLAIN_NODE: NodeRow = { labels: '', taints: '', cordon: false };

const AT_START = '0s';
const NODE_STEP = /^(?:(label|taint) node (\S+) (.+?)|(cordon) (\S+))$/;
const words = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** Takes the leading steps that set up nodes apart from the others. */
export function splitNodes(steps: readonly StepDocument[]): {
  readonly nodes: Readonly<Record<string, NodeRow>>;
  readonly rest: readonly StepDocument[];
} {
  const nodes: Record<string, NodeRow> = {};
  let place = 0;
  for (; place < steps.length; place++) {
    const step = steps[place];
    const line = step?.at === AT_START && step.kubectl !== undefined ? NODE_STEP.exec(step.kubectl) : null;
    if (line === null) break;
    const [, verb, name, what = '', , cordoned] = line;
    const node = name ?? cordoned ?? '';
    const before = nodes[node] ?? PLAIN_NODE;
    if (verb === 'label') nodes[node] = { ...before, labels: words(`${before.labels} ${what}`) };
    else if (verb === 'taint') nodes[node] = { ...before, taints: words(`${before.taints} ${what}`) };
    else nodes[node] = { ...before, cordon: true };
  }
  return { nodes, rest: steps.slice(place) };
}

/** The steps that set up nodes, as kubectl is told. */
export function nodeSteps(nodes: Readonly<Record<string, NodeRow>>): readonly StepDocument[] {
  return Object.entries(nodes).flatMap(([name, { labels, taints, cordon }]) => [
    ...(words(labels) === '' ? [] : [{ at: AT_START, kubectl: `label node ${name} ${words(labels)}` }]),
    ...(words(taints) === '' ? [] : [{ at: AT_START, kubectl: `taint node ${name} ${words(taints)}` }]),
    ...(cordon ? [{ at: AT_START, kubectl: `cordon ${name}` }] : []),
  ]);
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
