import { asList, asObject, type Json, type JsonObject } from '../../../base/json.ts';
import type { ScenarioDocument } from '../../../scenario/document.ts';
import { machineDocument } from '../../../scenario/machine.ts';
import { controlPlanesOf, isPresetName, type PresetName, presetOf } from '../../../scenario/presets.ts';

/** A worker as the form shows it: lists are words with blanks between, as kubectl takes them. */
export interface MachineRow {
  readonly name: string;
  readonly cpu: string;
  readonly memory: string;
  readonly pods: string;
  /** `example.com/gpu=2` */
  readonly resources: string;
  readonly labels: string;
  readonly taints: string;
  readonly images: string;
  readonly cordon: boolean;
}

const USUAL: MachineRow = {
  name: '',
  cpu: '4',
  memory: '8Gi',
  pods: '',
  resources: '',
  labels: '',
  taints: '',
  images: '',
  cordon: false,
};

/** The preset a scenario's cluster comes from; undefined when it brings Node objects of its own. */
export function presetName({ cluster }: ScenarioDocument): PresetName | undefined {
  if (Array.isArray(cluster?.nodes)) return undefined;
  const name = cluster?.preset ?? (typeof cluster?.nodes === 'string' ? cluster.nodes : 'recording');
  return isPresetName(name) ? name : undefined;
}

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const pairs = (map: Json | undefined): string =>
  Object.entries(asObject(map))
    .map(([key, value]) => `${key}=${textOf(value)}`)
    .join(' ');
const words = (list: Json | undefined): string => asList(list).map(textOf).join(' ');

function rowOfMachine(machine: JsonObject): MachineRow {
  return {
    name: textOf(machine['name']),
    cpu: textOf(machine['cpu']) || USUAL.cpu,
    memory: textOf(machine['memory']) || USUAL.memory,
    pods: textOf(machine['pods']),
    resources: pairs(machine['resources']),
    labels: pairs(machine['labels']),
    taints: words(machine['taints']),
    images: words(machine['images']),
    cordon: machine['cordon'] === true,
  };
}

/** The workers of a scenario's cluster: its own, or its preset's. */
export function machineRows(document: ScenarioDocument): readonly MachineRow[] {
  const preset = presetName(document);
  if (preset === undefined) return [];
  const own = document.cluster?.machines;
  const machines =
    own ??
    presetOf(preset)
      .nodes.filter(({ controlPlane }) => !controlPlane)
      .map(machineDocument);
  return machines.map(rowOfMachine);
}

/** The machines that stay whatever the rows say. */
export function fixedMachines(preset: PresetName): readonly string[] {
  return controlPlanesOf(presetOf(preset)).map(({ name }) => name);
}

const split = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== '');

function mapOf(text: string): JsonObject {
  return Object.fromEntries(
    split(text).map((word) => {
      const at = word.indexOf('=');
      return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}

/** A row as the scenario has it; what cannot be stays as it is, for the scenario's reader to name. */
function machineOf(row: MachineRow): JsonObject {
  const { name, cpu, memory, pods, resources, labels, taints, images, cordon } = row;
  return {
    name: name.trim(),
    ...(cpu.trim() === USUAL.cpu ? {} : { cpu: cpu.trim() }),
    ...(memory.trim() === USUAL.memory ? {} : { memory: memory.trim() }),
    ...(pods.trim() === '' ? {} : { pods: /^\d+$/.test(pods.trim()) ? Number(pods) : pods }),
    ...(split(resources).length === 0 ? {} : { resources: mapOf(resources) }),
    ...(split(labels).length === 0 ? {} : { labels: mapOf(labels) }),
    ...(split(taints).length === 0 ? {} : { taints: split(taints) }),
    ...(split(images).length === 0 ? {} : { images: split(images) }),
    ...(cordon ? { cordon } : {}),
  };
}

/** The scenario with these workers; the preset's own need no word. */
export function withMachines(document: ScenarioDocument, rows: readonly MachineRow[]): ScenarioDocument {
  const { machines: _before, ...cluster } = document.cluster ?? {};
  const plain = { ...document, cluster };
  const same = JSON.stringify(machineRows(plain)) === JSON.stringify(rows);
  return same ? plain : { ...document, cluster: { ...cluster, machines: rows.map(machineOf) } };
}

/** One more worker, under a name that none has. */
export function moreRows(rows: readonly MachineRow[], like: MachineRow = USUAL): readonly MachineRow[] {
  const taken = new Set(rows.map(({ name }) => name));
  let number = rows.length + 1;
  while (taken.has(`worker-${number}`)) number++;
  return [...rows, { ...like, name: `worker-${number}` }];
}
