import type { KubeObject } from '../../../api/object.ts';
import { toYaml } from '../../../api/yaml/writer.ts';
import type { Seq } from '../../../trace/ids.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { History } from '../../../trace/world.ts';
import { followed } from '../follow.ts';

/** A line of an object, and whether this revision brought or took it. */
interface DiffLine {
  readonly text: string;
  readonly mark?: 'added' | 'removed';
}

/** The object as text without managedFields, which say who wrote what and hide the rest. */
export function objectText(object: KubeObject | undefined): string {
  if (object === undefined) return '';
  const { managedFields: _hidden, ...metadata } = object.metadata ?? {};
  return toYaml({ ...object, metadata });
}

/** A stored version of an object, and the request that wrote it. */
export interface Revision {
  readonly seq: number;
  readonly rev: number;
  readonly object: KubeObject | undefined;
  /** The component that asked for it: `kubelet/worker-1`; '' where no request is on record. */
  readonly writer: string;
  /** What it asked for: a subresource (`status`, `binding`), else the verb. */
  readonly what: string;
}

/** The versions of an object up to `seq`, each with its writer. */
export function revisionsUntil(trace: Trace, history: History, seq: number): readonly Revision[] {
  return history.versions
    .filter((version) => version.seq <= seq)
    .map(({ seq: at, rev, object }) => ({ seq: at, rev, object, ...writeOf(trace, at, object) }));
}

function writeOf(
  trace: Trace,
  seq: Seq,
  object: KubeObject | undefined,
): { readonly writer: string; readonly what: string } {
  for (const record of trace.causes(seq))
    if (record.kind === 'request.send')
      return { writer: record.actor, what: record.data.subresource ?? record.data.verb };
  return { writer: lastManager(object), what: '' };
}

/** Who wrote a version last, by its managedFields. */
function lastManager(object: KubeObject | undefined): string {
  const fields = (object?.metadata?.managedFields ?? []) as readonly {
    readonly manager?: string;
    readonly time?: string;
  }[];
  let writer = '';
  let latest = '';
  for (const { manager = '', time = '' } of fields) {
    if (time >= latest) {
      latest = time;
      writer = manager;
    }
  }
  return writer;
}

/** Which watch deliveries carried which revision. */
class DeliveryIndex {
  private readonly of = new Map<number, number[]>();

  add(record: TraceRecord): void {
    if (record.kind !== 'watch.deliver' || record.data.type === 'BOOKMARK') return;
    const known = this.of.get(record.data.rev);
    if (known === undefined) this.of.set(record.data.rev, [record.seq]);
    else known.push(record.seq);
  }

  /** In order, by record `seq`. */
  until(rev: number, seq: number): readonly number[] {
    return (this.of.get(rev) ?? []).filter((at) => at <= seq);
  }
}

/** The watch deliveries of a trace by revision; etcd gives every write a revision of its own. */
export const deliveriesOf = followed(() => new DeliveryIndex());

/** Lines of `after`, with what `before` had and lost in between. Longest common subsequence over lines. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const a = before === '' ? [] : before.trimEnd().split('\n');
  const b = after === '' ? [] : after.trimEnd().split('\n');
  const table = commonLengths(a, b);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ text: b[j] as string });
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && at(table, i + 1, j) >= at(table, i, j + 1))) {
      lines.push({ text: a[i++] as string, mark: 'removed' });
    } else lines.push({ text: b[j++] as string, mark: 'added' });
  }
  return lines;
}

function at(table: readonly Uint16Array[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}

/** table[i][j] = length of the longest common subsequence of a from i and b from j. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = table[i] as Uint16Array;
      row[j] =
        a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}
