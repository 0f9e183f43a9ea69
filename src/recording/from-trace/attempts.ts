import type { TraceRecord } from '../../trace/record.ts';
import type { AttemptLine } from '../format.ts';
import { RECORDED_NAMESPACE, seconds } from './common.ts';

/** The line that kube-scheduler's log would have of this record, if any. */
export function attemptLine(record: TraceRecord): AttemptLine[] {
  switch (record.kind) {
    case 'sched.filter':
    case 'sched.score':
    case 'sched.pick':
    case 'sched.preempt':
      return record.data.pod.namespace === RECORDED_NAMESPACE ? [lineOf(record)] : [];
    default:
      return [];
  }
}

type Scheduling = Extract<
  TraceRecord,
  { kind: 'sched.filter' | 'sched.score' | 'sched.pick' | 'sched.preempt' }
>;

function lineOf(record: Scheduling): AttemptLine {
  const head = { pod: record.data.pod.name, at: seconds(record.at) };
  switch (record.kind) {
    case 'sched.filter': {
      if (record.data.noNodes === true) return { k: 'nonodes', ...head };
      const { all, order, feasible, rejected, plugins, preFilter, nominated } = record.data;
      const reasons = preFilter === undefined ? null : preFilter.reasons.join(', ');
      const table = Object.fromEntries(Object.entries(rejected).map(([node, why]) => [node, { ...why }]));
      return {
        k: 'filter',
        ...head,
        all,
        order,
        feasible,
        rejected: table,
        plugins,
        preFilter: reasons,
        nominated: nominated ?? null,
      };
    }
    case 'sched.score':
      return { k: 'score', ...head, plugins: record.data.plugins, skipped: record.data.skipped };
    case 'sched.pick':
      return {
        k: 'pick',
        ...head,
        node: record.data.node,
        scored: record.data.scored,
        totals: record.data.totals,
      };
    case 'sched.preempt':
      return { k: 'preempt', ...head, candidates: record.data.candidates, rejected: record.data.rejected };
  }
}
