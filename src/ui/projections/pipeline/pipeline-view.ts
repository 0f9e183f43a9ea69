import { decisionsText } from '../../../i18n/catalogue/decisions.ts';
import { text } from '../../../i18n/text.ts';
import { nodeOf } from '../actors.ts';
import { commandLine, requestLine } from '../names.ts';
import { type RequestFacts, runFacts } from '../run-facts.ts';
import { stuckOf } from '../stuck.ts';
import { nodesAt } from './cluster.ts';
import { downCard, type Drawing, type PipelineInput, stateOf } from './drawing.ts';
import { edgesOf } from './edges.ts';
import { gatesAt, toldRequests } from './gates.ts';
import { loopIndex } from './loops.ts';
import { machineView, tileView } from './machine.ts';
import { queueIndex } from './queue.ts';
import { type SubjectAt, subjectAt } from './subject.ts';
import { placeIn } from './places.ts';
import { lastWrite, trailAt } from './trail.ts';
import type { Band, Card, PipelineView } from './view.ts';
import { type PipelineWords, pipelineWords } from './words.ts';

/** Machines that stand in the Pipeline level: the opened one in the middle, others beside it. */
function placesOf(
  input: PipelineInput,
  subject: SubjectAt,
): { readonly machine: string | undefined; readonly others: readonly string[] } {
  const nodes = nodesAt(input.trace, input.world, input.head.until);
  const workers = nodes.filter(({ controlPlane }) => !controlPlane);
  const all = (workers.length > 0 ? workers : nodes).map(({ name }) => name);
  const wanted = input.focusNode ?? subject.node;
  const machine =
    wanted !== undefined && nodes.some(({ name }) => name === wanted)
      ? wanted
      : all[Math.min(1, all.length - 1)];
  return { machine, others: all.filter((name) => name !== machine) };
}

/** Everything the Pipeline level shows at the playhead, apart from what moves between two records. */
export function pipelineView(input: PipelineInput): PipelineView {
  const { trace, world, story, head, lang, picked } = input;
  const until = head.until;
  const subject = subjectAt(trace, world, until, picked);
  const { machine, others } = placesOf(input, subject);
  const [left, right] = others;
  const trail = trailAt(input, placeIn({ machine, left, right }));
  const drawing: Drawing = {
    ...input,
    t: pipelineWords(lang),
    facts: runFacts(trace),
    until,
    subject,
    machine,
    trail,
  };
  const nodes = nodesAt(trace, world, until);
  const tile = (name: string | undefined) => {
    const node = nodes.find((each) => each.name === name);
    return node === undefined ? undefined : tileView(drawing, node, node.name === left ? 'left' : 'right');
  };
  const opened = nodes.find(({ name }) => name === machine);
  const write = lastWrite(trace, story, until);
  return {
    subject: subject.ref,
    shown: { machine, left, right },
    kubectl: kubectlCard(drawing),
    scheduler: downCard(drawing, 'kube-scheduler') ?? schedulerCard(drawing),
    controllers: downCard(drawing, 'kube-controller-manager') ?? controllersCard(drawing),
    band: bandView(drawing),
    etcd: etcdView(drawing, write !== undefined),
    machine: opened === undefined ? undefined : machineView(drawing, opened),
    left: tile(left),
    right: tile(right),
    moreNodes: Math.max(0, others.length - 2),
    edges: edgesOf(drawing, write),
  };
}

function kubectlCard(drawing: Drawing): Card {
  const { facts, until, t, trace, head } = drawing;
  const command = facts.command(until);
  const record = trace.find(head.seq);
  const own = record?.kind === 'input.command' || record?.kind === 'command.exit';
  const state = own ? 'acting' : stateOf(drawing, 'kubectl', ['kubectl.request']);
  if (command === undefined) return { state, detail: t('kubectl.idle') };
  return { state, detail: commandLine(command.data).replace(/^kubectl\s+/, '') };
}

function schedulerCard(drawing: Drawing): Card {
  const { trace, until, t, subject } = drawing;
  const { active, waiting, placing } = queueIndex(trace).at(until);
  const lines = ['scheduler.request', 'scheduler.watch'];
  const stuck =
    subject.pod === undefined
      ? undefined
      : stuckOf({ trace, seq: until, timeUs: drawing.head.timeUs }, subject.pod);
  const state = stuck?.place === 'scheduler' ? 'stuck' : stateOf(drawing, 'scheduler', lines);
  if (placing !== undefined) return { state, detail: t('scheduler.placing', { pod: placing }) };
  if (active > 0) return { state, detail: t('scheduler.queued', { n: active }) };
  return { state, detail: waiting > 0 ? t('scheduler.waiting', { n: waiting }) : t('scheduler.empty') };
}

function controllersCard(drawing: Drawing): Card {
  const { trace, story, until, t, subject } = drawing;
  const state = stateOf(drawing, 'controller', ['controllers.request', 'controllers.watch']);
  const step = loopIndex(trace, story).last(until);
  if (step !== undefined) {
    const loop = step.data.track.split('/')[1] ?? '';
    return { state, detail: t('controllers.loop', { loop, step: stepWords(step.data.name, t) }) };
  }
  const bare = subject.pod !== undefined && (subject.pod.metadata.ownerReferences ?? []).length === 0;
  return { state, detail: bare ? t('controllers.bare') : t('controllers.idle') };
}

/** What a loop decided, in words where there are some, else by the name the controller gives it. */
function stepWords(name: string, t: PipelineWords): string {
  const word = text(decisionsText, t.lang);
  return word.has(name) ? word(name) : name;
}

function etcdView(drawing: Drawing, written: boolean): PipelineView['etcd'] {
  const rev = drawing.facts.revision(drawing.until);
  const down = downCard(drawing, 'etcd');
  if (down !== undefined) return { ...down, rev };
  return { state: written ? 'acted' : 'idle', detail: drawing.t('revision', { rev }), rev };
}

function bandView(drawing: Drawing): Band {
  const { trace, story, facts, until, t, head } = drawing;
  const seq = toldRequests(trace, story).last(until);
  const record = trace.find(seq);
  const request = record?.kind === 'request.send' ? facts.request(record.data.request) : undefined;
  const open = request !== undefined && (request.done === undefined || request.done.seq > until);
  const current = trace.find(head.seq);
  const serving = current !== undefined && (current.actor === 'kube-apiserver' || open);
  const watches = facts.openWatches(until);
  const down = downCard(drawing, 'kube-apiserver');
  if (down !== undefined)
    return {
      card: down,
      words: t('band.down'),
      code: undefined,
      gates: gatesAt(undefined, until),
      stored: false,
      watches: '',
    };
  return {
    card: {
      state: request === undefined && !serving ? 'idle' : 'acted',
      detail: t('band.watches', { n: watches }),
    },
    words: request === undefined ? t('band.rest', { n: watches }) : requestWords(request, open, t),
    code: open ? undefined : request?.done?.data.code,
    gates: gatesAt(request, until),
    stored: request?.put !== undefined && request.put.seq <= until,
    watches: t('band.watches', { n: watches }),
  };
}

function requestWords({ send }: RequestFacts, open: boolean, t: PipelineWords): string {
  const node = nodeOf(send);
  const who = node === undefined ? send.data.client : `${send.data.client} ${node}`;
  return t(open ? 'band.now' : 'band.request', { request: requestLine(send.data), who });
}
