import { err, ok } from '../base/result.ts';
import type { SimTime } from '../trace/ids.ts';
import type { TraceRecord } from '../trace/record.ts';
import { answerScheduling } from '../engine/cluster/scheduling-answer.ts';
import { Session } from '../engine/cluster/session.ts';
import { type LatePart, MissingCode } from '../engine/kernel/late-code.ts';
import { scenarioOfJson } from '../scenario/check-scenario.ts';
import type { parseScenario } from '../scenario/parse.ts';
import { type ScenarioProblem, problemText } from '../scenario/problem.ts';
import { readInputs } from '../engine/cluster/inputs.ts';
import type { KubectlTexts } from '../workstation/kubectl/texts/texts.ts';
import type { SchedulingQuestion } from '../trace/scheduling-question.ts';
import type { HostReply, HostRequest, RunDocument, RunEnd } from './protocol.ts';

interface Run {
  readonly document: RunDocument;
  readonly session: Session;
  /** Records made and not yet sent. */
  readonly pending: TraceRecord[];
  /** `next`: the record after the last one made. */
  readonly made: { readonly next: number };
}

/** A scenario nobody could read: its reader did not come. */
const unread: typeof parseScenario = () =>
  err([{ path: [], message: 'the reader of YAML could not be loaded; reload the page' }]);

/** Turns between looks at how many records have come together. */
const SLICE_TURNS = 200;

/** The worker's side: simulates what is asked for and sends the records. Holds no state but the runs. */
export class Host {
  private readonly runs = new Map<number, Run>();
  /** What `kubectl explain` and `--help` read, once it has been fetched. */
  texts: KubectlTexts = {};
  /** Reads what is not plain JSON, once it has been loaded. */
  parse: typeof parseScenario = unread;
  /** Code somebody tried to load: as long as nobody did, a run that lacks it is not lost. */
  readonly tried = new Set<LatePart>();
  private readonly post: (reply: HostReply) => void;

  constructor(post: (reply: HostReply) => void) {
    this.post = post;
  }

  handle(request: HostRequest): void {
    if (request.type === 'query') return this.query(request.query, request.scheduling);
    if (request.type === 'descriptions' || request.type === 'live') return;
    try {
      switch (request.type) {
        case 'open':
          if (this.open(request.run, request.document, request.from))
            this.post({ type: 'opened', run: request.run });
          return;
        case 'advance':
          return this.advance(request.run, request.records, request.until);
        case 'dispose':
          this.runs.delete(request.run);
          return;
      }
    } catch (error) {
      if (error instanceof MissingCode && !this.tried.has(error.part)) throw error;
      this.runs.delete(request.run);
      const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
      this.post({ type: 'crashed', run: request.run, message, stack: stack ?? '' });
    }
  }

  /** A mistake here costs the answer, never a run. */
  private query(query: number, scheduling: SchedulingQuestion): void {
    try {
      this.post({ type: 'answer', query, scheduling: answerScheduling(scheduling) });
    } catch (error) {
      this.post({ type: 'answer', query, problem: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Whether the document was accepted. */
  private open(run: number, document: RunDocument, from: number): boolean {
    const json = scenarioOfJson(document.scenario);
    const scenario = json === undefined ? this.parse(document.scenario) : ok(json);
    if (!scenario.ok) return this.refuse(run, scenario.error);
    const inputs = readInputs(document.inputs, scenario.value);
    if (!inputs.ok) return this.refuse(run, inputs.error);
    const pending = this.runs.get(run)?.pending ?? [];
    const made = { next: from };
    const session = new Session({
      scenario: scenario.value,
      seed: document.seed,
      inputs: inputs.value,
      texts: this.texts,
      sink: (record) => {
        if (record.seq < made.next) return;
        made.next = record.seq + 1;
        pending.push(record);
      },
    });
    this.runs.set(run, { document, session, pending, made });
    return true;
  }

  private refuse(run: number, problems: readonly ScenarioProblem[]): false {
    this.post({ type: 'refused', run, problems: problems.map(problemText) });
    return false;
  }

  /** Plays a run again that code was missing for: what was made of it stays, and the same comes after it. */
  again(request: HostRequest): void {
    if (request.type === 'query' || request.type === 'descriptions' || request.type === 'live') return;
    const run = this.runs.get(request.run);
    if (run !== undefined) this.open(request.run, run.document, run.made.next);
    this.handle(request);
  }

  private advance(id: number, records: number, until: SimTime | undefined): void {
    const run = this.runs.get(id);
    if (run === undefined) return;
    let end: RunEnd | undefined;
    while (run.pending.length < records && end === undefined) end = advanceSlice(run.session, until);
    const batch = run.pending.splice(0, records);
    const drained = run.pending.length === 0;
    this.post({
      type: 'batch',
      run: id,
      records: batch,
      now: run.session.now(),
      end: drained ? end : undefined,
    });
  }
}

/** One slice of turns; why the run has nothing more to do, or undefined when it has. */
function advanceSlice(session: Session, until: SimTime | undefined): RunEnd | undefined {
  const result = session.goOn(until, SLICE_TURNS);
  switch (result) {
    case 'empty':
      return 'quiet';
    case 'turns':
      return undefined;
    case 'quiet':
    case 'until':
    case 'horizon':
    case 'limit':
      return result;
  }
}
