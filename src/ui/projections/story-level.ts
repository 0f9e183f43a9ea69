import type { Level } from '../../trace/ids.ts';
import type { RecordOf, TraceRecord } from '../../trace/record.ts';

/** Resources whose writes are the cluster's own breathing: shown only among every record. */
const BACKGROUND: ReadonlySet<string> = new Set(['leases.coordination.k8s.io', 'events', 'nodes', 'endpoints']);

/** Verbs that change something. */
const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

const CRI_STEPS: ReadonlySet<string> = new Set([
  'RunPodSandbox',
  'PullImage',
  'CreateContainer',
  'StartContainer',
  'StopContainer',
  'StopPodSandbox',
  'RemoveContainer',
  'RemovePodSandbox',
]);

/**
 * The coarsest level at which a record is a step of the story: 1 milestones, 2 what components do, 3 every record.
 * Undefined: it is no step (it only carries state or text for others). Before time 0 nothing is.
 */
export function storyLevel(record: TraceRecord): Level | undefined {
  if (record.at < 0) return undefined;
  switch (record.kind) {
    case 'input.command':
    case 'input.fault':
    case 'sched.pick':
    case 'sched.preempt':
    case 'process.exit':
    case 'backoff':
    case 'limit':
      return 1;
    case 'object.put':
      return putLevel(record);
    case 'object.delete':
      return BACKGROUND.has(record.data.resource) ? 3 : 1;
    case 'process.start':
      return 2;
    case 'signal':
      return 1;
    case 'request.send':
      return requestLevel(record);
    case 'cri.call':
      return CRI_STEPS.has(record.data.method) ? 2 : 3;
    case 'cni.call':
    case 'cni.return':
    case 'sched.filter':
    case 'sched.score':
    case 'probe.result':
    case 'rule.sync':
      return 2;
    case 'span.begin':
    case 'step':
      return record.data.level;
    case 'command.output':
    case 'log.container':
    case 'log.component':
    case 'span.end':
      return undefined;
    default:
      return 3;
  }
}

function requestLevel(record: RecordOf<'request.send'>): Level {
  const { verb, resource } = record.data;
  return WRITES.has(verb) && !BACKGROUND.has(resource) ? 2 : 3;
}

/** A new object is a milestone, a Warning is one; other writes are steps. */
function putLevel(record: RecordOf<'object.put'>): Level {
  const { resource, object, prevSeq } = record.data;
  if (resource === 'events') return (object as { readonly type?: string }).type === 'Warning' ? 1 : 3;
  if (BACKGROUND.has(resource)) return 3;
  return prevSeq === undefined ? 1 : 2;
}
