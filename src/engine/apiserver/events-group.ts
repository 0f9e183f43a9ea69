import type { KubeObject } from '../../api/object.ts';
import type { ApiRequest, ApiResponse } from '../machinery/client.ts';

/** Events have two faces and one store: requests for this one are served from core/v1 `events`. */
export const EVENTS_V1 = 'events.events.k8s.io';

interface Fields {
  readonly [field: string]: unknown;
}

/** Field of events.k8s.io/v1 → field of v1. Models pkg/apis/events/v1/conversion.go (1.36). */
const RENAMED: readonly (readonly [v1: string, core: string])[] = [
  ['note', 'message'],
  ['regarding', 'involvedObject'],
  ['reportingController', 'reportingComponent'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
];
const TO_CORE: ReadonlyMap<string, string> = new Map(RENAMED);
const FROM_CORE: ReadonlyMap<string, string> = new Map(RENAMED.map(([v1, core]) => [core, v1]));

function renamed(object: Fields, names: ReadonlyMap<string, string>): Fields {
  return Object.fromEntries(Object.entries(object).map(([field, value]) => [names.get(field) ?? field, value]));
}

/** The same request for the core group: its body with core's field names. */
export function toCoreRequest(request: ApiRequest): ApiRequest {
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { ...request, resource: 'events' };
  const core = renamed(body as Fields, TO_CORE);
  const typed = core['apiVersion'] === 'events.k8s.io/v1' ? { ...core, apiVersion: 'v1' } : core;
  return { ...request, resource: 'events', body: typed };
}

/** A core Event as events.k8s.io/v1 has it. */
export function fromCoreEvent(object: KubeObject): KubeObject {
  const converted = renamed(object as unknown as Fields, FROM_CORE);
  return converted['kind'] === 'Event' ? ({ ...converted, apiVersion: 'events.k8s.io/v1' } as KubeObject) : object;
}

/** The answer to such a request: an Event or a list of them. Tables and Status objects stay as they are. */
export function fromCoreAnswer(response: ApiResponse): ApiResponse {
  const body = response.body as (KubeObject & { readonly items?: readonly KubeObject[] }) | undefined;
  if (body?.kind === 'EventList') {
    return { ...response, body: { ...body, apiVersion: 'events.k8s.io/v1', items: (body.items ?? []).map(fromCoreEvent) } };
  }
  return body?.kind === 'Event' ? { ...response, body: fromCoreEvent(body) } : response;
}
