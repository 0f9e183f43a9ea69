import type { Pod } from '../../api/generated/types.ts';
import type { KubeObject, ResourceName } from '../../api/object.ts';
import type { Level } from '../../trace/ids.ts';
import type { RecordOf, TraceRecord } from '../../trace/record.ts';
import { isPodMilestone, podChange } from './pod-change.ts';
import { isBackground, isEventResource, isStoryWrite, nodeFace } from './story-roots.ts';

/** What has to be known of earlier records to judge one. */
export interface StoryMemory {
  /** The version that this write replaces. */
  readonly before: KubeObject | undefined;
  /** The object as it stands. */
  object(resource: ResourceName, namespace: string, name: string): KubeObject | undefined;
  /** The request of that number. */
  request(id: number): RecordOf<'request.send'> | undefined;
  /** The CRI call at that record. */
  call(seq: number): RecordOf<'cri.call'> | undefined;
  /** The verb of the last command: `apply`, `get`. */
  readonly command: string;
  /** True the first time it is asked about this key. */
  first(key: string): boolean;
}

const CRI_STEPS: ReadonlySet<string> = new Set([
  'RunPodSandbox',
  'PullImage',
  'CreateContainer',
  'StartContainer',
  'StopContainer',
  'StopPodSandbox',
  'RemovePodSandbox',
]);
const CRI_MILESTONES: ReadonlySet<string> = new Set(['RunPodSandbox', 'CreateContainer']);

/** Commands that only look: there the reading is the story. */
const LOOKS: ReadonlySet<string> = new Set(['get', 'describe', 'logs', 'events', 'top', 'wait']);

/** Objects whose coming is told; others are steps on the way. */
const TOLD: ReadonlySet<string> = new Set([
  'pods',
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'jobs.batch',
  'cronjobs.batch',
  'services',
  'configmaps',
  'secrets',
  'persistentvolumeclaims',
  'namespaces',
  'ingresses.networking.k8s.io',
  'poddisruptionbudgets.policy',
]);

/** Judging a record by itself alone. */
const NOTHING_KNOWN: StoryMemory = {
  before: undefined,
  object: () => undefined,
  request: () => undefined,
  call: () => undefined,
  command: '',
  first: () => true,
};

/**
 * The coarsest level at which a record of the story is a step: 1 milestones, 2 what components do, 3 every record.
 * Undefined: it is no step (it only carries state or text for others). Views ask `StoryIndex.level`, which knows the records before.
 */
export function storyLevel(record: TraceRecord, memory: StoryMemory = NOTHING_KNOWN): Level | undefined {
  switch (record.kind) {
    case 'input.command':
    case 'input.fault':
    case 'sched.preempt':
    case 'backoff':
    case 'limit':
      return 1;
    case 'object.put':
      return putLevel(record, memory);
    case 'object.delete':
      return isBackground(record.data.resource) && record.data.resource !== 'nodes' ? 3 : 1;
    case 'request.send':
      return requestLevel(record, memory);
    case 'request.done':
      return doneLevel(record, memory);
    case 'watch.deliver':
      return deliverLevel(record, memory);
    case 'sched.filter':
      return record.data.feasible.length === 0 ? 1 : 2;
    case 'sched.score':
    case 'sched.pick':
    case 'rule.sync':
    case 'cni.call':
    case 'cni.return':
      return 2;
    case 'span.begin':
    case 'step':
      return record.data.level;
    case 'command.exit':
      return record.data.exit === 0 ? 2 : 1;
    case 'command.output':
    case 'log.container':
    case 'log.component':
    case 'span.end':
      return undefined;
    default:
      return nodeLevel(record, memory);
  }
}

/** What happens on a node, and the rest. */
function nodeLevel(record: TraceRecord, memory: StoryMemory): Level {
  switch (record.kind) {
    case 'cri.call':
      return CRI_STEPS.has(record.data.method) ? 2 : 3;
    case 'cri.return':
      return returnLevel(record, memory);
    case 'process.start':
    case 'process.exit':
      if (record.data.child === true) return 3;
      return record.data.container === '' ? 2 : 1;
    case 'signal':
      return record.data.container === '' ? 3 : record.data.nsPid === 1 ? 1 : 2;
    case 'probe.result':
      return record.data.run === 1 || record.data.run === record.data.threshold ? 2 : 3;
    case 'traffic':
      return record.data.result === 'ok' && (record.data.status ?? 200) < 500 ? 3 : 2;
    default:
      return 3;
  }
}

/** Writes are steps, and what a person asks to see. */
function requestLevel(record: RecordOf<'request.send'>, { command }: StoryMemory): Level {
  const { client, verb, resource } = record.data;
  if (isStoryWrite(verb, resource)) return 2;
  return client === 'kubectl' && LOOKS.has(command) && resource !== '' ? 2 : 3;
}

/** A refusal is told where it matters: to the person who asked, and to those who work. */
function doneLevel(record: RecordOf<'request.done'>, memory: StoryMemory): Level {
  const request = memory.request(record.data.request);
  if (record.data.code < 400 || request === undefined) return 3;
  const { client, verb, resource } = request.data;
  if (!isStoryWrite(verb, resource)) return 3;
  return client === 'kubectl' ? 1 : 2;
}

function returnLevel(record: RecordOf<'cri.return'>, memory: StoryMemory): Level {
  const call = memory.call(record.data.call);
  if (call === undefined || !CRI_STEPS.has(call.data.method)) return 3;
  if (record.data.error !== undefined || CRI_MILESTONES.has(call.data.method)) return 1;
  return call.data.method === 'PullImage' ? 2 : 3;
}

/** The deliveries that make somebody act: the object comes, changes its wish, or is to go. */
function deliverLevel(record: RecordOf<'watch.deliver'>, memory: StoryMemory): Level {
  const { client, resource, type, namespace, name, watch } = record.data;
  if (isBackground(resource)) return 3;
  const object = memory.object(resource, namespace, name);
  if (resource === 'pods') return podDeliverLevel(record, object as Pod | undefined, memory);
  if (client !== 'kube-controller-manager' || !TOLD.has(resource)) return 3;
  if (type === 'ADDED') return 2;
  const generation = object?.metadata?.generation ?? 0;
  return memory.first(`generation ${watch} ${namespace}/${name} ${generation}`) && generation > 1 ? 2 : 3;
}

function podDeliverLevel(
  record: RecordOf<'watch.deliver'>,
  pod: Pod | undefined,
  memory: StoryMemory,
): Level {
  const { client, type, watch, namespace, name } = record.data;
  if (client === 'kube-scheduler') return type === 'ADDED' ? 2 : 3;
  const owned = pod?.metadata.ownerReferences?.some(({ controller }) => controller === true) === true;
  if (client === 'kube-controller-manager') return type === 'DELETED' && owned ? 2 : 3;
  if (client !== 'kubelet') return 3;
  if (type === 'ADDED' || type === 'DELETED') return 2;
  const ending = pod?.metadata.deletionTimestamp !== undefined;
  return ending && memory.first(`ending ${watch} ${namespace}/${name}`) ? 2 : 3;
}

/** A new object is a milestone, so is a turn in a Pod's life and the first Warning; other writes are steps. */
function putLevel(record: RecordOf<'object.put'>, { before }: StoryMemory): Level {
  const { resource, object } = record.data;
  if (isEventResource(resource)) {
    const warning = (object as { readonly type?: string }).type === 'Warning';
    return warning && before === undefined ? 1 : 3;
  }
  if (resource === 'pods') return isPodMilestone(podChange(before, object)) ? 1 : 2;
  if (resource === 'nodes') return before !== undefined && nodeFace(before) !== nodeFace(object) ? 1 : 3;
  if (isBackground(resource)) return 3;
  if (before === undefined) return TOLD.has(resource) ? 1 : 2;
  const ending =
    before.metadata?.deletionTimestamp === undefined && object.metadata?.deletionTimestamp !== undefined;
  return ending ? 1 : 2;
}
