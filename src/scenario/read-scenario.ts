import { compareText } from '../base/compare.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { Level, SimTime } from '../trace/ids.ts';
import type { Place, Read } from './checks.ts';
import {
  fail,
  inside,
  onlyKeys,
  optional,
  readBoolean,
  readDuration,
  readInteger,
  readList,
  readMap,
  readNumber,
  readObject,
  readOneOf,
  readSeconds,
  readText,
  required,
} from './checks.ts';
import { readImages } from './custom-image.ts';
import { readMachines } from './machine.ts';
import { controlPlanesOf, isPresetName, presetOf, PRESETS } from './presets.ts';
import { checkUsers, readUser, readWebhook } from './read-access.ts';
import { readFault } from './read-fault.ts';
import { readTraffic } from './traffic.ts';
import type {
  Action,
  ClusterSetup,
  Kubelets,
  Localized,
  NodeSource,
  Scenario,
  Step,
  View,
} from './scenario.ts';

const TOP_KEYS = [
  'formatVersion',
  'title',
  'tags',
  'cluster',
  'files',
  'images',
  'steps',
  'until',
  'seed',
  'view',
  'cleanup',
  'compare',
  'compareNodes',
  'countAttempts',
] as const;
const CLUSTER_KEYS = [
  'preset',
  'nodes',
  'machines',
  'objects',
  'namespaceLabels',
  'settle',
  'pinNodes',
  'metricsServer',
  'anyNode',
  'startSecond',
  'runPods',
  'settings',
  'users',
  'webhooks',
] as const;
const ACTIONS = [
  'apply',
  'create',
  'kubectl',
  'run',
  'user',
  'webhook',
  'traffic',
  'fault',
  'addNode',
] as const;
/** Keys a step may have beside its action's own. `shell` is how a fault was made on the recording machine. */
const STEP_KEYS: Readonly<Record<(typeof ACTIONS)[number], readonly string[]>> = {
  apply: ['as'],
  create: ['as'],
  kubectl: ['stdin', 'as', 'timeout'],
  run: [],
  user: [],
  webhook: [],
  traffic: [],
  fault: ['shell'],
  addNode: ['readyAfter'],
};
const ALL_STEP_KEYS: readonly string[] = [...new Set(['at', ...ACTIONS, ...Object.values(STEP_KEYS).flat()])];
const ONE_SECOND_US = 1_000_000;

const readLocalized: Read<Localized> = (value, place) => {
  if (typeof value === 'string') return value;
  const object = readObject(value, place);
  if (object === undefined) return undefined;
  onlyKeys(object, ['en', 'ko'], place);
  const en = required(object, 'en', place, readText);
  const ko = required(object, 'ko', place, readText);
  return en === undefined || ko === undefined ? undefined : { en, ko };
};

/** A manifest of which the cluster can say what it is. */
const readManifest: Read<JsonObject> = (value, place) => {
  const object = readObject(value, place);
  if (object === undefined) return undefined;
  const kind = required(object, 'kind', place, readText);
  const apiVersion = required(object, 'apiVersion', place, readText);
  return kind === undefined || apiVersion === undefined ? undefined : object;
};

const readNodeManifest: Read<JsonObject> = (value, place) => {
  const object = readObject(value, place);
  const meta = object === undefined ? undefined : required(object, 'metadata', place, readObject);
  const name = meta === undefined ? undefined : required(meta, 'name', inside(place, 'metadata'), readText);
  return name === undefined ? undefined : object;
};

function presetNamed(name: string, place: Place): NodeSource | undefined {
  if (isPresetName(name)) return { from: 'preset', preset: name };
  return fail(
    place,
    `no preset has the name ${JSON.stringify(name)}; there are ${Object.keys(PRESETS).join(', ')}`,
  );
}

function readNodes(cluster: JsonObject, place: Place): NodeSource | undefined {
  const source = readNodeSource(cluster, place);
  if (source?.from !== 'preset') {
    if (Object.hasOwn(cluster, 'machines') && source !== undefined)
      fail(inside(place, 'machines'), 'a cluster has either machines or Node objects');
    return source;
  }
  const taken = controlPlanesOf(presetOf(source.preset)).map(({ name }) => name);
  const machines = readMachines(cluster, place, taken);
  return machines === undefined ? source : { ...source, machines };
}

function readNodeSource(cluster: JsonObject, place: Place): NodeSource | undefined {
  const nodes = cluster['nodes'];
  const preset = optional(cluster, 'preset', place, readText);
  if (preset !== undefined && nodes !== undefined && nodes !== null)
    return fail(inside(place, 'nodes'), 'a cluster has either a preset or nodes');
  if (preset !== undefined) return presetNamed(preset, inside(place, 'preset'));
  if (nodes === undefined || nodes === null) return { from: 'preset', preset: 'recording' };
  if (typeof nodes === 'string') return presetNamed(nodes, inside(place, 'nodes'));
  const manifests = readList(readNodeManifest)(nodes, inside(place, 'nodes'));
  return manifests === undefined ? undefined : { from: 'manifests', manifests };
}

function kubeletsOf(runPods: boolean | undefined): Kubelets {
  if (runPods === undefined) return 'real';
  return runPods ? 'stand-in-running' : 'stand-in-idle';
}

function readCluster(value: Json, place: Place): Omit<ClusterSetup, 'images'> | undefined {
  const cluster = readObject(value, place);
  if (cluster === undefined) return undefined;
  onlyKeys(cluster, CLUSTER_KEYS, place);
  const startSecond = optional(cluster, 'startSecond', place, readNumber);
  if (startSecond !== undefined && startSecond >= 60)
    fail(inside(place, 'startSecond'), 'must be a second of a minute, below 60');
  return {
    nodes: readNodes(cluster, place) ?? { from: 'preset', preset: 'recording' },
    objects: optional(cluster, 'objects', place, readList(readManifest)) ?? [],
    namespaceLabels: optional(cluster, 'namespaceLabels', place, readMap(readText)) ?? {},
    settleUs: optional(cluster, 'settle', place, readSeconds) ?? 0,
    kubelets: kubeletsOf(optional(cluster, 'runPods', place, readBoolean)),
    ...(startSecond === undefined ? {} : { startSecond }),
    pinNodes: optional(cluster, 'pinNodes', place, readBoolean) ?? false,
    metricsServer: optional(cluster, 'metricsServer', place, readBoolean) ?? false,
    anyNode: optional(cluster, 'anyNode', place, readBoolean) ?? false,
    settings: optional(cluster, 'settings', place, readMap(readNumber)) ?? {},
    users: optional(cluster, 'users', place, readList(readUser)) ?? [],
    webhooks: optional(cluster, 'webhooks', place, readList(readWebhook)) ?? [],
  };
}

function readAction(step: JsonObject, kind: (typeof ACTIONS)[number], place: Place): Action | undefined {
  const as = optional(step, 'as', place, readText);
  const user = as === undefined ? {} : { as };
  switch (kind) {
    case 'apply':
    case 'create': {
      const text = required(step, kind, place, readText);
      return text === undefined ? undefined : { kind, text, ...user };
    }
    case 'kubectl': {
      const line = required(step, kind, place, readText);
      const stdin = optional(step, 'stdin', place, readText);
      const timeoutUs = optional(step, 'timeout', place, readSeconds);
      const rest = {
        ...(stdin === undefined ? {} : { stdin }),
        ...user,
        ...(timeoutUs === undefined ? {} : { timeoutUs }),
      };
      return line === undefined ? undefined : { kind, line, ...rest };
    }
    case 'run': {
      const line = required(step, kind, place, readText);
      return line === undefined ? undefined : { kind, line };
    }
    case 'user': {
      const name = required(step, kind, place, readText);
      return name === undefined ? undefined : { kind, name };
    }
    case 'webhook': {
      const webhook = required(step, kind, place, readWebhook);
      return webhook === undefined ? undefined : { kind, webhook };
    }
    case 'traffic': {
      const traffic = required(step, kind, place, readTraffic);
      return traffic === undefined ? undefined : { kind, traffic };
    }
    case 'fault': {
      const fault = required(step, kind, place, readFault);
      return fault === undefined ? undefined : { kind, fault };
    }
    case 'addNode': {
      const node = required(step, kind, place, readNodeManifest);
      const readyAfterUs = optional(step, 'readyAfter', place, readSeconds) ?? ONE_SECOND_US;
      return node === undefined ? undefined : { kind: 'add-node', node, readyAfterUs };
    }
  }
}

const readStep: Read<Step> = (value, place) => {
  const step = readObject(value, place);
  if (step === undefined) return undefined;
  const at = required(step, 'at', place, readDuration);
  const kinds = ACTIONS.filter((key) => Object.hasOwn(step, key));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    const before = place.problems.length;
    if (kind === undefined) onlyKeys(step, ALL_STEP_KEYS, place);
    if (place.problems.length > before) return undefined;
    return fail(
      place,
      `needs exactly one of ${ACTIONS.join(', ')}${kinds.length > 1 ? `, has ${kinds.join(' and ')}` : ''}`,
    );
  }
  onlyKeys(step, ['at', kind, ...STEP_KEYS[kind]], place);
  const action = readAction(step, kind, place);
  return at === undefined || action === undefined ? undefined : { at: at as SimTime, ...action };
};

function inOrder(steps: readonly Step[], place: Place): readonly Step[] {
  steps.forEach((step, index) => {
    const before = steps[index - 1];
    if (before !== undefined && step.at < before.at)
      fail(inside(place, index), 'comes before the step above it; steps go in order of at');
  });
  return steps;
}

const readView: Read<View> = (value, place) => {
  const view = readObject(value, place);
  if (view === undefined) return undefined;
  onlyKeys(view, ['cursor', 'selection', 'level', 'lang'], place);
  const cursorUs = optional(view, 'cursor', place, readDuration);
  const selection = optional(view, 'selection', place, readText);
  const level = optional(view, 'level', place, readInteger);
  const lang = optional(view, 'lang', place, readOneOf(['en', 'ko']));
  if (level !== undefined && (level < 1 || level > 3))
    return fail(inside(place, 'level'), 'must be 1, 2 or 3');
  return {
    ...(cursorUs === undefined ? {} : { cursorUs: cursorUs as SimTime }),
    ...(selection === undefined ? {} : { selection }),
    ...(level === undefined ? {} : { level: level as Level }),
    ...(lang === undefined ? {} : { lang }),
  };
};

function readFiles(object: JsonObject, place: Place): Readonly<Record<string, string>> {
  const files = optional(object, 'files', place, readMap(readText)) ?? {};
  for (const name of Object.keys(files).sort(compareText)) {
    const bad = name === '' || name.startsWith('/') || name.split('/').includes('..');
    if (bad)
      fail(inside(inside(place, 'files'), name), 'a file name must be relative and stay in the folder');
  }
  return files;
}

/** What is for kubectl rather than for here. */
function isManifest(object: JsonObject): boolean {
  return typeof object['apiVersion'] === 'string' && typeof object['kind'] === 'string';
}

/** Reads a current document. Problems go to `place`; the answer is undefined when it is not even a mapping. */
export function readScenario(value: Json, place: Place): Scenario | undefined {
  const object = readObject(value, place);
  if (object === undefined) return undefined;
  if (isManifest(object))
    return fail(place, 'this is a manifest: a scenario has it in a step, `steps: [{at: 0s, apply: …}]`');
  onlyKeys(object, TOP_KEYS, place);
  const untilUs = optional(object, 'until', place, readDuration);
  const view = optional(object, 'view', place, readView);
  const cluster = {
    ...(readCluster(object['cluster'] ?? {}, inside(place, 'cluster')) ?? EMPTY_CLUSTER),
    images: optional(object, 'images', place, readImages) ?? [],
  };
  const steps = inOrder(optional(object, 'steps', place, readList(readStep)) ?? [], inside(place, 'steps'));
  return {
    title: optional(object, 'title', place, readLocalized) ?? '',
    tags: optional(object, 'tags', place, readList(readText)) ?? [],
    cluster,
    files: readFiles(object, place),
    steps: checkUsers(steps, cluster.users, inside(place, 'steps')),
    ...(untilUs === undefined ? {} : { untilUs: untilUs as SimTime }),
    seed: optional(object, 'seed', place, readInteger) ?? 1,
    ...(view === undefined ? {} : { view }),
    comparison: {
      distribution: optional(object, 'compare', place, readOneOf(['distribution'])) !== undefined,
      nodeNames: optional(object, 'compareNodes', place, readBoolean) ?? false,
      attempts: optional(object, 'countAttempts', place, readBoolean) ?? false,
    },
    cleanup: optional(object, 'cleanup', place, readList(readText)) ?? [],
  };
}

const EMPTY_CLUSTER: Omit<ClusterSetup, 'images'> = {
  nodes: { from: 'preset', preset: 'recording' },
  objects: [],
  namespaceLabels: {},
  settleUs: 0,
  kubelets: 'real',
  pinNodes: false,
  metricsServer: false,
  anyNode: false,
  settings: {},
  users: [],
  webhooks: [],
};
