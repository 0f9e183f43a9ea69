import type { Json, JsonObject } from '../base/json.ts';
import type { Place, Read } from './checks.ts';
import {
  fail,
  inside,
  onlyKeys,
  optional,
  readDuration,
  readList,
  readObject,
  readOneOf,
  readText,
  required,
} from './checks.ts';
import { formatDuration } from './duration.ts';
import type { Fault } from './fault.ts';
import { CNI_STATES, COMPONENTS, NODE_COMPONENTS, REGISTRY_ERRORS } from './fault.ts';

/** The keys that say which fault it is; the first that is there decides. */
const FORMS = {
  component: readComponent,
  cni: nested('cni', readCni),
  registry: nested('registry', readRegistry),
  image: nested('image', readImage),
  staticPod: nested('staticPod', readStaticPod),
  sandbox: nested('sandbox', readSandbox),
  process: nested('process', readProcess),
  partition: nested('partition', readPartition),
  node: readNode,
} as const;

/** Reads a `fault` step's value. */
export const readFault: Read<Fault> = (value, place) => {
  const object = readObject(value, place);
  if (object === undefined) return undefined;
  const form = (Object.keys(FORMS) as (keyof typeof FORMS)[]).find((key) => Object.hasOwn(object, key));
  if (form === undefined) return fail(place, `is no known fault; known are ${Object.keys(FORMS).join(', ')}`);
  return FORMS[form](object, place);
};

function nested(
  key: string,
  read: (object: JsonObject, place: Place) => Fault | undefined,
): (object: JsonObject, place: Place) => Fault | undefined {
  return (object, place) => {
    onlyKeys(object, [key], place);
    const inner = required(object, key, place, readObject);
    return inner === undefined ? undefined : read(inner, inside(place, key));
  };
}

const withNode = (node: string | undefined): { readonly node?: string } =>
  node === undefined ? {} : { node };
const withNamespace = (namespace: string | undefined): { readonly namespace?: string } =>
  namespace === undefined ? {} : { namespace };

function readComponent(object: JsonObject, place: Place): Fault | undefined {
  onlyKeys(object, ['component', 'node', 'state', 'delay'], place);
  const component = required(object, 'component', place, readOneOf(COMPONENTS));
  const state = required(object, 'state', place, readOneOf(['down', 'up', 'slow']));
  const node = optional(object, 'node', place, readText);
  if (component === undefined || state === undefined) return undefined;
  if (node !== undefined && !NODE_COMPONENTS.includes(component)) {
    return fail(
      inside(place, 'node'),
      `only ${NODE_COMPONENTS.join(', ')} run on every node; ${component} takes no node`,
    );
  }
  if (state !== 'slow') return { kind: 'component', component, ...withNode(node), state };
  const delayUs = required(object, 'delay', place, readDuration);
  return delayUs === undefined
    ? undefined
    : { kind: 'component', component, ...withNode(node), state, delayUs };
}

function readNode(object: JsonObject, place: Place): Fault | undefined {
  onlyKeys(object, ['node', 'state'], place);
  const node = required(object, 'node', place, readText);
  const state = required(object, 'state', place, readOneOf(['down', 'up']));
  return node === undefined || state === undefined ? undefined : { kind: 'node', node, state };
}

function readCni(object: JsonObject, place: Place): Fault | undefined {
  onlyKeys(object, ['node', 'state'], place);
  const node = required(object, 'node', place, readText);
  const state = required(object, 'state', place, readOneOf(CNI_STATES));
  return node === undefined || state === undefined ? undefined : { kind: 'cni', node, state };
}

function readRegistry(object: JsonObject, place: Place): Fault | undefined {
  onlyKeys(object, ['image', 'delay', 'error'], place);
  const image = required(object, 'image', place, readText);
  const delayUs = optional(object, 'delay', place, readDuration);
  const error = optional(object, 'error', place, readOneOf(REGISTRY_ERRORS));
  if (image === undefined) return undefined;
  if (delayUs !== undefined && error === undefined) return { kind: 'registry-delay', image, delayUs };
  if (error !== undefined && delayUs === undefined) return { kind: 'registry-error', image, error };
  return Object.hasOwn(object, 'delay') === Object.hasOwn(object, 'error')
    ? fail(place, 'needs either delay or error')
    : undefined;
}

function readImage(object: JsonObject, place: Place): Fault | undefined {
  onlyKeys(object, ['remove', 'node'], place);
  const image = required(object, 'remove', place, readText);
  const node = optional(object, 'node', place, readText);
  return image === undefined ? undefined : { kind: 'image-remove', image, ...withNode(node) };
}

function readStaticPod(object: JsonObject, place: Place): Fault | undefined {
  onlyKeys(object, ['node', 'name', 'image', 'state'], place);
  const node = required(object, 'node', place, readText);
  const name = required(object, 'name', place, readText);
  const image = optional(object, 'image', place, readText);
  const state = required(object, 'state', place, readOneOf(['present', 'absent']));
  if (node === undefined || name === undefined || state === undefined) return undefined;
  if (state === 'present' && image === undefined) return fail(place, 'image is missing');
  return { kind: 'static-pod', node, name, ...(image === undefined ? {} : { image }), state };
}

function readSandbox(object: JsonObject, place: Place): Fault | undefined {
  onlyKeys(object, ['pod', 'namespace', 'kill'], place);
  const pod = required(object, 'pod', place, readText);
  const namespace = optional(object, 'namespace', place, readText);
  if (object['kill'] !== true) return fail(place, 'needs kill: true');
  return pod === undefined ? undefined : { kind: 'sandbox-kill', pod, ...withNamespace(namespace) };
}

function readProcess(object: JsonObject, place: Place): Fault | undefined {
  onlyKeys(object, ['pod', 'namespace', 'container', 'signal'], place);
  const pod = required(object, 'pod', place, readText);
  const container = required(object, 'container', place, readText);
  const signal = required(object, 'signal', place, readText);
  const namespace = optional(object, 'namespace', place, readText);
  if (pod === undefined || container === undefined || signal === undefined) return undefined;
  return { kind: 'process', pod, ...withNamespace(namespace), container, signal: signal.replace(/^SIG/, '') };
}

function readPartition(object: JsonObject, place: Place): Fault | undefined {
  onlyKeys(object, ['node', 'from', 'state'], place);
  const node = required(object, 'node', place, readText);
  const from = optional(object, 'from', place, readList(readText));
  const state = required(object, 'state', place, readOneOf(['on', 'off']));
  if (node === undefined || state === undefined) return undefined;
  return { kind: 'partition', node, ...(from === undefined ? {} : { from }), state };
}

/** The fault as a file has it. */
export function faultDocument(fault: Fault): JsonObject {
  switch (fault.kind) {
    case 'component':
      return {
        component: fault.component,
        ...withNode(fault.node),
        state: fault.state,
        ...(fault.state === 'slow' ? { delay: formatDuration(fault.delayUs) } : {}),
      };
    case 'node':
      return { node: fault.node, state: fault.state };
    case 'registry-delay':
      return { registry: { image: fault.image, delay: formatDuration(fault.delayUs) } };
    case 'registry-error':
      return { registry: { image: fault.image, error: fault.error } };
    case 'image-remove':
      return { image: { remove: fault.image, ...withNode(fault.node) } };
    case 'sandbox-kill':
      return { sandbox: { pod: fault.pod, ...withNamespace(fault.namespace), kill: true } };
    case 'partition':
      return { partition: restOf(fault) };
    case 'cni':
      return { cni: restOf(fault) };
    case 'static-pod':
      return { staticPod: restOf(fault) };
    case 'process':
      return { process: restOf(fault) };
  }
}

function restOf(fault: Fault): JsonObject {
  const entries = Object.entries(fault) as [string, Json][];
  return Object.fromEntries(entries.filter(([key]) => key !== 'kind'));
}
