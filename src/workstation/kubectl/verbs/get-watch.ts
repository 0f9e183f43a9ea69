import { toCompactJson } from '../../../api/json-text.ts';
import { TIMED_OUT, type Task } from '../../../engine/kernel/task.ts';
import { CommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';
import type { Unstructured } from '../object.ts';
import { outputOf } from '../printers/object-printer.ts';
import type { Table } from '../printers/table-printer.ts';
import type { Wanted } from '../resource/arguments.ts';
import type { Info } from '../resource/info.ts';
import { collect, selection } from '../resource/visit.ts';
import { throwAll } from '../errors.ts';
import { openWatch } from '../watch.ts';
import { getPrinter, tablePrinter } from './get-printers.ts';

/** `kubectl get -w`: what there is, then every change, until interrupted. Models get.go watch (1.36). */
export function* watchObjects(kube: Kube, wanted: Wanted): Task<number> {
  const { format } = outputOf(kube);
  const asTable = format === '' || format === 'wide';
  const { infos, errors } = yield* collect(kube, wanted, { asTable, latest: true });
  throwAll(errors);
  const [first] = infos;
  const resource = first?.resource ?? (wanted.kind === 'lists' ? wanted.lists[0]?.resource : undefined);
  if (
    resource === undefined ||
    new Set(infos.map((info) => info.resource.key)).size > 1 ||
    (wanted.kind === 'names' && infos.length > 1)
  ) {
    throw new CommandError(
      'watch is only supported on individual resources and resource collections - more than 1 resource was found',
    );
  }
  const print = printerOf(kube, { resource }, asTable);
  const only = kube.flags.bool('watch-only');
  if (!only) for (const { object } of infos) print(object, 'ADDED');
  const isList = wanted.kind === 'lists';
  const list = wanted.kind === 'lists' ? wanted.lists[0] : undefined;
  const name =
    first?.name !== undefined && first.name !== ''
      ? first.name
      : wanted.kind === 'names'
        ? (wanted.targets[0]?.name ?? '')
        : '';
  const watch = yield* openWatch(kube, resource, list?.namespace ?? first?.namespace ?? '', {
    ...(list === undefined ? { fieldSelector: `metadata.name=${name}` } : selection(list)),
    ...(asTable ? { asTable } : {}),
    resourceVersion: isList ? versionOf(infos) : '0',
  });
  try {
    let quiet = !isList;
    const asked = kube.flags.durationUs('request-timeout');
    const end = asked > 0 ? kube.kernel.now() + asked : Number.POSITIVE_INFINITY;
    for (;;) {
      const left = Math.max(0, end - kube.kernel.now());
      const next = Number.isFinite(end)
        ? yield* watch.events.receiveUpTo(left)
        : yield* watch.events.receive();
      if (next === TIMED_OUT || 'closed' in next) return 0;
      if (next.event.type === 'BOOKMARK') continue;
      if (!quiet) print(next.event.object as unknown as Unstructured, next.event.type);
      quiet = false;
    }
  } finally {
    watch.stop();
  }
}

function versionOf(infos: readonly Info[]): string {
  const metadata = infos[0]?.object['metadata'] as { readonly resourceVersion?: string } | undefined;
  return metadata?.resourceVersion ?? '';
}

function printerOf(
  kube: Kube,
  info: Pick<Info, 'resource'>,
  asTable: boolean,
): (object: Unstructured, event: string) => void {
  const events = kube.flags.bool('output-watch-events');
  if (asTable) {
    const table = tablePrinter(kube, info, kube.flags.bool('show-kind'));
    return (object, event) => {
      table.add(object as unknown as Table, events ? event : undefined);
      kube.out(table.flush());
    };
  }
  const print = getPrinter(kube);
  if (!events || outputOf(kube).format === 'name') return (object) => kube.out(print(object));
  // As JSON an event is written as it is: in one line, its fields in their order, managed ones among them.
  if (outputOf(kube).format === 'json')
    return (object, type) => kube.out(`{"type":"${type}","object":${toCompactJson(object)}}\n`);
  return (object, event) => kube.out(print({ type: event, object }));
}
