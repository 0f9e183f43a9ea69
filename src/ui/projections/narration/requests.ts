import type { RecordOf } from '../../../trace/record.ts';
import { kindOf, pathOf, plural, requestLine } from '../names.ts';
import { causeOf, type Said, type Telling, verbatim, whoOf, within } from './moment.ts';

/** Somebody asks the API server. */
export function sent(telling: Telling, record: RecordOf<'request.send'>): Said {
  const { t } = telling;
  const { client, user, verb, resource, subresource, name } = record.data;
  const who = whoOf(client, t);
  const request = requestLine(record.data);
  const more = t.rich('send.more', { request, user });
  if (subresource === 'binding') return binding(telling, record);
  if (subresource === 'eviction') return { sentence: t.rich('send.evict', { who, name }), detail: more };
  if (subresource === 'status' && client === 'kubelet' && resource === 'pods')
    return {
      sentence: t.rich('send.status', { pod: name }),
      detail: t.rich('send.status.more', { request }),
    };
  switch (verb) {
    case 'create':
      if (subresource === 'token') return { sentence: t.rich('send.token', { who, name }), detail: more };
      if (subresource !== undefined) break;
      return {
        sentence: t.rich('send.create', { who, kind: kindOf(resource) }),
        detail: t.rich('send.create.more', { request: request }),
      };
    case 'delete':
    case 'deletecollection':
      return deletion(telling, record, who);
    case 'get':
    case 'list':
      return { sentence: t.rich('send.read', { who, path: pathOf(record.data) }), detail: more };
    case 'watch':
      return { sentence: t.rich('send.watch', { who, path: plural(resource) }), detail: more };
    default:
  }
  return { sentence: t.rich('send.write', { who, name: pathOf(record.data) }), detail: more };
}

function binding(telling: Telling, record: RecordOf<'request.send'>): Said {
  const { t, trace } = telling;
  const { name } = record.data;
  const pick = causeOf(telling, record, 'sched.pick');
  const put = telling.facts.request(record.data.request)?.put;
  const bound = put?.data.object as { readonly spec?: { readonly nodeName?: string } } | undefined;
  const node = pick?.data.node ?? bound?.spec?.nodeName ?? trace.at(record.seq).actor;
  return {
    sentence: t.rich('send.binding', { pod: name, node }),
    detail: t.rich('send.binding.more', { request: requestLine(record.data) }),
  };
}

function deletion({ t }: Telling, record: RecordOf<'request.send'>, who: string): Said {
  const { client, resource, name, user } = record.data;
  const request = requestLine(record.data);
  if (client === 'kubelet' && resource === 'pods')
    return {
      sentence: t.rich('send.delete.last', { name }),
      detail: t.rich('send.delete.last.more', { request }),
    };
  const sentence = t.rich('send.delete', { who, name: name === '' ? plural(resource) : name });
  return {
    sentence,
    detail:
      resource === 'pods'
        ? t.rich('send.delete.pod.more', { request })
        : t.rich('send.more', { request, user }),
  };
}

/** Verbs that leave etcd as it is. */
const READS: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** A gate looks at a request. */
export function staged({ t, facts }: Telling, record: RecordOf<'request.stage'>): Said {
  const { stage, verdict, plugin, note, changes, request } = record.data;
  const sent = facts.request(request)?.send;
  const gate = plugin ?? t(`gate.${stage}`);
  const first = plugin ?? gate.charAt(0).toUpperCase() + gate.slice(1);
  const detail = note !== undefined && note !== '' && verdict !== 'passed' ? verbatim(note) : undefined;
  const more =
    detail ??
    (sent === undefined
      ? undefined
      : t.rich('send.more', { request: requestLine(sent.data), user: sent.data.user }));
  const said = (sentence: Said['sentence']): Said =>
    more === undefined ? { sentence } : { sentence, detail: more };
  switch (verdict) {
    case 'refused':
      return said(t.rich('stage.refused', { gate }));
    case 'mutated':
      return said(t.rich('stage.changed', { gate: first, n: changes?.length ?? 1 }));
    case 'skipped':
      return said(t.rich('stage.skipped', { gate: first }));
    case 'passed':
      if (stage === 'authentication')
        return said(t.rich('stage.authentication', { user: sent?.data.user ?? note ?? '' }));
      if (stage === 'storage' && sent !== undefined && READS.has(sent.data.verb))
        return said(t.rich('stage.read'));
      return said(t.rich(`stage.${stage}`));
  }
}

/** The API server answers. */
export function answered({ t, facts }: Telling, record: RecordOf<'request.done'>): Said {
  const { request, code, reason = '', message } = record.data;
  const sent = facts.request(request)?.send;
  const who = whoOf(sent?.data.client ?? '', t);
  if (code === 409 && reason === 'Conflict')
    return {
      sentence: t.rich('done.conflict', { who }),
      ...(message === undefined ? {} : { detail: verbatim(message) }),
    };
  const absent = code === 404 && sent?.data.verb === 'get';
  if (code >= 400)
    return {
      sentence: absent ? t.rich('done.absent', { code }) : t.rich('done.refused', { code, reason }),
      ...(message === undefined ? {} : { detail: verbatim(message) }),
    };
  return {
    sentence: t.rich('done', { code }),
    ...(sent === undefined
      ? {}
      : { detail: t.rich('done.more', { who: within(who), request: requestLine(sent.data) }) }),
  };
}

/** The answer is back, or the wire failed. */
export function returned({ t, facts }: Telling, record: RecordOf<'request.return'>): Said {
  const { request, code, message } = record.data;
  const sent = facts.request(request)?.send;
  const who = whoOf(sent?.data.client ?? record.actor, t);
  if (code === 0)
    return {
      sentence: t.rich('return.broken', { who }),
      ...(message === undefined ? {} : { detail: verbatim(message) }),
    };
  const sentence = t.rich('return', { who, code });
  return sent === undefined
    ? { sentence }
    : { sentence, detail: t.rich('send.more', { request: requestLine(sent.data), user: sent.data.user }) };
}

/** A watch opens or ends. */
export function watched(
  { t, facts }: Telling,
  record: RecordOf<'watch.open'> | RecordOf<'watch.close'>,
): Said {
  const open = record.kind === 'watch.open' ? record : facts.watch(record.data.watch)?.open;
  const who = whoOf(open?.data.client ?? record.actor, t);
  const resource = plural(open?.data.resource ?? '');
  if (record.kind === 'watch.close') {
    const { reason } = record.data;
    return {
      sentence: t.rich('watch.close', { who: within(who), resource }),
      ...(reason === undefined ? {} : { detail: verbatim(reason) }),
    };
  }
  const { selector } = record.data;
  const sentence = t.rich('watch.open', { who, resource });
  return selector === undefined
    ? { sentence }
    : { sentence, detail: t.rich('watch.open.more', { selector }) };
}

/** An event reaches a watcher. */
export function heard(telling: Telling, record: RecordOf<'watch.deliver'>): Said {
  const { t, facts, world, seq } = telling;
  const { client, resource, type, namespace, name, rev } = record.data;
  const who = whoOf(client, t);
  const any: Said = {
    sentence: t.rich('hear.any', { who, type, path: pathOf({ resource, name }) }),
    detail: t.rich('hear.any.more', { rev }),
  };
  if (resource === 'pods' && client === 'kube-scheduler' && type === 'ADDED')
    return { sentence: t.rich('hear.scheduler'), detail: t.rich('hear.scheduler.more') };
  if (resource === 'pods' && client === 'kubelet') {
    const node = facts.nodeOf(record);
    if (type === 'ADDED' && node !== undefined)
      return { sentence: t.rich('hear.kubelet', { node }), detail: t.rich('hear.kubelet.more', { node }) };
    if (type === 'DELETED')
      return { sentence: t.rich('hear.gone', { pod: name }), detail: t.rich('hear.any.more', { rev }) };
    const ending = world.get('pods', namespace, name, seq)?.metadata?.deletionTimestamp !== undefined;
    return ending
      ? { sentence: t.rich('hear.ending', { pod: name }), detail: t.rich('hear.ending.more') }
      : any;
  }
  if (client === 'kube-controller-manager')
    return {
      sentence: t.rich('hear.controllers', { type, kind: kindOf(resource), name }),
      detail: t.rich('hear.controllers.more'),
    };
  return any;
}
