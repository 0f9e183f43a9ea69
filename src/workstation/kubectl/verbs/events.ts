import type { Event } from '../../../api/generated/types.ts';
import { resourceByKey } from '../../../api/resources.ts';
import { parseTime } from '../../../api/time.ts';
import { present } from '../../../base/assert.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError, Exit, asCommandError } from '../errors.ts';
import { eventAge } from '../describe/common.ts';
import type { Kube } from '../kube.ts';
import type { Unstructured } from '../object.ts';
import { goSort } from '../printers/go-sort.ts';
import {
  PRINT_FORMATS,
  formatPrinter,
  noPrinter,
  outputOf,
  structPrinter,
} from '../printers/object-printer.ts';
import { TABLE_STYLE, layOut } from '../printers/tabwriter.ts';
import type { Info } from '../resource/info.ts';
import { mappingFor } from '../resource/mapper.ts';
import { collect, itemInfo } from '../resource/visit.ts';
import { openWatch } from '../watch.ts';

const EVENTS = present(resourceByKey('events'), 'events');

/** `kubectl events`. Models kubectl/pkg/cmd/events/events.go (1.36). */
export function* events(kube: Kube): Task<number> {
  const { flags } = kube;
  const types = flags.list('types').map(checkedType);
  const fieldSelector = forSelector(kube, flags.text('for'));
  const namespace = flags.bool('all-namespaces') ? '' : kube.namespace;
  if (flags.bool('watch')) {
    yield* follow(kube, namespace, fieldSelector, types);
    return 0;
  }
  const target = { resource: EVENTS, namespace, labelSelector: '', fieldSelector };
  const { infos, errors } = yield* collect(kube, { kind: 'lists', lists: [target] }, {});
  if (errors[0] !== undefined) throw errors[0];
  const wanted = infos.filter(({ object }) => fits(object, types));
  if (wanted.length === 0) {
    kube.err(
      flags.bool('all-namespaces')
        ? 'No events found.\n'
        : `No events found in ${kube.namespace} namespace.\n`,
    );
    return 0;
  }
  if (
    !printFormatted(kube, {
      kind: 'EventList',
      apiVersion: 'v1',
      metadata: {},
      items: sorted(wanted).map(structOf),
    })
  )
    printRows(kube, sorted(wanted));
  return 0;
}

function checkedType(type: string): string {
  const known = ['Normal', 'Warning'].find((word) => word.toLowerCase() === type.toLowerCase());
  if (known === undefined) throw new CommandError('valid --types are Normal or Warning');
  return known;
}

function forSelector(kube: Kube, word: string): string {
  if (word === '') return '';
  const [type = '', name = '', ...rest] = word.split('/');
  if (type === '' || name === '' || rest.length > 0)
    throw new CommandError('--for must be in resource/name form');
  return `involvedObject.kind=${kindOfWord(kube, type)},involvedObject.name=${name}`;
}

/** The kind, or the refusal as events prints it: without `error: `. */
function kindOfWord(kube: Kube, type: string): string {
  try {
    return mappingFor(kube, type).kind;
  } catch (error) {
    throw new Exit(1, asCommandError(error).message);
  }
}

function fits(object: Unstructured, types: readonly string[]): boolean {
  return types.length === 0 || types.includes(String(object['type'] ?? ''));
}

const eventOf = ({ object }: Info): Event => object as unknown as Event;

/** Models SortableEvents and eventTime. */
function sorted(infos: readonly Info[]): readonly Info[] {
  const key = (info: Info): number => {
    const { series, lastTimestamp, eventTime } = eventOf(info);
    return parseTime(series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? '') ?? 0;
  };
  return goSort(infos, (a, b) => key(a) < key(b));
}

/** The fields of an Event in the order of its Go struct. */
const STRUCT_ORDER = [
  'kind',
  'apiVersion',
  'metadata',
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'type',
  'eventTime',
  'series',
  'action',
  'related',
  'reportingComponent',
  'reportingInstance',
];
const METADATA_ORDER = ['name', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp'];
const REFERENCE_ORDER = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];

function structOf({ object }: Info): Unstructured {
  const { metadata, involvedObject, related } = object;
  return ordered(
    {
      ...object,
      metadata: ordered(metadata as JsonObject, METADATA_ORDER),
      involvedObject: ordered(involvedObject as JsonObject, REFERENCE_ORDER),
      ...(related === undefined ? {} : { related: ordered(related as JsonObject, REFERENCE_ORDER) }),
    },
    STRUCT_ORDER,
  );
}

function ordered(object: JsonObject, first: readonly string[]): JsonObject {
  const known = first.flatMap((key) => (object[key] === undefined ? [] : [[key, object[key]] as const]));
  return { ...Object.fromEntries(known), ...object };
}

/** What -o asks for, if it asks; of names nothing is printed: upstream drops its printer's error. */
function printFormatted(kube: Kube, object: Unstructured): boolean {
  const output = kube.flags.text('output');
  if (output === '') return false;
  if (formatPrinter(kube) === undefined) throw noPrinter(output, PRINT_FORMATS);
  if (outputOf(kube).format !== 'name') kube.out(structPrinter(kube, '')(object));
  return true;
}

function printRows(
  kube: Kube,
  infos: readonly Info[],
  headers = !kube.flags.bool('no-headers'),
  widths: number[] = [],
): void {
  const all = kube.flags.bool('all-namespaces');
  const rows = headers
    ? [[...(all ? ['NAMESPACE'] : []), 'LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE']]
    : [];
  for (const info of infos) {
    const event = eventOf(info);
    const { kind = '', name = '' } = event.involvedObject;
    const cells = [
      eventAge(event, kube.kernel.unixUs()),
      event.type ?? '',
      event.reason ?? '',
      `${kind}/${name}`,
      (event.message ?? '').trim(),
    ];
    rows.push([...(all ? [info.namespace] : []), ...cells]);
  }
  if (rows.length > 0)
    kube.out(layOut(rows.map((cells) => `${cells.join('\t')}\n`).join(''), TABLE_STYLE, widths));
}

function* follow(kube: Kube, namespace: string, fieldSelector: string, types: readonly string[]): Task {
  const watch = yield* openWatch(kube, EVENTS, namespace, {
    ...(fieldSelector === '' ? {} : { fieldSelector }),
  });
  const widths: number[] = [];
  let headers = !kube.flags.bool('no-headers');
  try {
    for (;;) {
      const next = yield* watch.events.receive();
      if ('closed' in next) return;
      const object = next.event.object as unknown as Unstructured;
      const info = itemInfo(EVENTS, object);
      if (next.event.type === 'DELETED' || !fits(object, types)) continue;
      if (printFormatted(kube, structOf(info))) continue;
      printRows(kube, [info], headers, widths);
      headers = false;
    }
  } finally {
    watch.stop();
  }
}
