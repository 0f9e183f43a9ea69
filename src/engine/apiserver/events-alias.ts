import type { KubeObject } from '../../api/object.ts';
import { resourceByKey } from '../../api/resources.ts';
import { assert } from '../../base/assert.ts';
import { setOwn } from '../../base/own.ts';
import type { Task } from '../kernel/task.ts';
import type { WatchEvent, WatchSink } from '../machinery/client.ts';
import { KINDS } from './kinds/index.ts';
import { decodeBody } from './decode/body.ts';
import type { ObjectDraft } from './registry/draft.ts';
import type { Outcome } from './registry/registry.ts';
import { RequestContext } from './request/context.ts';

// events.k8s.io/v1 and v1 Events are one store. Models pkg/apis/events/v1/conversion.go (1.36): fields change their names.

const ALIAS = 'events.events.k8s.io';
const STORED = 'events';

const STORED_NAMES: ReadonlyMap<string, string> = new Map([
  ['regarding', 'involvedObject'],
  ['note', 'message'],
  ['reportingController', 'reportingComponent'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
]);
const ALIAS_NAMES: ReadonlyMap<string, string> = new Map(
  [...STORED_NAMES].map(([alias, stored]) => [stored, alias]),
);

export function isEventsAlias(rc: RequestContext): boolean {
  return rc.resourceName === ALIAS;
}

/** Carries a request for events.k8s.io out on the stored Events, and turns the answer back. */
export function* handleEventsAlias(
  rc: RequestContext,
  handle: (rc: RequestContext) => Task<Outcome>,
): Task<Outcome> {
  const { verb, body, patchType } = rc.request;
  let stored: unknown = body;
  if (verb === 'create' || verb === 'update') {
    const decoded = decodeBody(rc, body, rc.kind);
    if (!decoded.ok) return decoded;
    stored = toStored(decoded.value);
  } else if (verb === 'patch' && patchType !== 'json' && typeof body === 'object' && body !== null) {
    stored = toStored(body);
  }
  const outcome = yield* handle(contextOf(rc, stored));
  if (!outcome.ok) return outcome;
  return { ok: true, value: { ...outcome.value, body: fromStored(outcome.value.body) } };
}

/** A watch of events.k8s.io as one of the stored Events; any other as it is. */
export function storedEvents(
  rc: RequestContext,
  sink: WatchSink,
): { readonly rc: RequestContext; readonly sink: WatchSink } {
  if (!isEventsAlias(rc)) return { rc, sink };
  const event = ({ type, object }: WatchEvent): void =>
    sink.event({ type, object: fromStored(object) as KubeObject });
  return { rc: contextOf(rc, undefined), sink: { event, closed: (error) => sink.closed(error) } };
}

function contextOf(rc: RequestContext, body: unknown): RequestContext {
  const resource = resourceByKey(STORED);
  const kind = KINDS.get(STORED);
  assert(resource !== undefined && kind !== undefined, 'Events are served');
  const request = { ...rc.request, resource: STORED, ...(body === undefined ? {} : { body }) };
  const made = new RequestContext(rc.server, rc.id, { identity: rc.identity, request, resource, kind });
  made.user = rc.user;
  return made;
}

function toStored(event: Partial<ObjectDraft>): Record<string, unknown> {
  const renamed = rename(event, STORED_NAMES);
  return renamed['apiVersion'] === undefined ? renamed : { ...renamed, apiVersion: 'v1' };
}

function fromStored(body: unknown): unknown {
  const object = body as KubeObject & { readonly items?: readonly KubeObject[] };
  if (object.kind === 'EventList')
    return { ...object, apiVersion: 'events.k8s.io/v1', items: (object.items ?? []).map(fromStored) };
  if (object.kind !== 'Event') return body;
  return {
    ...rename(object, ALIAS_NAMES),
    apiVersion: 'events.k8s.io/v1',
  };
}

function rename(object: object, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const given = object as Readonly<Record<string, unknown>>;
  const renamed: Record<string, unknown> = {};
  for (const key in given) setOwn(renamed, names.get(key) ?? key, given[key]);
  return renamed;
}
