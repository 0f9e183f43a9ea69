import type { RecordOf, TraceRecord } from '../../trace/record.ts';
import type { RecordedRequest } from '../format.ts';
import { RECORDED_NAMESPACE, plural, seconds } from './common.ts';

/** Who every kubectl request counts for: with --as the audit log names the one who impersonates. */
const ADMIN = 'kubernetes-admin';
/** The audit policy keeps reads of people, not of components. */
const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);
const UNAUTHORIZED = 401;
/** The stages before which the server does not know the name of an object to be created. */
const UNNAMED_STAGES: ReadonlySet<string> = new Set(['authentication', 'authorization', 'decoding']);

/** The audit log of the namespace from the first step on, in order of the answers. */
export function recordedRequests(records: readonly TraceRecord[]): RecordedRequest[] {
  const sent = new Map<number, RecordOf<'request.send'>>();
  const unnamed = new Set<number>();
  const claimed = new Set<number>();
  const out: RecordedRequest[] = [];
  for (const record of records) {
    if (record.kind === 'request.send') sent.set(record.data.request, record);
    if (
      record.kind === 'request.stage' &&
      record.data.verdict === 'refused' &&
      UNNAMED_STAGES.has(record.data.stage)
    ) {
      unnamed.add(record.data.request);
    }
    if ((record.kind === 'object.put' || record.kind === 'object.delete') && isClaimedVolume(record.data)) {
      if (record.data.request !== undefined) claimed.add(record.data.request);
    }
    if (record.kind !== 'request.done' || record.at < 0) continue;
    const send = sent.get(record.data.request);
    if (send !== undefined && isAudited(send, record.data.code, claimed.has(record.data.request)))
      out.push(entry(send, record, unnamed.has(record.data.request)));
  }
  return out;
}

/** A volume bound to a claim of the namespace: its answers name the namespace, which is what the recorder looked for. */
function isClaimedVolume({ resource, object }: RecordOf<'object.put'>['data']): boolean {
  if (resource !== 'persistentvolumes') return false;
  const { spec } = object as { readonly spec?: { readonly claimRef?: { readonly namespace?: string } } };
  return spec?.claimRef?.namespace === RECORDED_NAMESPACE;
}

/** Answers about a status were kept without their bodies. */
function isAudited({ data }: RecordOf<'request.send'>, code: number, namesNamespace: boolean): boolean {
  const inside =
    data.namespace === RECORDED_NAMESPACE ||
    (namesNamespace && data.subresource === undefined) ||
    (plural(data.resource) === 'namespaces' && data.name === RECORDED_NAMESPACE);
  if (!inside || code === UNAUTHORIZED) return false;
  return data.client === 'kubectl' ? !isRecordersOwn(data) : WRITES.has(data.verb);
}

/** The recorder ran `get pods -w` beside everything; a watch of all Pods could not be told from its own and was not kept. */
function isRecordersOwn({ verb, resource, name }: RecordOf<'request.send'>['data']): boolean {
  return verb === 'watch' && resource === 'pods' && name === '';
}

function entry(
  send: RecordOf<'request.send'>,
  done: RecordOf<'request.done'>,
  unnamed: boolean,
): RecordedRequest {
  const { data } = send;
  const isNew = data.verb === 'create' && data.subresource === undefined;
  return {
    at: seconds(done.at),
    user: data.client === 'kubectl' ? ADMIN : data.user,
    agent: data.client,
    verb: data.verb,
    resource: plural(data.resource),
    subresource: data.subresource ?? '',
    name: isNew && unnamed ? '' : data.name,
    code: done.data.code,
    reason: done.data.reason ?? '',
  };
}
