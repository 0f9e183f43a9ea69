import type { Level } from './ids.ts';
import type { RecordKind, RecordKinds } from './record.ts';

type FixedKind = Exclude<RecordKind, 'span.begin' | 'step'>;

const LEVELS: { readonly [K in FixedKind]: Level } = {
  'input.command': 1,
  'input.fault': 1,
  'command.output': 1,
  'command.files': 1,
  'command.exit': 1,
  'object.put': 1,
  'object.delete': 1,
  'request.send': 3,
  'request.stage': 3,
  'request.done': 3,
  'request.return': 3,
  'watch.open': 3,
  'watch.deliver': 3,
  'watch.close': 3,
  'span.end': 2,
  'sched.queue': 3,
  'sched.filter': 2,
  'sched.score': 2,
  'sched.pick': 1,
  'sched.preempt': 1,
  'cri.call': 2,
  'cri.return': 2,
  'image.layer': 3,
  'cni.call': 2,
  'cni.return': 2,
  'container.config': 3,
  'cgroup.memory': 3,
  'process.start': 1,
  'process.exit': 1,
  signal: 1,
  'probe.result': 2,
  backoff: 1,
  'rule.sync': 2,
  traffic: 2,
  'log.container': 1,
  'log.component': 3,
  limit: 1,
};

/** At which level of detail a record is kept and shown. */
export function levelOf<K extends RecordKind>(kind: K, data: RecordKinds[K]): Level {
  if (kind === 'span.begin' || kind === 'step') return (data as RecordKinds['step']).level;
  // What a container's program starts beside itself is detail.
  if (
    (kind === 'process.start' || kind === 'process.exit') &&
    (data as RecordKinds['process.start']).child === true
  )
    return 3;
  return LEVELS[kind as FixedKind];
}
