import type { FieldChange, StageName, StageVerdict } from '../../../trace/kinds/request.ts';
import type { RecordOf } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import { kindOf, requestLine } from '../names.ts';
import { type RequestFacts, type RunFacts, runFacts } from '../run-facts.ts';
import { requestUnderCursor } from './under-cursor.ts';

/** What one plugin of a stage, or the stage itself, concluded. */
export interface StageStep {
  readonly seq: number;
  readonly plugin?: string;
  readonly verdict: StageVerdict;
  readonly note: string;
  readonly changes: readonly FieldChange[];
}

/** A gate of the pipeline. `toCome`: not by the cursor; `unreached`: the request ended before it. */
export interface Stage {
  readonly stage: StageName;
  readonly verdict: StageVerdict | 'toCome' | 'unreached';
  readonly steps: readonly StageStep[];
}

/** Why a request was turned down. */
export interface Refusal {
  /** Undefined where the answer came from no gate. */
  readonly stage: StageName | undefined;
  readonly plugin?: string;
  readonly code: number;
  readonly reason: string;
  /** The server's own words. */
  readonly message: string;
  /** What kubectl made of them, when it was kubectl that asked. */
  readonly printed: string;
}

/** A request on its way through the API server, as far as the cursor. */
export interface RequestView {
  readonly request: number;
  /** `POST pods/nginx`. */
  readonly line: string;
  readonly namespace: string;
  readonly client: string;
  readonly user: string;
  readonly sentSeq: number;
  /** Virtual µs. */
  readonly sentAt: number;
  readonly doneAt: number | undefined;
  /** HTTP's status; undefined while there is no answer. */
  readonly code: number | undefined;
  readonly dryRun: boolean;
  readonly stages: readonly Stage[];
  readonly refusal: Refusal | undefined;
}

const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

/** Gates in the order requests meet them: defaults are filled in as the object is decoded. */
const FOR_WRITES: readonly StageName[] = [
  'authentication',
  'authorization',
  'decoding',
  'defaulting',
  'mutating',
  'validation',
  'validating',
  'storage',
];
const FOR_READS: readonly StageName[] = ['authentication', 'authorization', 'storage'];

/** The way through the gates by record `seq` of the request under the cursor, or of the one that is asked for. */
export function requestView(
  trace: Trace,
  seq: number,
  request: number | undefined = requestUnderCursor(trace, seq),
): RequestView | undefined {
  const facts = runFacts(trace);
  const known = facts.request(request);
  if (request === undefined || known === undefined) return undefined;
  const { send } = known;
  const done = known.done !== undefined && known.done.seq <= seq ? known.done : undefined;
  const stages = stagesOf(known, seq, done);
  return {
    request,
    line: requestLine(send.data),
    namespace: send.data.namespace,
    client: send.data.client,
    user: send.data.user,
    sentSeq: send.seq,
    sentAt: send.at,
    doneAt: done?.at,
    code: done?.data.code,
    dryRun: done?.data.dryRun === true,
    stages,
    refusal: refusalOf(stages, done, () => printed(trace, facts, known)),
  };
}

function stagesOf(
  { send, stages, done: answered }: RequestFacts,
  seq: number,
  done: RecordOf<'request.done'> | undefined,
): readonly Stage[] {
  const met = stages.filter((record) => record.seq <= seq);
  const refused = met.some(({ data }) => data.verdict === 'refused');
  const open = answered === undefined || stages.some(({ data }) => data.verdict === 'refused');
  const isMet = (name: StageName): boolean => stages.some(({ data }) => data.stage === name);
  // What is answered without a gate has no need of it, nor what goes on to a later one: a delete decodes no object.
  const isNeeded = (name: StageName, place: number): boolean =>
    isMet(name) || (open && !expected.slice(place + 1).some(isMet));
  const expected = WRITES.has(send.data.verb) ? FOR_WRITES : FOR_READS;
  const names = expected.filter((name, place) => name === 'storage' || isNeeded(name, place));
  // Every gate let it pass, and what is stored did not.
  const atStorage = !refused && (done?.data.code === 404 || done?.data.code === 409);
  return names.map((stage): Stage => {
    const steps = met.filter(({ data }) => data.stage === stage).map(stepOf);
    if (steps.length === 0 && stage === 'storage' && atStorage) return { stage, verdict: 'refused', steps };
    if (steps.length === 0) return { stage, verdict: done === undefined ? 'toCome' : 'unreached', steps };
    return { stage, verdict: worst(steps), steps };
  });
}

function stepOf({ seq, data }: RecordOf<'request.stage'>): StageStep {
  const { plugin, verdict, note = '', changes = [] } = data;
  return { seq, verdict, note, changes, ...(plugin === undefined ? {} : { plugin }) };
}

/** What stands out of several plugins' verdicts. */
function worst(steps: readonly StageStep[]): StageVerdict {
  const order: readonly StageVerdict[] = ['refused', 'mutated', 'skipped', 'passed'];
  return order.find((verdict) => steps.some((step) => step.verdict === verdict)) ?? 'passed';
}

function refusalOf(
  stages: readonly Stage[],
  done: RecordOf<'request.done'> | undefined,
  print: () => string,
): Refusal | undefined {
  const at = stages.find(({ verdict }) => verdict === 'refused');
  const step = at?.steps.find(({ verdict }) => verdict === 'refused');
  if (step === undefined && (done === undefined || done.data.code < 400)) return undefined;
  const message = done?.data.message ?? step?.note ?? '';
  const base = {
    stage: at?.stage,
    code: done?.data.code ?? 0,
    reason: done?.data.reason ?? '',
    message,
    printed: print(),
  };
  return step?.plugin === undefined ? base : { ...base, plugin: step.plugin };
}

/** The line in which kubectl reports the refusal, from what the command that asked printed. */
function printed(trace: Trace, facts: RunFacts, { send, done }: RequestFacts): string {
  const { message = '' } = done?.data ?? {};
  if (send.data.client !== 'kubectl' || message === '') return '';
  for (const cause of trace.causes(send.seq)) {
    if (cause.kind !== 'input.command') continue;
    const output = facts.output(cause.data.index);
    const at = output.indexOf(message);
    if (at === -1)
      return invalidIn(output, `The ${kindOf(send.data.resource)} "${send.data.name}" is invalid:`);
    const start = output.lastIndexOf('\n', at) + 1;
    const end = output.indexOf('\n', at + message.length);
    return output.slice(start, end === -1 ? undefined : end);
  }
  return '';
}

/** What kubectl makes of an Invalid answer: a line of its own and one for each field. */
function invalidIn(output: string, heading: string): string {
  const at = output.indexOf(heading);
  if (at === -1) return '';
  const [first = '', ...rest] = output.slice(at).split('\n');
  const end = rest.findIndex((line) => !line.startsWith('* '));
  return [first, ...(end === -1 ? rest : rest.slice(0, end))].join('\n');
}

/** The words of the catalogue that explain a refusal: by plugin, by what the answer says, or by gate. */
export type ExplanationId =
  | 'authentication'
  | 'authorization'
  | 'decoding'
  | 'validation'
  | 'exists'
  | 'conflict'
  | 'notFound'
  | 'disrupted'
  | 'NamespaceLifecycle'
  | 'LimitRanger'
  | 'ServiceAccount'
  | 'NodeRestriction'
  | 'PodSecurity'
  | 'Priority'
  | 'RuntimeClass'
  | 'ResourceQuota'
  | 'PersistentVolumeClaimResize'
  | 'PodResizeValidator'
  | 'MutatingAdmissionWebhook'
  | 'ValidatingAdmissionWebhook'
  | 'ValidatingAdmissionPolicy'
  | 'other';

const PLUGINS: ReadonlySet<string> = new Set<ExplanationId>([
  'NamespaceLifecycle',
  'LimitRanger',
  'ServiceAccount',
  'NodeRestriction',
  'PodSecurity',
  'Priority',
  'RuntimeClass',
  'ResourceQuota',
  'PersistentVolumeClaimResize',
  'PodResizeValidator',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
]);

const BY_REASON: Readonly<Record<string, ExplanationId>> = {
  AlreadyExists: 'exists',
  Conflict: 'conflict',
  NotFound: 'notFound',
  TooManyRequests: 'disrupted',
  Unauthorized: 'authentication',
  Invalid: 'validation',
};

/** Which explanation belongs to a refusal. */
export function explanationOf({ stage, plugin, reason }: Refusal): ExplanationId {
  if (plugin !== undefined && PLUGINS.has(plugin)) return plugin as ExplanationId;
  const known = BY_REASON[reason];
  if (known !== undefined) return known;
  switch (stage) {
    case 'authentication':
    case 'authorization':
    case 'decoding':
    case 'validation':
      return stage;
    default:
      return 'other';
  }
}

/** A value of a changed field, short enough for a line: JSON without quotes around plain words. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '""' : value;
  return JSON.stringify(value);
}
