import type { ContainerStatus, Node, Pod } from '../../../api/generated/types.ts';
import { isPodReady, podCondition } from '../../../api/pod.ts';
import { durationWords } from '../../../i18n/format.ts';
import type { RecordOf } from '../../../trace/record.ts';
import { kindOf } from '../names.ts';
import { podChange } from '../pod-change.ts';
import { isEventResource } from '../story-roots.ts';
import { causeOf, type Said, type Telling, verbatim, whoOf } from './moment.ts';

/** A version of an object is in etcd. */
export function stored(telling: Telling, record: RecordOf<'object.put'>): Said {
  const { resource } = record.data;
  if (resource === 'pods') return podStored(telling, record);
  if (resource === 'nodes') return nodeStored(telling, record);
  if (isEventResource(resource)) return eventStored(telling, record);
  return objectStored(telling, record);
}

function previous({ trace }: Telling, record: RecordOf<'object.put'>): RecordOf<'object.put'> | undefined {
  const before = trace.find(record.data.prevSeq);
  return before?.kind === 'object.put' ? before : undefined;
}

function podStored(telling: Telling, record: RecordOf<'object.put'>): Said {
  const { t, lang } = telling;
  const { name: pod, rev } = record.data;
  const now = record.data.object as Pod;
  const change = podChange(previous(telling, record)?.data.object, now);
  switch (change) {
    case 'created':
      return { sentence: t.rich('pod.created'), detail: t.rich('pod.created.more', { pod, rev }) };
    case 'bound':
      return {
        sentence: t.rich('pod.bound', { pod, node: now.spec.nodeName ?? '' }),
        detail: t.rich('pod.bound.more', { rev }),
      };
    case 'unschedulable': {
      const message = podCondition(now.status, 'PodScheduled')?.message;
      return {
        sentence: t.rich('pod.unschedulable', { pod }),
        ...(message === undefined ? {} : { detail: verbatim(message) }),
      };
    }
    case 'sandboxed':
      return {
        sentence:
          now.status?.podIP === undefined
            ? t.rich('pod.sandboxed.plain', { pod })
            : t.rich('pod.sandboxed', { pod, ip: now.status.podIP }),
        detail: t.rich('pod.sandboxed.more'),
      };
    case 'running':
      return { sentence: t.rich('pod.running', { pod }), detail: t.rich('pod.running.more') };
    case 'ready':
      return { sentence: t.rich('pod.ready', { pod }), detail: readyDetail(telling, record) };
    case 'terminating': {
      const seconds = now.metadata.deletionGracePeriodSeconds ?? 30;
      return {
        sentence: t.rich('pod.terminating', { pod }),
        detail: t.rich('pod.terminating.more', { grace: durationWords(seconds * 1e6, lang) }),
      };
    }
    case 'failed':
      return {
        sentence: t.rich('pod.failed', { pod }),
        detail:
          now.status?.message === undefined ? statusDetail(telling, now, rev) : verbatim(now.status.message),
      };
    case 'restarted': {
      const n = (now.status?.containerStatuses ?? []).reduce(
        (sum, { restartCount }) => sum + restartCount,
        0,
      );
      return { sentence: t.rich('pod.restarted', { pod, n }), detail: statusDetail(telling, now, rev) };
    }
    case 'unready':
    case 'succeeded':
    case 'status':
    case 'spec':
      return { sentence: t.rich(`pod.${change}`, { pod }), detail: statusDetail(telling, now, rev) };
  }
}

/** How long it took from the command that asked for it, when one did and the Pod came of it. */
function readyDetail(telling: Telling, record: RecordOf<'object.put'>): Said['detail'] & {} {
  const { t, lang, world } = telling;
  const { rev, namespace, name } = record.data;
  const command = causeOf(telling, record, 'input.command');
  const versions = world.history('pods', namespace, name)?.versions ?? [];
  const born = versions[0]?.seq ?? -1;
  const isFirst = !versions.some(
    ({ seq, object }) => object !== undefined && seq < record.seq && isPodReady(object as unknown as Pod),
  );
  if (command === undefined || command.seq > born || !isFirst) return t.rich('pod.ready.plain', { rev });
  return t.rich('pod.ready.more', { took: durationWords(record.at - command.at, lang) });
}

const waitingOf = ({ state }: ContainerStatus): string | undefined => state?.waiting?.reason;

function statusDetail(
  { t }: Telling,
  pod: Pod,
  rev: number,
): readonly { readonly style: 'plain' | 'strong' | 'code'; readonly text: string }[] {
  const all = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])];
  const waits = all.find((status) => waitingOf(status) !== undefined);
  if (waits !== undefined)
    return t.rich('pod.waiting.more', { rev, container: waits.name, reason: waitingOf(waits) ?? '' });
  return t.rich('pod.revision.more', { rev, phase: pod.status?.phase ?? 'Pending' });
}

function nodeStored(telling: Telling, record: RecordOf<'object.put'>): Said {
  const { t } = telling;
  const { name: node } = record.data;
  const now = record.data.object as Node;
  const before = previous(telling, record)?.data.object as Node | undefined;
  const ready = (each: Node | undefined): string | undefined =>
    each?.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  const taints = (now.spec?.taints ?? []).map(({ key, effect }) => `${key}:${effect}`).join(', ');
  const detail =
    taints === ''
      ? t.rich('object.revision.more', { rev: record.data.rev })
      : t.rich('node.more', { taints });
  if (ready(now) !== ready(before) && before !== undefined) {
    const key =
      ready(now) === 'True' ? 'node.ready' : ready(now) === 'Unknown' ? 'node.unknown' : 'node.notReady';
    return { sentence: t.rich(key, { node }), detail };
  }
  const cordoned = now.spec?.unschedulable === true;
  if (cordoned !== (before?.spec?.unschedulable === true))
    return { sentence: t.rich(cordoned ? 'node.cordoned' : 'node.uncordoned', { node }), detail };
  if (JSON.stringify(now.spec?.taints) !== JSON.stringify(before?.spec?.taints) && before !== undefined)
    return { sentence: t.rich('node.tainted', { node }), detail };
  return objectStored(telling, record);
}

interface EventLike {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly note?: string;
  readonly source?: { readonly component?: string };
  readonly reportingComponent?: string;
  readonly reportingController?: string;
}

function eventStored({ t }: Telling, record: RecordOf<'object.put'>): Said {
  const event = record.data.object as EventLike;
  const reporter = event.reportingComponent ?? event.reportingController ?? event.source?.component ?? '';
  const who = reporter === 'default-scheduler' ? t('who.scheduler') : whoOf(reporter, t);
  const message = event.message ?? event.note;
  const sentence = t.rich(event.type === 'Warning' ? 'event.warning' : 'event.normal', {
    who,
    reason: event.reason ?? '',
  });
  return message === undefined ? { sentence } : { sentence, detail: verbatim(message) };
}

interface ScaledLike {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly readyReplicas?: number };
}

function objectStored(telling: Telling, record: RecordOf<'object.put'>): Said {
  const { t, facts } = telling;
  const { resource, name, rev, object, request } = record.data;
  const before = previous(telling, record)?.data.object;
  const ending =
    before?.metadata?.deletionTimestamp === undefined && object.metadata?.deletionTimestamp !== undefined;
  const key = before === undefined ? 'object.created' : ending ? 'object.terminating' : 'object.changed';
  const sentence = t.rich(key, { kind: kindOf(resource), name });
  const { spec, status } = object as ScaledLike;
  if (before !== undefined && typeof spec?.replicas === 'number')
    return {
      sentence,
      detail: t.rich('object.replicas.more', { rev, ready: status?.readyReplicas ?? 0, want: spec.replicas }),
    };
  const client = facts.request(request)?.send.data.client;
  return {
    sentence,
    detail:
      client === undefined
        ? t.rich('object.revision.more', { rev })
        : t.rich('object.writer.more', { who: whoOf(client, t), rev }),
  };
}

/** An object is gone from etcd. */
export function erased({ t }: Telling, record: RecordOf<'object.delete'>): Said {
  const { resource, name, rev } = record.data;
  if (resource === 'pods')
    return { sentence: t.rich('pod.gone', { pod: name }), detail: t.rich('pod.gone.more') };
  return {
    sentence: t.rich('object.gone', { kind: kindOf(resource), name }),
    detail: t.rich('object.revision.more', { rev }),
  };
}
