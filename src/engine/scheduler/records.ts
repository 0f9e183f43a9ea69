import type { ObjectRef } from '../../api/object.ts';
import type { NodeRejection, PluginScores } from '../../trace/kinds/scheduler.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { PodInfo } from './cache/pod-info.ts';
import type { FoundNodes } from './framework/find-nodes.ts';
import type { PreemptionStudy } from './framework/plugin.ts';
import type { ScoreTable } from './framework/score-run.ts';
import { rejectionMessage } from './framework/status.ts';
import type { QueuedPod } from './queue/queued-pod.ts';

const ACTOR = 'kube-scheduler';

/** Nodes told in full per attempt; of the others only how many there were. A page can work them out again. */
const NODES_TOLD = 120;
/** Where there are more, the scores of the best only. */
const BEST_TOLD = 20;
/** Table cells told in full in one run; afterwards attempts are told without tables. */
const CELLS_TOLD = 1_500_000;

const QUEUE_NAMES = {
  active: 'active',
  backoff: 'backoff',
  errorBackoff: 'backoff',
  unschedulable: 'unschedulable',
  none: 'none',
} as const;

/** A column of a score table as it was last told. */
interface Column {
  readonly names: readonly string[];
  readonly values: readonly number[];
  readonly record: Readonly<Record<string, number>>;
}

/** Tells the trace what the scheduler saw and decided. */
export class SchedulerRecords {
  private readonly kernel: Kernel;
  private cells = 0;
  private readonly last = new Map<string, Column>();

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  moved(entry: QueuedPod, event: string): void {
    if (!this.kernel.records(3)) return;
    const queue = entry.gatedBy === undefined ? QUEUE_NAMES[entry.place] : 'gated';
    const { attempts } = entry;
    this.kernel.record(ACTOR, 'sched.queue', { pod: refOf(entry.info), queue, event, attempts });
  }

  noNodes(pod: PodInfo): void {
    const none = { order: [], all: 0, feasible: [], rejected: {}, plugins: [], noNodes: true };
    this.kernel.record(ACTOR, 'sched.filter', { pod: refOf(pod), ...none });
  }

  filtered(pod: PodInfo, found: FoundNodes, all: readonly { readonly name: string }[]): void {
    if (!this.kernel.records(2)) return;
    const told = this.take(found.order.length) ? NODES_TOLD : 0;
    const order = found.order.slice(0, told).map(({ name }) => name);
    const feasible = found.feasible.slice(0, told).map(({ name }) => name);
    const preFilter = found.preFilter.rejection;
    const nominated = pod.pod.status?.nominatedNodeName ?? '';
    const omitted = Math.max(found.order.length - order.length, 0);
    this.kernel.record(ACTOR, 'sched.filter', {
      pod: refOf(pod),
      order,
      all: all.length,
      feasible,
      rejected: told === 0 ? {} : rejectedNodes(found, all.slice(0, told)),
      plugins: [...found.plugins].filter((name) => name !== '').sort(),
      ...(preFilter === undefined
        ? {}
        : { preFilter: { plugin: preFilter.plugin, reasons: preFilter.reasons } }),
      ...(nominated === '' ? {} : { nominated }),
      ...(omitted === 0 ? {} : { omitted }),
    });
  }

  scored(pod: PodInfo, names: readonly string[], table: ScoreTable): void {
    if (!this.kernel.records(2)) return;
    const places = this.take(names.length * table.columns.length) ? toldPlaces(table.totals) : [];
    const plugins: Record<string, PluginScores> = {};
    for (const { plugin, weight, raw, normalized } of table.columns) {
      plugins[plugin] = {
        weight,
        raw: this.byName(`${plugin}/raw`, places, names, raw),
        normalized:
          raw === normalized
            ? this.byName(`${plugin}/raw`, places, names, raw)
            : this.byName(plugin, places, names, normalized),
      };
    }
    const omitted = names.length - places.length;
    const rest = omitted === 0 ? {} : { omitted };
    this.kernel.record(ACTOR, 'sched.score', { pod: refOf(pod), plugins, skipped: table.skipped, ...rest });
  }

  /** `best` are the places of the highest total; without a table only one node was left. */
  picked(
    pod: PodInfo,
    node: string,
    scores?: { names: readonly string[]; table: ScoreTable; best: readonly number[] },
  ): void {
    const head = { pod: refOf(pod), node };
    if (scores === undefined) {
      this.kernel.record(ACTOR, 'sched.pick', { ...head, scored: false, totals: {} });
      return;
    }
    const { names, table, best } = scores;
    const totals = this.byName('', toldPlaces(table.totals), names, table.totals);
    const tie = best.length > 1 ? { tie: best.slice(0, BEST_TOLD).map((place) => names[place] ?? '') } : {};
    this.kernel.record(ACTOR, 'sched.pick', { ...head, scored: true, totals, ...tie });
  }

  preempted(pod: PodInfo, study: PreemptionStudy, message: string): void {
    const candidates = [...study.candidates].map(
      ([node, { victims, pdbViolations }]) =>
        [node, { victims: victims.map(({ name }) => name), pdbViolations }] as const,
    );
    const rejected = [...study.rejected].map(([node, { reasons }]) => [node, reasons] as const);
    this.kernel.record(ACTOR, 'sched.preempt', {
      pod: refOf(pod),
      candidates: Object.fromEntries(candidates),
      rejected: Object.fromEntries(rejected.slice(0, NODES_TOLD)),
      ...(study.picked === undefined ? {} : { picked: study.picked }),
      ...(message === '' ? {} : { message }),
    });
  }

  log(severity: 'I' | 'W' | 'E', text: string): void {
    this.kernel.record(ACTOR, 'log.component', { component: ACTOR, severity, text });
  }

  /**
   * Values by node. Most columns are the same from one Pod to the next: those records share one object, which nobody changes.
   * `column` says of which column this is the next one.
   */
  private byName(
    column: string,
    places: readonly number[],
    names: readonly string[],
    values: readonly number[],
  ): Readonly<Record<string, number>> {
    const whole = places.length === names.length;
    const last = whole ? this.last.get(column) : undefined;
    if (last !== undefined && sameItems(last.values, values) && sameItems(last.names, names))
      return last.record;
    const record: Record<string, number> = {};
    for (const place of places) record[names[place] ?? ''] = values[place] ?? 0;
    if (whole) this.last.set(column, { names: [...names], values: [...values], record });
    return record;
  }

  private take(cells: number): boolean {
    this.cells += Math.min(cells, NODES_TOLD * 10);
    return this.cells <= CELLS_TOLD;
  }
}

export function refOf(pod: PodInfo): ObjectRef {
  return { namespace: pod.namespace, name: pod.name };
}

/** Rejections node by node, also of nodes that PreFilter left out. */
function rejectedNodes(
  found: FoundNodes,
  all: readonly { readonly name: string }[],
): Readonly<Record<string, NodeRejection>> {
  const rejected: Record<string, NodeRejection> = {};
  if (found.preFilter.rejection !== undefined) return rejected;
  let told = 0;
  for (const [node, rejection] of found.statuses.explicit) {
    if (told++ >= NODES_TOLD) break;
    rejected[node] = rejection;
  }
  if (found.statuses.absent.reasons.length === 0) return rejected;
  const looked = new Set(found.order.map(({ name }) => name));
  for (const { name } of all)
    if (!looked.has(name) && rejected[name] === undefined) rejected[name] = found.statuses.absent;
  return rejected;
}

/** All places, or in a big cluster those of the highest totals; in order of place. */
function toldPlaces(totals: readonly number[]): readonly number[] {
  if (totals.length <= NODES_TOLD) return totals.map((_, place) => place);
  const best: number[] = [];
  for (let place = 0; place < totals.length; place++) {
    const total = totals[place] ?? 0;
    if (best.length === BEST_TOLD && total <= (totals[best[BEST_TOLD - 1] ?? 0] ?? 0)) continue;
    let at = best.length;
    while (at > 0 && total > (totals[best[at - 1] ?? 0] ?? 0)) at--;
    best.splice(at, 0, place);
    if (best.length > BEST_TOLD) best.pop();
  }
  return best.sort((a, b) => a - b);
}

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  if (a.length !== b.length) return false;
  for (let place = 0; place < a.length; place++) if (a[place] !== b[place]) return false;
  return true;
}

/** The message of a PreFilter that refused, if one did. */
export function refusal(found: FoundNodes): string | undefined {
  return found.preFilter.rejection === undefined ? undefined : rejectionMessage(found.preFilter.rejection);
}
