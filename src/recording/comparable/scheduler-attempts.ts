import { compareText } from '../../base/compare.ts';
import type { AttemptLine, FilterLine, PickLine, PreemptLine, ScoreLine } from '../format.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { asList, asObject, holds } from '../../base/json.ts';

type Score = readonly [raw: number, normalised: number, weighted: number];

/** One scheduling attempt of a Pod, growing line by line. */
export interface Attempt {
  readonly pod: string;
  readonly at: number;
  readonly entry: Map<string, Json>;
  /** The nodes that share the highest total, or the only one left. */
  chosen?: readonly string[];
  /** The one of them that chance took. */
  picked?: string;
}

const sorted = (names: readonly string[]): string[] => [...names].sort(compareText);

function filtered(entry: Map<string, Json>, line: FilterLine): void {
  entry.set('nodes', line.all);
  entry.set('feasible', sorted(line.feasible ?? []));
  if (holds(line.preFilter)) entry.set('preFilter', line.preFilter);
  else
    entry.set(
      'rejected',
      Object.fromEntries(
        Object.entries(line.rejected).filter(([, why]) => asList(why['reasons']).length > 0),
      ),
    );
  entry.set('rejectedBy', line.plugins ?? []);
  if (holds(line.nominated)) entry.set('nominated', line.nominated);
}

function scored(entry: Map<string, Json>, line: ScoreLine): void {
  const feasible = asList(entry.get('feasible')).map(String);
  const table = new Map(feasible.map((node) => [node, new Map<string, Score>()]));
  for (const [plugin, got] of Object.entries(line.plugins)) {
    for (const [node, raw] of Object.entries(got.raw)) {
      const normalised = got.normalized[node] ?? 0;
      table.get(node)?.set(plugin, [raw, normalised, normalised * got.weight]);
    }
  }
  entry.set('scores', Object.fromEntries([...table].map(([node, row]) => [node, Object.fromEntries(row)])));
  entry.set(
    'weights',
    Object.fromEntries(Object.entries(line.plugins).map(([plugin, got]) => [plugin, got.weight])),
  );
  entry.set('scoreSkipped', line.skipped ?? []);
}

function picked(attempt: Attempt, line: PickLine): void {
  let chosen: readonly string[] = [line.node];
  if (line.scored) {
    const top = Object.values(line.totals).reduce((most, total) => Math.max(most, total), -Infinity);
    attempt.entry.set('totals', line.totals);
    attempt.picked = line.node;
    chosen = sorted(Object.keys(line.totals).filter((node) => line.totals[node] === top));
  }
  attempt.chosen = chosen;
  attempt.entry.set('chosen', chosen);
}

function preempted(entry: Map<string, Json>, line: PreemptLine): void {
  const candidates = Object.entries(line.candidates).map(([node, found]): [string, JsonObject] => [
    node,
    { victims: sorted(found.victims), pdbViolations: found.pdbViolations },
  ]);
  entry.set('preemption', { candidates: Object.fromEntries(candidates), rejected: asObject(line.rejected) });
}

/** The lines of each Pod folded into attempts; an attempt begins with its filters, or with the lack of nodes. */
export function foldAttempts(lines: readonly AttemptLine[]): Attempt[] {
  const done: Attempt[] = [];
  const current = new Map<string, Attempt>();
  for (const line of lines) {
    if (line.k === 'filter' || line.k === 'nonodes') {
      const begun: Attempt = { pod: line.pod, at: line.at, entry: new Map() };
      current.set(line.pod, begun);
      done.push(begun);
    }
    const attempt = current.get(line.pod);
    if (attempt === undefined) continue;
    switch (line.k) {
      case 'nonodes':
        attempt.entry.set('nodes', 0);
        break;
      case 'filter':
        filtered(attempt.entry, line);
        break;
      case 'score':
        scored(attempt.entry, line);
        break;
      case 'pick':
        picked(attempt, line);
        break;
      case 'preempt':
        preempted(attempt.entry, line);
        break;
    }
  }
  return done;
}
