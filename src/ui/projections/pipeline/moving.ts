import type { Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { duration, durationWords, percent } from '../../../i18n/format.ts';
import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import type { Role } from '../actors.ts';
import { imageAt } from '../image-progress.ts';
import { runFacts } from '../run-facts.ts';
import { stuckOf } from '../stuck.ts';
import type { PipelineInput } from './drawing.ts';
import { type Hop, hopIndex, hopOf, type HopShape } from './hops.ts';
import { layersOf } from './machine.ts';
import { type Place, placeIn } from './places.ts';
import { subjectAt } from './subject.ts';
import type { PipelineView } from './view.ts';
import { pipelineWords } from './words.ts';

/** Something on its way, in terms of the line it is on. */
export interface PacketAt {
  readonly place: Place;
  readonly shape: Exclude<HopShape, 'bytes' | 'exec'> | 'flag';
  readonly label: string;
  readonly role: Role;
  readonly tone: 'now' | 'actor' | 'failed';
  /** 0 to 1 along the line, from the one who starts to the one who answers. */
  readonly along: number;
  /** Refused at this gate: it got no further. */
  readonly refused?: {
    readonly gate: number;
    /** On the way to the gate, not at it. */
    readonly before: boolean;
    readonly code: string;
  };
}

/** What moves between two records. */
export interface Moving {
  readonly packets: readonly PacketAt[];
  /** How long the runtime call has been open: `open 2.84 s`. */
  readonly open: string;
  /** Bytes are on their way from the registry. */
  readonly bytes: boolean;
  /** What the story's Pod waits for before the next try. */
  readonly backoff: string;
  /** A signal planted on a container. */
  readonly flag: string;
  readonly share: string;
  readonly shares: readonly number[];
}

/** At most this many labelled packets move at once. */
export const MOST_PACKETS = 3;
/** A packet is on its line for this part of the way to the next record; then it has arrived. */
const ON_THE_LINE = 0.62;
/** How many records around a delivery its branches are looked for. */
const NEAR = 12;
/** Deliveries this close in virtual time are one moment to the eye. */
const SAME_MOMENT_US = 2_000;

/** Everything that changes between two records, at the playhead. Cheap: asked for every frame. */
export function movingView(input: PipelineInput, view: PipelineView): Moving {
  const { trace, world, head, lang, picked } = input;
  const t = pipelineWords(lang);
  const facts = runFacts(trace);
  const { machine } = view.shown;
  const off = view.machine?.off === true;
  const open = machine === undefined || off ? undefined : facts.openCalls(machine, head.until).at(-1)?.call;
  const subject = subjectAt(trace, world, head.until, picked);
  const pod = subject.last;
  const layers =
    pod === undefined || machine === undefined
      ? []
      : layersOf({ facts, until: head.until }, pod, machine).layers;
  const { shares, bytes, size } = imageAt(layers, head.timeUs);
  const share = size === 0 ? (view.machine?.image?.share ?? 0) : bytes / size;
  const pulling = open?.kind === 'cri.call' && open.data.method === 'PullImage';
  const openUs = open === undefined ? 0 : head.timeUs - open.at;
  return {
    packets: packetsAt(input, view, open?.kind === 'cri.call' ? open : undefined),
    open: open === undefined || openUs < 1_000 ? '' : t('edge.open', { took: durationWords(openUs, lang) }),
    bytes: pulling,
    backoff: pod === undefined || off ? '' : backoffWords(input, pod),
    flag: flagOf(trace.find(head.seq), subject.ref),
    share: percent(share),
    shares,
  };
}

/** The retry loop in words, while one is under way. */
function backoffWords({ trace, head, lang }: PipelineInput, pod: Pod): string {
  const stuck = stuckOf({ trace, seq: head.until, timeUs: head.timeUs }, pod);
  if (stuck?.untilUs === undefined || stuck.untilUs <= head.timeUs) return '';
  const t = pipelineWords(lang);
  const left = duration(stuck.untilUs - head.timeUs, lang);
  const status = pod.status?.containerStatuses?.find(({ name }) => name === stuck.container);
  const n = status?.restartCount ?? 0;
  return n === 0 ? t('edge.wait', { left }) : t('edge.backoff', { n, left });
}

function flagOf(record: TraceRecord | undefined, subject: ObjectRef | undefined): string {
  if (record?.kind !== 'signal' || subject === undefined) return '';
  const { pod, container, signal } = record.data;
  return container !== '' && pod.name === subject.name && pod.namespace === subject.namespace ? signal : '';
}

function packetsAt(
  input: PipelineInput,
  view: PipelineView,
  open: RecordOf<'cri.call'> | undefined,
): readonly PacketAt[] {
  const { trace, story, head } = input;
  const record = trace.find(head.seq);
  if (record === undefined || head.seq < 0) return [];
  const index = hopIndex(trace, story);
  const place = placeIn(view.shown);
  const packets: PacketAt[] = [];
  const hop = hopOf(record, index);
  const own =
    hop === undefined
      ? undefined
      : packetOf(input, record, { ...hop, label: merged(input, hop) }, place(hop));
  if (own !== undefined) packets.push(own);
  if (hop?.shape === 'outline') packets.push(...besides(input, hop, place));
  if (open !== undefined && open.seq !== head.seq && !packets.some(({ place: taken }) => taken === 'cri')) {
    const tone = packets.length === 0 ? 'now' : 'actor';
    packets.push({ place: 'cri', shape: 'chip', label: open.data.method, role: 'runtime', tone, along: 0.5 });
  }
  return packets.slice(0, MOST_PACKETS);
}

/** 0 to 1 on the line; at rest in its middle, so that a single step can be read. Undefined once it has arrived. */
function along(fraction: number): number | undefined {
  if (fraction === 0) return 0.5;
  const part = fraction / ON_THE_LINE;
  return part >= 1 ? undefined : part;
}

function packetOf(
  input: PipelineInput,
  record: TraceRecord,
  hop: Hop,
  place: Place | undefined,
): PacketAt | undefined {
  if (place === undefined || hop.shape === 'bytes' || hop.shape === 'exec') return undefined;
  if (record.kind === 'cri.call') return callPacket(input, record, hop);
  const at = along(input.head.fraction);
  const refused = record.kind === 'request.send' ? refusalAt(input, record) : undefined;
  if (refused !== undefined)
    return { place, shape: hop.shape, label: hop.label, role: hop.role, tone: 'now', along: 1, refused };
  if (at === undefined) return undefined;
  return { place, shape: hop.shape, label: hop.label, role: hop.role, tone: 'now', along: at };
}

/** A call's chip goes half way and stays there until the call returns. */
function callPacket(
  { trace, head }: PipelineInput,
  record: RecordOf<'cri.call'>,
  hop: Hop,
): PacketAt | undefined {
  const back = runFacts(trace).call(record.seq)?.back;
  const returned = back !== undefined && back.seq <= head.until;
  if (returned && head.fraction > 0) return undefined;
  const at = head.fraction === 0 ? 0.5 : Math.min(0.5, head.fraction * 1.6);
  return { place: 'cri', shape: 'chip', label: hop.label, role: hop.role, tone: 'now', along: at };
}

const GATE_OF = {
  authentication: 0,
  authorization: 1,
  decoding: 2,
  mutating: 2,
  defaulting: 2,
  validation: 3,
  validating: 4,
  storage: 5,
} as const;

/** Where a request was refused, once it has been. */
function refusalAt({ trace, head }: PipelineInput, record: RecordOf<'request.send'>): PacketAt['refused'] {
  const facts = runFacts(trace).request(record.data.request);
  const stage = facts?.stages.find(({ data, seq }) => data.verdict === 'refused' && seq <= head.until);
  if (stage === undefined || facts === undefined) return undefined;
  return {
    gate: GATE_OF[stage.data.stage],
    before: stage.data.stage === 'decoding',
    code: String(facts.done?.data.code ?? ''),
  };
}

/** The same delivery to others at the same moment: branches that are not made to wait for each other. */
function besides(
  { trace, story, head }: PipelineInput,
  hop: Hop,
  placeOf: (hop: Hop) => Place | undefined,
): readonly PacketAt[] {
  const at = along(head.fraction);
  if (at === undefined) return [];
  const found: PacketAt[] = [];
  const index = hopIndex(trace, story);
  for (let seq = Math.max(0, hop.seq - NEAR); seq <= hop.seq + NEAR; seq++) {
    const record = trace.find(seq);
    if (record?.kind !== 'watch.deliver' || !story.tells(seq)) continue;
    const other = hopOf(record, index);
    const place = other === undefined ? undefined : placeOf(other);
    if (other === undefined || place === undefined || other.line === hop.line || other.label !== hop.label)
      continue;
    if (Math.abs(other.at - hop.at) > SAME_MOMENT_US || found.some(({ place: taken }) => taken === place))
      continue;
    found.push({ place, shape: 'outline', label: other.label, role: other.role, tone: 'actor', along: at });
  }
  return found;
}

/** `4 × MODIFIED` where one line carries the same thing again before the next record. */
function merged({ trace, story, head, lang }: PipelineInput, hop: Hop): string {
  if (head.next === undefined || hop.shape !== 'outline') return hop.label;
  const again = hopIndex(trace, story)
    .between(head.seq, head.next - 1)
    .filter(
      ({ line, label, at }) => line === hop.line && label === hop.label && at - hop.at <= SAME_MOMENT_US,
    );
  return again.length === 0
    ? hop.label
    : pipelineWords(lang)('edge.many', { n: again.length + 1, label: hop.label });
}
