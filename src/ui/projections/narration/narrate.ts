import type { ObjectRef } from '../../../api/object.ts';
import { endsFault, faultOf } from '../faults/faults.ts';
import { decisionsText } from '../../../i18n/catalogue/decisions.ts';
import { loopNote } from '../../../i18n/loop-notes.ts';
import { text } from '../../../i18n/text.ts';
import { faultWords } from '../faults/words.ts';
import { bytes, count, durationWords, list } from '../../../i18n/format.ts';
import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import { commandLine, shortImage } from '../names.ts';
import { called, criReturned, inCgroup, layered, networked, probed, processed } from './on-node.ts';
import { type Moment, podAt, type Said, type Telling, telling, verbatim, whoOf } from './moment.ts';
import { erased, stored } from './objects.ts';
import { answered, heard, returned, sent, staged, watched } from './requests.ts';
import { scheduled } from './scheduling.ts';
import { stuckSaid } from './stuck.ts';

/** The present record as one sentence and a line below it. `subject` is the Pod the story is about, for when it is stuck. */
export function narrate(moment: Moment, subject: ObjectRef | undefined): Said {
  const told = telling(moment);
  if (moment.seq < 0 || moment.trace.length === 0) return before(told);
  const record = moment.trace.at(moment.seq);
  const stuck = subject === undefined || !speaksOfStuck(told, record) ? undefined : stuckSaid(told, subject);
  return stuck ?? goingOn(told, record, subject) ?? tell(told, record);
}

/** So long after a record its sentence is old, and what goes on in the meantime is the news. */
const OLD_US = 150_000;

/** A call that has been open all the while, when the record itself is past. */
function goingOn(told: Telling, record: TraceRecord, subject: ObjectRef | undefined): Said | undefined {
  if (subject === undefined || told.timeUs - record.at < OLD_US) return undefined;
  const pod = podAt(told, subject);
  const node = pod?.spec.nodeName;
  if (pod === undefined || node === undefined) return undefined;
  for (const { call } of told.facts.openCalls(node, told.seq)) {
    if (call.kind !== 'cri.call' || call.seq === record.seq) continue;
    const own = call.data.pod?.name === subject.name && call.data.pod.namespace === subject.namespace;
    const image = pod.spec.containers.some(
      (each) => each.image !== undefined && shortImage(each.image) === shortImage(call.data.image ?? ''),
    );
    if ((call.data.method === 'PullImage' && (own || image)) || (call.data.method === 'StopContainer' && own))
      return called(told, call);
  }
  return undefined;
}

/** Records that only say again, or cause, what a stuck Pod's cause says better; and a last look that found it so. */
function speaksOfStuck({ story, seq }: Telling, record: TraceRecord): boolean {
  if (record.kind === 'command.exit') return story.next(seq, 3) === undefined;
  return record.kind === 'backoff' || record.kind === 'object.put' || record.kind === 'request.done';
}

function before({ t, facts, trace, story }: Telling): Said {
  const n = facts.openWatches(trace.countUntil(-1) - 1);
  if (story.steps(3).length === 0) return { sentence: t.rich(trace.length === 0 ? 'simulating' : 'empty') };
  return { sentence: t.rich('at.rest', { n }), detail: t.rich('at.rest.more') };
}

function tell(told: Telling, record: TraceRecord): Said {
  switch (record.kind) {
    case 'input.command':
      return commanded(told, record);
    case 'command.exit':
      return ended(told, record);
    case 'request.send':
      return sent(told, record);
    case 'request.stage':
      return staged(told, record);
    case 'request.done':
      return answered(told, record);
    case 'request.return':
      return returned(told, record);
    case 'watch.open':
    case 'watch.close':
      return watched(told, record);
    case 'watch.deliver':
      return heard(told, record);
    case 'object.put':
      return stored(told, record);
    case 'object.delete':
      return erased(told, record);
    case 'sched.queue':
    case 'sched.filter':
    case 'sched.score':
    case 'sched.pick':
    case 'sched.preempt':
      return scheduled(told, record);
    default:
      return tellOnNode(told, record);
  }
}

function tellOnNode(told: Telling, record: TraceRecord): Said {
  switch (record.kind) {
    case 'cri.call':
      return called(told, record);
    case 'cri.return':
      return criReturned(told, record);
    case 'image.layer':
      return layered(told, record);
    case 'cni.call':
    case 'cni.return':
      return networked(told, record);
    case 'process.start':
    case 'process.exit':
    case 'signal':
      return processed(told, record);
    case 'container.config':
    case 'cgroup.memory':
      return inCgroup(told, record);
    case 'probe.result':
      return probed(told, record);
    default:
      return tellRest(told, record);
  }
}

function tellRest({ t, lang }: Telling, record: TraceRecord): Said {
  switch (record.kind) {
    case 'span.begin':
    case 'step':
      return worked(t, record);
    case 'backoff': {
      const { why, delayUs, container } = record.data;
      return { sentence: t.rich(`backoff.${why}`, { container, delay: durationWords(delayUs, lang) }) };
    }
    case 'rule.sync':
      return {
        sentence: t.rich('rules', { node: record.data.node }),
        detail: t.rich('rules.more', { n: record.data.changes, services: list(record.data.services, lang) }),
      };
    case 'traffic': {
      const { from, to, result, status, tookUs } = record.data;
      const detail = t.rich('traffic.more', { from, took: durationWords(tookUs, lang) });
      const good = result === 'ok' && (status ?? 200) < 500;
      return {
        sentence: good
          ? t.rich('traffic.ok', { to, status: status ?? 'ok' })
          : t.rich('traffic.failed', { to, result: result === 'ok' ? String(status) : result }),
        detail,
      };
    }
    case 'input.fault':
      return faulted(t, record, lang);
    case 'limit':
      return limited(t, record);
    case 'log.container':
    case 'log.component':
    case 'command.output':
      return { sentence: verbatim(record.data.text.trimEnd()) };
    default:
      return { sentence: verbatim(`${record.actor}: ${record.kind}`) };
  }
}

/** A bound of the simulation's own, in the reader's language where it is a known one. */
function limited(t: Telling['t'], { data: { what, limit } }: RecordOf<'limit'>): Said {
  const container = /^log bytes of container (.*)$/.exec(what)?.[1];
  if (container !== undefined) return { sentence: t.rich('limit.log', { container, size: bytes(limit) }) };
  if (what === 'records at full detail') return { sentence: t.rich('limit.records', { n: count(limit) }) };
  return { sentence: t.rich('limit', { what }) };
}

function commanded({ t }: Telling, { data }: RecordOf<'input.command'>): Said {
  const line = commandLine(data);
  const sentence = t.rich('command', { line });
  // Only kubectl is known to talk to the API server and to nobody else.
  if (!/(?:^|[\s|;&(])(?:kubectl|k)\s/.test(line)) return { sentence };
  const files = / -(?:f|-filename|k)\b/.test(line);
  return {
    sentence,
    detail: t.rich(files ? 'command.more' : 'command.plain.more'),
  };
}

function ended({ t, facts }: Telling, { data }: RecordOf<'command.exit'>): Said {
  const printed = facts.output(data.command).trim();
  const first = printed.split('\n')[0] ?? '';
  if (data.exit === 'interrupted') return { sentence: t.rich('command.interrupted') };
  if (data.exit !== 0)
    return {
      sentence: t.rich('command.failed', { exit: data.exit }),
      ...(first === '' ? {} : { detail: verbatim(first) }),
    };
  const typed = facts.commandOf(data.command);
  const line = typed === undefined ? '' : commandLine(typed.data);
  const { groups } = KUBECTL.exec(line) ?? {};
  if (groups === undefined) return { sentence: t.rich('command.over', { line }) };
  const asks = ASKS.has(groups['verb'] ?? '') && groups['sub'] !== 'status' && groups['sub'] !== 'history';
  const detail = t.rich(asks ? 'command.done.more' : 'command.read.more');
  if (first === '' || printed.includes('\n')) return { sentence: t.rich('command.quiet'), detail };
  return { sentence: t.rich('command.done', { text: first.replace(/\.$/, '') }), detail };
}

const KUBECTL = /^\s*(?:kubectl|k)\s+(?<verb>[a-z-]+)(?:\s+(?<sub>[a-z]+))?/;

/** Commands that leave something for the control loops to do; the others only ask. */
const ASKS: ReadonlySet<string> = new Set(
  (
    'apply autoscale cordon create debug delete drain edit expose label annotate patch ' +
    'replace rollout run scale set taint uncordon'
  ).split(' '),
);

function worked(t: Telling['t'], record: RecordOf<'span.begin'> | RecordOf<'step'>): Said {
  const { name, subject, note, track } = record.data;
  if (record.kind === 'span.begin' && name === 'SyncPod')
    return { sentence: t.rich('sync', { pod: subject?.name ?? '' }), detail: t.rich('sync.more') };
  if (record.kind === 'span.begin' && (name === 'SchedulingCycle' || name === 'Binding'))
    return {
      sentence: t.rich(`span.${name}`, { pod: subject?.name ?? '' }),
      detail: t.rich(`span.${name}.more`),
    };
  const loop = track.startsWith('controller/') ? (track.split('/')[1] ?? '') : undefined;
  const who = loop ?? whoOf(record.actor, t);
  const sentence =
    loop !== undefined && record.kind === 'step'
      ? decided(t, loop, record.data)
      : t.rich(record.kind === 'step' ? 'step.any' : 'span.any', { who, name });
  return note === undefined ? { sentence } : { sentence, detail: verbatim(loopNote(note, t.lang)) };
}

/** What a control loop made of an object, in a sentence; its reckoning stands below. */
function decided(
  t: Telling['t'],
  loop: string,
  { name, subject }: RecordOf<'step'>['data'],
): Said['sentence'] {
  const about = { loop, object: subject?.name ?? '' };
  if (name === 'nothing' || name === 'wait') return t.rich(`loop.${name}`, about);
  const word = text(decisionsText, t.lang);
  return t.rich('loop.any', { ...about, name: word.has(name) ? word(name) : name });
}

function faulted(t: Telling['t'], record: RecordOf<'input.fault'>, lang: Telling['lang']): Said {
  const fault = faultOf(record);
  const ends = record.data.undo === true || endsFault(fault);
  return { sentence: t.rich(ends ? 'fault.undo' : 'fault', { what: faultWords(fault, lang) }) };
}
