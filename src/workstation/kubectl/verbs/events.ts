import type { Event } from '../../../api/generated/types.ts';
import { resourceByKey } from '../../../api/resources.ts';
import { parseTime } from '../../../api/time.ts';
import { present } from '../../../base/assert.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError } from '../errors.ts';
import { eventAge } from '../describe/common.ts';
import type { Kube } from '../kube.ts';
import type { Unstructured } from '../object.ts';
import { goSort } from '../printers/go-sort.ts';
import { formatPrinter, noPrinter } from '../printers/object-printer.ts';
import { TABLE_STYLE, layOut } from '../printers/tabwriter.ts';
import type { Info } from '../resource/info.ts';
import { mappingFor } from '../resource/mapper.ts';
import { collect, itemInfo } from '../resource/visit.ts';
import { openWatch } from '../watch.ts';
import { listOf } from './get.ts';

const EVENTS = present(resourceByKey('events'), 'events');

/** `kubectl events`. Models kubectl/pkg/cmd/events/events.go (1.36). */
export function* events(kube: Kube): Task<number> {
  const { flags } = kube;
  const types = flags.list('types').map(checkedType);
  const fieldSelector = forSelector(flags.text('for'));
  const namespace = flags.bool('all-namespaces') ? '' : kube.namespace;
  const target = { resource: EVENTS, namespace, labelSelector: '', fieldSelector };
  const { infos, errors } = yield* collect(kube, { kind: 'lists', lists: [target] }, {});
  if (errors[0] !== undefined) throw errors[0];
  const wanted = infos.filter(({ object }) => fits(object, types));
  if (wanted.length === 0 && !flags.bool('watch')) {
    kube.err(
      flags.bool('all-namespaces')
        ? 'No events found.\n'
        : `No events found in ${kube.namespace} namespace.\n`,
    );
    return 0;
  }
  print(kube, sorted(wanted));
  if (flags.bool('watch')) yield* follow(kube, namespace, fieldSelector, types);
  return 0;
}

function checkedType(type: string): string {
  const known = ['Normal', 'Warning'].find((word) => word.toLowerCase() === type.toLowerCase());
  if (known === undefined) throw new CommandError('valid --types are Normal or Warning');
  return known;
}

function forSelector(word: string): string {
  if (word === '') return '';
  const [type = '', name = '', ...rest] = word.split('/');
  if (type === '' || name === '' || rest.length > 0)
    throw new CommandError('--for must be in resource/name form');
  return `involvedObject.kind=${mappingFor(type).kind},involvedObject.name=${name}`;
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

function print(
  kube: Kube,
  infos: readonly Info[],
  headers = !kube.flags.bool('no-headers'),
  widths: number[] = [],
): void {
  if (kube.flags.text('output') !== '') {
    const printer = formatPrinter(kube);
    if (printer === undefined) throw noPrinter(kube.flags.text('output'), ['json', 'yaml']);
    kube.out(printer(listOf(infos)));
    return;
  }
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
  const from = kube.kernel.unixUs();
  const widths: number[] = [];
  try {
    for (;;) {
      const next = yield* watch.events.receive();
      if ('closed' in next) return;
      const object = next.event.object as unknown as Unstructured;
      const info = itemInfo(EVENTS, object);
      const made = parseTime(eventOf(info).metadata.creationTimestamp ?? '') ?? 0;
      if (next.event.type !== 'DELETED' && fits(object, types) && made >= from - 1)
        print(kube, [info], false, widths);
    }
  } finally {
    watch.stop();
  }
}
