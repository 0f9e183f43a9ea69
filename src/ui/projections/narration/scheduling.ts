import { list } from '../../../i18n/format.ts';
import type { RecordOf } from '../../../trace/record.ts';
import { type Said, type Telling, verbatim } from './moment.ts';

type SchedulerRecord =
  | RecordOf<'sched.queue'>
  | RecordOf<'sched.filter'>
  | RecordOf<'sched.score'>
  | RecordOf<'sched.pick'>
  | RecordOf<'sched.preempt'>;

/** kube-scheduler at work. */
export function scheduled(telling: Telling, record: SchedulerRecord): Said {
  const { t } = telling;
  switch (record.kind) {
    case 'sched.queue': {
      const { queue, pod, event } = record.data;
      return {
        sentence: t.rich(`queue.${queue}`, { pod: pod.name }),
        detail: t.has(`queue.${event}`)
          ? t.rich(`queue.${event}` as 'queue.BackoffComplete')
          : t.rich('queue.more', { event }),
      };
    }
    case 'sched.filter':
      return filtered(telling, record);
    case 'sched.score':
      return {
        sentence: t.rich('score'),
        detail: t.rich('score.more', { plugins: list(Object.keys(record.data.plugins), t.lang) }),
      };
    case 'sched.pick':
      return picked(telling, record);
    case 'sched.preempt':
      return preempted(telling, record);
  }
}

function filtered({ t }: Telling, record: RecordOf<'sched.filter'>): Said {
  const { pod, all, feasible, rejected, preFilter } = record.data;
  const sentence =
    feasible.length === 0
      ? t.rich('filter.none', { pod: pod.name })
      : t.rich('filter', { n: feasible.length, all, pod: pod.name });
  if (preFilter !== undefined)
    return { sentence, detail: verbatim(`${preFilter.plugin}: ${preFilter.reasons.join(', ')}`) };
  const fell = Object.entries(rejected);
  const first = fell[0];
  if (first === undefined) return { sentence, detail: t.rich('filter.all.more') };
  const [node, { plugin }] = first;
  return {
    sentence,
    detail:
      fell.length === 1
        ? t.rich('filter.fell.more', { node, plugin })
        : t.rich('filter.fellMore.more', { node, plugin, n: fell.length - 1 }),
  };
}

const SHOWN_TOTALS = 4;

function picked({ t }: Telling, record: RecordOf<'sched.pick'>): Said {
  const { node, scored, totals, tie } = record.data;
  if (!scored) return { sentence: t.rich('pick.only', { node }) };
  const ranked = Object.entries(totals).sort(([, a], [, b]) => b - a);
  const shown = ranked.slice(0, SHOWN_TOTALS).map(([name, total]) => `${name} ${total}`);
  const detail = t.rich('pick.more', { totals: shown.join(', ') });
  if (tie !== undefined && tie.length > 1) return { sentence: t.rich('pick.tie', { node }), detail };
  return { sentence: t.rich('pick', { node, total: totals[node] ?? 0 }), detail };
}

function preempted({ t }: Telling, record: RecordOf<'sched.preempt'>): Said {
  const { pod, picked: node, candidates, message } = record.data;
  if (node === undefined)
    return {
      sentence: t.rich('preempt.none', { pod: pod.name }),
      ...(message === undefined ? {} : { detail: verbatim(message) }),
    };
  const victims = candidates[node]?.victims ?? [];
  return {
    sentence: t.rich('preempt', { pod: pod.name, node }),
    detail: t.rich('preempt.more', { victims: list(victims, t.lang) }),
  };
}
