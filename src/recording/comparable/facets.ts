import type { ComparableCommand, EventRow, Golden } from './golden.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { asObject, isObject, without } from '../../base/json.ts';
import { lineJson, squeeze } from './json.ts';
import { compareText } from '../../base/compare.ts';
import { entryOf } from './distill.ts';

export const FACETS = [
  'commands',
  'rows',
  'fields',
  'events',
  'conditions',
  'final',
  'requests',
  'cri',
] as const;
export type Facets = Readonly<Record<(typeof FACETS)[number], Json>>;

const ALIAS = /<(?:pod|hash|slice|tick)\d+>|-<rand>/;
/** What a cgroup v1 node reports as the memory limit of a Pod that has none. */
const CGROUP_V1_NO_LIMIT = '9007199254740988Ki';

/** Neighbouring rows about randomly named objects come in the order of the random names, or of chance: sorts them. */
export function settleOrder<T extends Json>(rows: readonly T[], text: (row: T) => string): T[] {
  const out: T[] = [];
  let run: T[] = [];
  const flush = (): void => {
    const keyed = run.map((row) => [lineJson(row), row] as const);
    out.push(...keyed.sort((a, b) => compareText(a[0], b[0])).map(([, row]) => row));
    run = [];
  };
  for (const row of rows) {
    if (ALIAS.test(text(row))) run.push(row);
    else {
      flush();
      out.push(row);
    }
  }
  flush();
  return out;
}

/** The containers of a Pod are stopped at the same time: the order of their Killing events is chance. */
export function sideBySide(rows: readonly EventRow[]): EventRow[] {
  const out: EventRow[] = [];
  for (const row of rows) {
    let at = out.length;
    while (row[1] === 'Killing' && at > 0 && isLaterKilling(out[at - 1] as EventRow, row)) at -= 1;
    out.splice(at, 0, row);
  }
  return out;
}
const isLaterKilling = (known: EventRow, row: EventRow): boolean =>
  known[1] === 'Killing' && known[3] > row[3];

/** One component's requests by object: it works on several at once. */
export function byObject(requests: readonly string[]): Map<string, string[]> {
  const out = new Map<string, string[]>();
  for (const request of requests) {
    const [verb = '', target = '', code = ''] = request.split(' ');
    const [resource = '', ...rest] = target.split('/');
    const isNewPod = rest.length === 1 && verb === 'create' && resource === 'pods';
    const key = rest.length === 0 || isNewPod ? resource : `${resource}/${rest[rest.length - 1] ?? ''}`;
    entryOf(out, key, () => []).push(`${verb}${rest.length === 2 ? `/${rest[0] ?? ''}` : ''} ${code}`);
  }
  return out;
}

function requestsOf(who: string, requests: readonly string[]): JsonObject {
  const groups = new Map<string, readonly string[]>();
  for (const [key, rows] of byObject(requests)) {
    let kept: readonly string[] = rows;
    // How many status writes are needed, and lost races, is chance.
    if (who.endsWith('-controller') || who === 'kubelet')
      kept = squeeze(kept.filter((row) => !row.endsWith(' 409')));
    // The recorder's own `get pods -w` lists too, before or after the start.
    if (who === 'kubernetes-admin' && key === 'pods') kept = kept.filter((row) => row !== 'list 200');
    if (kept.length > 0) groups.set(key, kept);
  }
  return Object.fromEntries(groups);
}

function requestFacet(golden: Golden): JsonObject {
  const all = Object.entries(golden.requests).map(([who, rows]) => [who, requestsOf(who, rows)] as const);
  return Object.fromEntries(all.filter(([, groups]) => Object.keys(groups).length > 0));
}

function settledLines(lines: readonly string[]): string[] {
  return squeeze(
    settleOrder(
      lines.map((line) => line.replaceAll(' (x<n> over <age>)', '')),
      (line) => line,
    ),
  );
}

function commandFacet(commands: readonly ComparableCommand[]): Json[] {
  return commands
    .filter((command) => command.fault === undefined || command.fault === null)
    .map((command) => ({
      argv: command.argv,
      exit: command.exit,
      stdout: settledLines(command.stdout),
      stderr: settledLines(command.stderr),
    }));
}

/** The first False of PodReadyToStartContainers is written or skipped by chance. */
function fieldHistory(path: string, seen: readonly Json[]): readonly Json[] {
  const skippable =
    path === 'condition.PodReadyToStartContainers' && seen[0] === 'False' && seen[1] === 'True';
  return skippable ? seen.slice(1) : seen;
}

function fieldFacet(golden: Golden): JsonObject {
  const histories = Object.entries(golden.pods).map(([name, pod]) => {
    const fields = Object.entries(pod.fields).map(
      ([path, seen]) => [path, fieldHistory(path, seen)] as const,
    );
    return [name, Object.fromEntries(fields)] as const;
  });
  return Object.fromEntries(histories);
}

function finalObject(name: string, item: Json): Json {
  if (!isObject(item)) return item;
  if (name.startsWith('endpointslices/'))
    return { ...item, metadata: without(asObject(item['metadata']), 'generation') }; // it counts the writes
  const status = asObject(item['status']);
  if (!name.startsWith('pods/') || !('resources' in status)) return item;
  const memory = asObject(asObject(status['resources'])['limits'])['memory'];
  const says = memory !== undefined && memory !== null && memory !== CGROUP_V1_NO_LIMIT;
  return says ? item : { ...item, status: without(status, 'resources') };
}

/** What is compared of a golden, with chance folded away: shared/conformance/distill.py, facets(). */
export function facets(golden: Golden): Facets {
  const events = Object.entries(golden.events).map(
    ([about, rows]) => [about, sideBySide(settleOrder(rows, (row) => row[3]))] as const,
  );
  const cri = Object.entries(golden.cri).map(
    ([pod, calls]) => [pod, squeeze(calls.filter((call) => !call.startsWith('Remove')))] as const, // clean-up has its own clock
  );
  return {
    commands: commandFacet(golden.commands),
    rows: golden.rows,
    fields: fieldFacet(golden),
    events: Object.fromEntries(events),
    conditions: golden.conditions,
    final: Object.fromEntries(
      Object.entries(golden.final).map(([name, item]) => [name, finalObject(name, item ?? null)]),
    ),
    requests: requestFacet(golden),
    cri: Object.fromEntries(cri),
  };
}
