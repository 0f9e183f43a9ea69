import type { Draft } from '../../../base/brand.ts';
import type { Event, EventsEvent } from '../../../api/generated/types.ts';
import { fieldPath, invalid, required } from '../../../api/field-error.ts';
import { isQualifiedName } from '../../../api/names.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { NAME, column, wideColumn } from './common/table.ts';
import { type Errors, invalidEach } from './common/validate.ts';
import type { TableCell, TableColumn } from './kind.ts';

// Models pkg/apis/core/validation ValidateEventCreate, pkg/registry/core/event and printEvent (1.36).

const MAX_WORD = 128;
const MAX_NOTE = 1024;

/** Texts that an Event of the new form must have, and their greatest lengths. */
function checkText(errors: Errors, name: string, text: string | undefined, max: number): void {
  if (!text) errors.push(required(fieldPath(name)));
  else if (text.length > max) errors.push(invalid(fieldPath(name), '', `can have at most ${max} characters`));
}

function checkNewForm(errors: Errors, event: Event): void {
  const controller = event.reportingComponent ?? '';
  if (controller === '') errors.push(required(fieldPath('reportingComponent')));
  invalidEach(errors, fieldPath('reportingComponent'), controller, isQualifiedName(controller));
  checkText(errors, 'reportingInstance', event.reportingInstance, MAX_WORD);
  checkText(errors, 'action', event.action, MAX_WORD);
  checkText(errors, 'reason', event.reason, MAX_WORD);
  if ((event.message?.length ?? 0) > MAX_NOTE) checkText(errors, 'message', event.message, MAX_NOTE);
}

type Times = Partial<Record<'eventTime' | 'firstTimestamp' | 'lastTimestamp', string | null>>;

/** Go leaves none of these out: times that are not set are null. */
function defaultEvent(event: Draft<Event>): void {
  event.source ??= {};
  event.reportingComponent ??= '';
  event.reportingInstance ??= '';
  const times = event as Times;
  times.eventTime ??= null;
  times.firstTimestamp ??= null;
  times.lastTimestamp ??= null;
}

/** Events of cluster-wide objects live in `default`; the others where their object lives. */
function validateCreate(event: Event): Errors {
  const errors: Errors = [];
  const about = event.involvedObject?.namespace ?? '';
  const own = event.metadata.namespace ?? '';
  // The recordings' cluster keeps Events about Nodes in kube-public (engine/cluster/recording-events.ts).
  const homes = event.eventTime ? ['default', 'kube-system'] : ['default', 'kube-public', ''];
  const agrees = about === '' ? homes.includes(own) : about === own || Boolean(event.eventTime);
  if (!agrees)
    errors.push(invalid(fieldPath('involvedObject', 'namespace'), about, 'does not match event.namespace'));
  if (event.eventTime) checkNewForm(errors, event);
  return errors;
}

const COLUMNS: readonly TableColumn[] = [
  column('Last Seen'),
  column('Type'),
  column('Reason'),
  column('Object'),
  wideColumn('Subobject'),
  wideColumn('Source'),
  column('Message'),
  wideColumn('First Seen'),
  wideColumn('Count', 'integer'),
  { ...NAME, priority: 1 },
];

function eventRow(event: Event, nowUs: number): readonly TableCell[] {
  const { involvedObject: about, source, series } = event;
  const first = ageOf(event.firstTimestamp || event.eventTime, nowUs);
  const last = series
    ? ageOf(series.lastObservedTime, nowUs)
    : event.lastTimestamp
      ? ageOf(event.lastTimestamp, nowUs)
      : first;
  const kind = (about?.kind ?? '').toLowerCase();
  const component = source?.component || event.reportingComponent || '';
  const host = source?.host || event.reportingInstance || '';
  return [
    last,
    event.type ?? '',
    event.reason ?? '',
    about?.name ? `${kind}/${about.name}` : kind,
    about?.fieldPath ?? '',
    host === '' ? component : `${component}, ${host}`,
    (event.message ?? '').trim(),
    first,
    series ? (series.count ?? 0) : event.count || 1,
    event.metadata.name,
  ];
}

/** The new API's Event as the core one, which is what is printed. */
function asCore(event: EventsEvent): Event {
  return {
    ...event,
    involvedObject: event.regarding ?? {},
    message: event.note,
    source: event.deprecatedSource,
    firstTimestamp: event.deprecatedFirstTimestamp,
    lastTimestamp: event.deprecatedLastTimestamp,
    count: event.deprecatedCount,
    reportingComponent: event.reportingController,
  } as unknown as Event;
}

export const EVENT = defineKind<Event>({
  resource: 'events',
  kind: 'Event',
  apiVersion: 'v1',
  namespaced: true,
  default: defaultEvent,
  validateCreate,
  validateUpdate: validateCreate,
  allowCreateOnUpdate: true,
  defaultPropagation: 'none',
  selectableFields: {
    'involvedObject.kind': (e) => e.involvedObject?.kind ?? '',
    'involvedObject.namespace': (e) => e.involvedObject?.namespace ?? '',
    'involvedObject.name': (e) => e.involvedObject?.name ?? '',
    'involvedObject.uid': (e) => e.involvedObject?.uid ?? '',
    'involvedObject.apiVersion': (e) => e.involvedObject?.apiVersion ?? '',
    'involvedObject.resourceVersion': (e) => e.involvedObject?.resourceVersion ?? '',
    'involvedObject.fieldPath': (e) => e.involvedObject?.fieldPath ?? '',
    reason: (e) => e.reason ?? '',
    reportingComponent: (e) => e.reportingComponent ?? '',
    source: (e) => e.source?.component || e.reportingComponent || '',
    type: (e) => e.type ?? '',
  },
  tableColumns: COLUMNS,
  row: (event, { nowUs }) => eventRow(event, nowUs),
});

export const EVENTS_EVENT = defineKind<EventsEvent>({
  resource: 'events.events.k8s.io',
  kind: 'Event',
  apiVersion: 'events.k8s.io/v1',
  namespaced: true,
  allowCreateOnUpdate: true,
  defaultPropagation: 'none',
  tableColumns: COLUMNS,
  row: (event, { nowUs }) => eventRow(asCore(event), nowUs),
});
