import { isDNS1123Subdomain } from '../api/names.ts';
import { amountOf, cmpAmounts, parseQuantity } from '../api/quantity.ts';
import type { JsonObject } from '../base/json.ts';
import {
  fail,
  inside,
  onlyKeys,
  optional,
  type Place,
  type Read,
  readBoolean,
  readInteger,
  readList,
  readMap,
  readObject,
  readText,
  required,
} from './checks.ts';
import { type MachineTaint, type PresetNode, TAINT_EFFECTS } from './presets.ts';

const KEYS = ['name', 'cpu', 'memory', 'pods', 'resources', 'labels', 'taints', 'cordon', 'images'] as const;
/** What a worker has that says nothing of it. */
const USUAL = { cpu: '4', memory: '8Gi' };
const MOST_MACHINES = 1000;

/** `gpu=yes:NoSchedule`, as kubectl takes it. */
const readTaint: Read<MachineTaint> = (value, place) => {
  const text = readText(value, place);
  if (text === undefined) return undefined;
  const [, key, valued, effect] = /^([^=:\s]+)(?:=([^:\s]*))?:(\w+)$/.exec(text) ?? [];
  const known = TAINT_EFFECTS.find((each) => each === effect);
  if (key === undefined || known === undefined)
    return fail(place, `must be KEY=VALUE:EFFECT, with an effect of ${TAINT_EFFECTS.join(', ')}`);
  return { key, effect: known, ...(valued === undefined || valued === '' ? {} : { value: valued }) };
};

const taintText = ({ key, value, effect }: MachineTaint): string =>
  `${key}${value === undefined ? '' : `=${value}`}:${effect}`;

/** An amount of which a machine can have some; numbers are written as text. */
const readAmount: Read<string> = (value, place) => {
  const text = typeof value === 'number' ? String(value) : readText(value, place);
  if (text === undefined) return undefined;
  const amount = parseQuantity(text);
  if (!amount.ok || cmpAmounts(amount.value, amountOf('0')) < 0)
    return fail(place, 'must be an amount such as 4, 500m or 8Gi');
  return text;
};

const readName: Read<string> = (value, place) => {
  const name = readText(value, place);
  const [wrong] = name === undefined ? [] : isDNS1123Subdomain(name);
  return wrong === undefined ? name : fail(place, wrong);
};

const readMachine: Read<PresetNode> = (value, place) => {
  const object = readObject(value, place);
  if (object === undefined) return undefined;
  onlyKeys(object, KEYS, place);
  const name = required(object, 'name', place, readName);
  const pods = optional(object, 'pods', place, readInteger);
  const taints = optional(object, 'taints', place, readList(readTaint)) ?? [];
  const images = optional(object, 'images', place, readList(readText)) ?? [];
  if (name === undefined) return undefined;
  return {
    name,
    controlPlane: false,
    tainted: false,
    cpu: optional(object, 'cpu', place, readAmount) ?? USUAL.cpu,
    memory: optional(object, 'memory', place, readAmount) ?? USUAL.memory,
    labels: optional(object, 'labels', place, readMap(readText)) ?? {},
    extended: optional(object, 'resources', place, readMap(readAmount)) ?? {},
    ...(pods === undefined ? {} : { pods }),
    ...(taints.length === 0 ? {} : { taints }),
    ...(images.length === 0 ? {} : { images }),
    ...(optional(object, 'cordon', place, readBoolean) === true ? { cordon: true } : {}),
  };
};

/** The key `machines`: workers in place of the preset's own; `taken` are names that other machines have. */
export function readMachines(
  cluster: JsonObject,
  place: Place,
  taken: readonly string[],
): readonly PresetNode[] | undefined {
  const machines = optional(cluster, 'machines', place, readList(readMachine));
  if (machines === undefined) return undefined;
  const at = inside(place, 'machines');
  const names = new Set(taken);
  machines.forEach(({ name }, index) => {
    if (names.has(name)) fail(inside(at, index), `another machine has the name ${name}`);
    names.add(name);
  });
  if (machines.length > MOST_MACHINES)
    return fail(at, `are more than ${MOST_MACHINES} machines: more is not simulated`);
  return machines;
}

/** A machine as the file has it; what is usual is left out. */
export function machineDocument(machine: PresetNode): JsonObject {
  const { name, cpu, memory, pods, labels, extended, taints = [], cordon, images = [] } = machine;
  return {
    name,
    ...(cpu === USUAL.cpu ? {} : { cpu }),
    ...(memory === USUAL.memory ? {} : { memory }),
    ...(pods === undefined ? {} : { pods }),
    ...(Object.keys(extended).length === 0 ? {} : { resources: extended }),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...(taints.length === 0 ? {} : { taints: taints.map(taintText) }),
    ...(cordon === true ? { cordon } : {}),
    ...(images.length === 0 ? {} : { images }),
  };
}
